package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.ExternalGrpcNode;
import io.grpc.Status;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Deletes nodes: ends their machines, and lowers the target once for each. What can be refused is refused before
 * anything is changed; after that each machine is one durable command of its own, which a repetition does not repeat.
 */
final class NodeDeletion {
  /** How the ids of machines begin that are launched and have no id of their cloud yet. */
  private static final String REQUESTED = "req-";

  private final MissingMachines missing;

  NodeDeletion(MissingMachines missing) {
    this.missing = missing;
  }

  /**
   * Deletes nodes of a group. If single machines are refused after the check, the others are deleted all the same.
   *
   * @throws PoolException INVALID if a node is not of the group; CONFLICT if a machine is protected, is not evictable,
   *     or does not count towards the target; else as the pool's own operations
   * @throws io.grpc.StatusRuntimeException CANCELLED or UNAVAILABLE if the caller's time ends before all are deleted
   */
  void delete(NodeGroupView group, List<ExternalGrpcNode> nodes, WriteOptions options) {
    Set<String> machines = new LinkedHashSet<>();
    Set<String> failed = new LinkedHashSet<>();
    MachinePool pool = group.pool();
    for (ExternalGrpcNode node : nodes) {
      String id = group.idOf(node).orElseThrow(() -> stranger(node, pool));
      Optional<String> named = MissingMachines.poolOf(id);
      if (named.isEmpty()) {
        group.machine(id).ifPresent(NodeDeletion::check);
        machines.add(id);
      } else if (named.get().equals(pool.name().value())) {
        failed.add(id);
      } else {
        throw stranger(node, pool);
      }
    }
    if (!failed.isEmpty()) {
      missing.during(pool.name(), () -> cancel(group, failed, options));
    }
    terminate(pool, machines, options);
  }

  private static PoolException stranger(ExternalGrpcNode node, MachinePool pool) {
    return new PoolException(
        Reason.INVALID,
        "node " + node.getName() + " does not belong to node group " + pool.name(),
        "Its provider ID has another form than those of the group, was " + node.getProviderID());
  }

  /** Gives up missing machines; one that is not missing any more was deleted before, or launched after all. */
  private void cancel(NodeGroupView group, Set<String> failed, WriteOptions options) {
    MachinePool pool = group.pool();
    int most = group.missing();
    int count = (int)
        failed.stream().filter(id -> missing.isPresent(pool.name(), id, most)).count();
    if (count > 0) {
      // Before the command, whose answer may be lost: rather too few deletions than one too many.
      missing.renew(pool.name());
      CallDeadline.await(pool.cancelLaunchesAsync(count, options), late(pool));
    }
  }

  private static void terminate(MachinePool pool, Set<String> machines, WriteOptions options) {
    Optional<PoolException> first = Optional.empty();
    for (String id : machines) {
      CallDeadline.requireCaller("the nodes from " + id + " on are not deleted");
      try {
        // The view of before is as old as the ends before this one took.
        NodeGroupView.machine(pool.view(), id).ifPresent(NodeDeletion::check);
        CallDeadline.await(pool.terminateAsync(new MachineId(id), true, options), late(pool));
      } catch (PoolException e) {
        if (!isRefusal(e)) {
          throw e;
        }
        // A launch that was given up leaves no record of its machines: there is nothing to delete.
        if (e.reason() != Reason.NOT_FOUND || !id.startsWith(REQUESTED)) {
          first = first.or(() -> Optional.of(e));
        }
      }
    }
    if (first.isPresent()) {
      throw first.get();
    }
  }

  /** Whether it stands against this machine, and not against any. */
  private static boolean isRefusal(PoolException e) {
    return switch (e.reason()) {
      case INVALID, NOT_FOUND, CONFLICT, STALE, GONE -> true;
      case UNSUPPORTED, QUOTA, THROTTLED, UNAVAILABLE, ELSEWHERE, UNKNOWN -> false;
    };
  }

  private static Status late(MachinePool pool) {
    return Status.UNAVAILABLE.withDescription(
        "pool " + pool.name() + " has not confirmed in time; the change may still be carried out");
  }

  private static void check(Machine machine) {
    if (machine.allocated() && machine.isProtected()) {
      throw new PoolException(
          Reason.CONFLICT,
          "machine " + machine.id() + " is protected",
          "End its protection first. Cluster Autoscaler keeps a node with the annotation"
              + " cluster-autoscaler.kubernetes.io/scale-down-disabled=true by itself.");
    }
    if (machine.allocated() && !machine.membershipStatus().evictable()) {
      throw new PoolException(
          Reason.CONFLICT,
          "machine " + machine.id() + " is not evictable: its membership status is "
              + machine.membershipStatus().word(),
          "Set its membership status to evictable first.");
    }
    if (machine.outOfService()) {
      throw new PoolException(
          Reason.CONFLICT,
          "machine " + machine.id() + " is out of service and does not count towards the target",
          "The pool replaces it. Its place is another machine's.");
    }
  }
}
