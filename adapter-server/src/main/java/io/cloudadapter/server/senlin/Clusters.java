package io.cloudadapter.server.senlin;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.server.http.ListedPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Pools as Senlin's clusters. */
final class Clusters {
  /** Senlin's default, in seconds; a pool does not give up after it. */
  static final int TIMEOUT = 3600;

  private final Pools pools;

  Clusters(Pools pools) {
    this.pools = pools;
  }

  List<MachinePool> all() {
    return pools.all();
  }

  /** The pool that is meant by an id, a name, or the beginning of an id. */
  MachinePool find(String asked) {
    return ResourceFinder.find(
        pools.all(),
        pool -> StableUuids.cluster(pool.name()),
        pool -> List.of(pool.name().value()),
        "cluster",
        asked);
  }

  /** A cluster, also of a pool that cannot be read yet. */
  ResourceRow row(MachinePool pool) {
    ResourceRow row =
        new ResourceRow(StableUuids.cluster(pool.name()), pool.name().value());
    try {
      fill(row, ListedPool.view(pool), pool.scaling());
    } catch (PoolException notYet) {
      row.put("status", "INIT").put("status_reason", notYet.getMessage());
      row.put("nodes", List.of());
    }
    return SingleProject.owned(row)
        .put("config", Map.of())
        .put("data", Map.of())
        .put("dependents", Map.of())
        .put("metadata", Map.of())
        .put("profile_id", null)
        .put("profile_name", null)
        .put("timeout", TIMEOUT)
        .put("init_at", null)
        .put("created_at", null);
  }

  private static void fill(ResourceRow row, PoolView view, PoolScaling scaling) {
    List<String> nodes = new ArrayList<>();
    int active = 0;
    int coming = 0;
    int going = 0;
    for (Machine machine : view.machines()) {
      if (machine.waitsWarm()) {
        continue; // It is no node.
      }
      if (machine.machineState() != MachineState.TERMINATED) {
        nodes.add(StableUuids.node(view.pool(), machine.id()));
      }
      String status = Nodes.status(machine);
      active += status.equals("ACTIVE") ? 1 : 0;
      coming += status.equals("CREATING") ? 1 : 0;
      going += status.equals("DELETING") ? 1 : 0;
    }
    row.put("min_size", scaling.minSize());
    row.put("max_size", scaling.maxSize());
    row.put("desired_capacity", view.desiredSize());
    row.put("nodes", nodes);
    row.put("updated_at", ResourceRow.text(view.timestamp()));
    String moving = coming == 0 && going == 0
        ? ""
        : activeOf(active, view) + (going == 0 ? "" : ", " + going + " on their way out");
    evaluate(row, view, scaling, active, moving);
  }

  /** How far a pool has come to the size that it keeps, its headroom included, for people. */
  static String activeOf(long active, PoolView view) {
    return active + " of " + (view.desiredSize() + view.headroom()) + " machines are active";
  }

  /** In Senlin's order and wording, except that a pool which is still changing has its own text. */
  private static void evaluate(
      ResourceRow row, PoolView view, PoolScaling scaling, int active, String moving) {
    int desired = view.desiredSize();
    if (view.status() == PoolStatus.OBSERVING) {
      boolean waits =
          view.alarms().stream().anyMatch(alarm -> alarm.code() == Alarm.Code.OBSERVING);
      status(
          row,
          "WARNING",
          waits
              ? "the pool waits for an answer: adopt or disown what it found"
              : "an operator has set the pool to observe");
    } else if (view.status() == PoolStatus.SUSPENDED) {
      status(row, "WARNING", "an operator has suspended the pool");
    } else if (view.status() == PoolStatus.DELETING) {
      status(row, "DELETING", "the pool is being deleted");
    } else if (view.status() == PoolStatus.FROZEN) {
      status(row, "WARNING", "the pool is frozen" + alarms(view));
    } else if (!moving.isEmpty() && view.alarms().isEmpty()) {
      status(row, "RESIZING", moving);
    } else if (active < scaling.minSize()) {
      status(
          row,
          "ERROR",
          "number of active nodes is below min_size (" + scaling.minSize() + ")" + alarms(view));
    } else if (active < desired) {
      status(
          row,
          "WARNING",
          "number of active nodes is below desired_capacity (" + desired + ")" + alarms(view));
    } else if (scaling.maxSize() < 0 || active <= scaling.maxSize()) {
      status(
          row,
          "ACTIVE",
          "number of active nodes is equal or above desired_capacity (" + desired + ")"
              + alarms(view));
    } else {
      status(
          row,
          "WARNING",
          "number of active nodes is above max_size (" + scaling.maxSize() + ")" + alarms(view));
    }
  }

  /** What a person should look at, as the end of a sentence. */
  static String alarms(PoolView view) {
    StringBuilder text = new StringBuilder();
    view.alarms().forEach(alarm -> text.append("; ").append(alarm.message()));
    return text.append('.').toString();
  }

  private static void status(ResourceRow row, String status, String reason) {
    row.put("status", status).put("status_reason", reason.endsWith(".") ? reason : reason + ".");
  }
}
