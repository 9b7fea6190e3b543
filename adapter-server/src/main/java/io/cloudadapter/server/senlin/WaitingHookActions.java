package io.cloudadapter.server.senlin;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Machines that pause for a hook, as actions that wait to be completed (lifecycle hooks specification). The
 * id of such an action is the hook's token, so they are for those who may complete them only.
 */
final class WaitingHookActions {
  private static final String WAITING = "WAITING_LIFECYCLE_COMPLETION";

  private WaitingHookActions() {}

  static SenlinActions.Asked asked(MachinePool pool, WaitingHook hook) {
    return new SenlinActions.Asked(
        hook.transition() == LifecycleTransition.TERMINATE ? "NODE_DELETE" : "NODE_CREATE",
        StableUuids.node(pool.name(), hook.machine()),
        StableUuids.cluster(pool.name()),
        Map.of("hook", hook.hook()),
        Optional.empty());
  }

  /** Returns all of them, pool by pool; leaves out those of a pool that does not answer. */
  static List<ResourceRow> rows(Clusters clusters) {
    List<ResourceRow> rows = new ArrayList<>();
    for (MachinePool pool : clusters.all()) {
      waiting(pool).forEach(hook -> rows.add(row(pool, hook)));
    }
    return rows;
  }

  private static List<WaitingHook> waiting(MachinePool pool) {
    try {
      return pool.hooks();
    } catch (PoolException notNow) {
      return List.of(); // The pool's cluster shows why.
    }
  }

  private static ResourceRow row(MachinePool pool, WaitingHook hook) {
    SenlinActions.State state = new SenlinActions.State(
        WAITING, "Hook " + hook.hook() + " waits until " + ResourceRow.text(hook.deadline()) + ".");
    return SenlinActions.row(
        hook.token().toString(),
        asked(pool, hook),
        "Derived Action with Lifecycle Hook",
        state,
        Map.of(),
        hook.since(),
        Optional.empty());
  }
}
