package io.cloudadapter.server.senlin;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.hook.Transition;
import io.cloudadapter.api.hook.WaitingHook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Machines that pause for a hook, as actions that wait to be completed (lifecycle hooks specification). The
 * id of such an action is the hook's token, so they are for those who may complete them only.
 */
final class PausedNodes {
  private static final String WAITING = "WAITING_LIFECYCLE_COMPLETION";

  private PausedNodes() {}

  static Actions.Asked asked(MachinePool pool, WaitingHook hook) {
    return new Actions.Asked(
        hook.transition() == Transition.TERMINATE ? "NODE_DELETE" : "NODE_CREATE",
        Ids.node(pool.name(), hook.machine()),
        Ids.cluster(pool.name()),
        Map.of("hook", hook.hook()),
        Optional.empty());
  }

  /** All of them, pool by pool; those of a pool that does not answer are not told. */
  static List<Row> rows(Clusters clusters) {
    List<Row> rows = new ArrayList<>();
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

  private static Row row(MachinePool pool, WaitingHook hook) {
    Actions.State state = new Actions.State(
        WAITING, "Hook " + hook.hook() + " waits until " + Row.text(hook.deadline()) + ".");
    return Actions.row(
        hook.token().toString(),
        asked(pool, hook),
        "Derived Action with Lifecycle Hook",
        state,
        Map.of(),
        hook.since(),
        Optional.empty());
  }
}
