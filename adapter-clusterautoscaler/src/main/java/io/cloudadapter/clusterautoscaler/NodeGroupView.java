package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.cloud.ProviderIdFormat;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.ExternalGrpcNode;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.NodeGroup;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A pool as a node group at one moment: from its last view, without a call of the cloud. One thread uses it. */
final class NodeGroupView {
  private final MachinePool pool;
  private final PoolView view;
  private final ProviderIdFormat format;
  private final PoolScaling scaling;
  private final int filled;
  private final Supplier<PoolPlan> plan;
  private Optional<Reason> reason = Optional.empty();
  private boolean explained;

  private NodeGroupView(
      MachinePool pool,
      PoolView view,
      ProviderIdFormat format,
      PoolScaling scaling,
      int filled,
      Supplier<PoolPlan> plan) {
    this.pool = pool;
    this.view = view;
    this.format = format;
    this.scaling = scaling;
    this.filled = filled;
    this.plan = plan;
  }

  /**
   * Makes the group of a pool.
   *
   * @param pool the pool
   * @param view its last view
   * @param format the form of its provider IDs
   * @param scaling its limits
   * @param filled how many of its places have had a machine
   * @param plan asks it for its plan; done only if launches may have failed
   * @throws PoolException UNAVAILABLE if the pool has never listed its cloud, so that an empty list would be wrong
   */
  static NodeGroupView of(
      MachinePool pool,
      PoolView view,
      ProviderIdFormat format,
      PoolScaling scaling,
      int filled,
      Supplier<PoolPlan> plan) {
    if (!view.everListed()) {
      throw new PoolException(
          PoolException.Reason.UNAVAILABLE,
          "pool " + pool.name() + " has not listed its cloud yet",
          "Ask again in a moment.");
    }
    return new NodeGroupView(pool, view, format, scaling, filled, plan);
  }

  MachinePool pool() {
    return pool;
  }

  PoolView view() {
    return view;
  }

  /** The group as Cluster Autoscaler sees it. */
  NodeGroup message() {
    int most = scaling.maxSize() < 0 ? scaling.cap() : Math.min(scaling.maxSize(), scaling.cap());
    return NodeGroup.newBuilder()
        .setId(pool.name().value())
        .setMinSize(Math.min(scaling.minSize(), most))
        .setMaxSize(most)
        .setDebug("desired size " + view.desiredSize() + ", allocated "
            + view.size().allocated() + ", " + view.status())
        .build();
  }

  /** The id of the machine that a node stands for; empty if its provider ID is not of this group. */
  Optional<String> idOf(ExternalGrpcNode node) {
    // A node that Cluster Autoscaler makes up for an instance without a node has the instance's id
    // as its name, too.
    String providerId = node.getProviderID().isEmpty() ? node.getName() : node.getProviderID();
    return format.read(providerId);
  }

  /** The provider ID of a machine, or of a missing one. */
  String providerId(String id, Optional<String> zone) {
    return format.write(id, zone);
  }

  /** A machine of this view. */
  Optional<Machine> machine(String id) {
    return machine(view, id);
  }

  /** A machine of a view. */
  static Optional<Machine> machine(PoolView view, String id) {
    List<Machine> machines = view.machines();
    // Views are sorted by id, and a cluster may ask for a thousand nodes in each loop.
    int low = 0;
    int high = machines.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = machines.get(middle).id().value().compareTo(id);
      if (order == 0) {
        return Optional.of(machines.get(middle));
      }
      low = order < 0 ? middle + 1 : low;
      high = order > 0 ? middle - 1 : high;
    }
    return Optional.empty();
  }

  /** How many machines the pool lacks because their launches are refused. */
  int missing() {
    return reason().isPresent() ? lacking() : 0;
  }

  /** The places that never had a machine, and have none. */
  private int lacking() {
    return Math.max(0, view.desiredSize() - Math.max(view.size().effective(), filled));
  }

  /**
   * Why machines are missing.
   *
   * @param code the code of what holds launches back
   * @param message for people
   * @param outOfResources whether a quota or the cloud's capacity is the reason
   */
  record Reason(String code, String message, boolean outOfResources) {}

  /** Why launches fail; empty if the pool lacks none, is about to launch them, or does not act at present. */
  Optional<Reason> reason() {
    if (!explained) {
      // A pool that is suspended, frozen or observing launches again once a person lets it: to give
      // its launches up would undo what the pool has accepted.
      boolean mayFail = lacking() > 0 && view.status() == PoolStatus.ACTIVE;
      reason = mayFail ? reason(plan.get()) : Optional.empty();
      explained = true;
    }
    return reason;
  }

  private static Optional<Reason> reason(PoolPlan plan) {
    if (!plan.launches().isEmpty()) {
      return Optional.empty();
    }
    // Alarms also stand for what has nothing to do with launches; a hold is what keeps these back.
    return plan.holds().stream()
        .filter(hold -> rank(hold.code()) > 0)
        .max(Comparator.comparingInt(hold -> rank(hold.code())))
        .map(hold -> new Reason(hold.code().name(), hold.reason(), rank(hold.code()) == 2));
  }

  private static int rank(Alarm.Code code) {
    return switch (code) {
      case QUOTA, CAPACITY, TENANT_QUOTA -> 2;
      case BAD_LAUNCH, LAUNCHES_FAIL, UNKNOWN_LAUNCH_KEY -> 1;
      // Others pass by themselves: an account that is not listed yet or does not answer, a limit of
      // launches an hour, machines that end and take up the surge until then.
      default -> 0;
    };
  }
}
