package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.ExternalGrpcNode;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.NodeGroup;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A pool as a node group at one moment: from its last view, without a call of the cloud. */
final class NodeGroupView {
  private final MachinePool pool;
  private final PoolView view;
  private final ProviderIdFormat format;
  private final Optional<Reason> reason;

  private NodeGroupView(
      MachinePool pool, PoolView view, ProviderIdFormat format, Optional<Reason> reason) {
    this.pool = pool;
    this.view = view;
    this.format = format;
    this.reason = reason;
  }

  /**
   * Reads a pool.
   *
   * @throws PoolException UNAVAILABLE if the pool has never listed its cloud, so that an empty list would be wrong
   */
  static NodeGroupView of(MachinePool pool, ProviderIdFormat format) {
    PoolView view = pool.view();
    if (!view.everListed()) {
      throw new PoolException(
          PoolException.Reason.UNAVAILABLE,
          "pool " + pool.name() + " has not listed its cloud yet",
          "Ask again in a moment.");
    }
    return new NodeGroupView(pool, view, format, reason(pool, view));
  }

  MachinePool pool() {
    return pool;
  }

  PoolView view() {
    return view;
  }

  /** The group as Cluster Autoscaler sees it. */
  NodeGroup message() {
    PoolScaling scaling = pool.scaling();
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

  /** A machine of the view. */
  Optional<Machine> machine(String id) {
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

  /** How many machines the pool lacks because its cloud refused them, or because it launches none. */
  int missing() {
    return reason.isPresent() ? lacking(view) : 0;
  }

  private static int lacking(PoolView view) {
    return Math.max(0, view.desiredSize() - view.size().effective());
  }

  /**
   * Why machines are missing.
   *
   * @param code the code of what holds launches back, or the pool's status
   * @param message for people
   * @param outOfResources whether a quota or the cloud's capacity is the reason
   */
  record Reason(String code, String message, boolean outOfResources) {}

  /** Why the pool lacks machines; empty if it lacks none, or is about to launch them. */
  Optional<Reason> reason() {
    return reason;
  }

  private static Optional<Reason> reason(MachinePool pool, PoolView view) {
    if (lacking(view) == 0) {
      return Optional.empty();
    }
    if (view.status() != PoolStatus.ACTIVE) {
      return Optional.of(new Reason(
          view.status().name(), "the pool is " + view.status() + " and launches nothing", false));
    }
    // Alarms also stand for what has nothing to do with launches; a hold is what keeps these back.
    return pool.plan().holds().stream()
        .filter(hold -> rank(hold.code()) > 0)
        .max(Comparator.comparingInt(hold -> rank(hold.code())))
        .map(hold -> new Reason(hold.code().name(), hold.reason(), rank(hold.code()) == 2));
  }

  private static int rank(Alarm.Code code) {
    return switch (code) {
      case QUOTA, CAPACITY, TENANT_QUOTA -> 2;
      case AT_MAX_SIZE, BAD_LAUNCH, CLOUD, LAUNCHES_FAIL, UNKNOWN_LAUNCH_KEY, WRONG_ACCOUNT -> 1;
      // A limit of launches an hour, or of machines on their way, lets the others follow by itself.
      default -> 0;
    };
  }
}
