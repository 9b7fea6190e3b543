package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.ExternalGrpcNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Deletes nodes: ends their machines, and lowers the target once for each. What can be refused is refused before
 * anything is changed; after that each machine is one durable command of its own, which a repetition does not repeat.
 */
final class NodeDeletion {
  private final MissingMachines missing;

  NodeDeletion(MissingMachines missing) {
    this.missing = missing;
  }

  /**
   * Deletes nodes of a group.
   *
   * @throws PoolException INVALID if a node is not of the group; CONFLICT if a machine is protected, is not evictable,
   *     or does not count towards the target; else as the pool's own operations
   */
  void delete(NodeGroupView group, List<ExternalGrpcNode> nodes, WriteOptions options) {
    Set<String> machines = new LinkedHashSet<>();
    Set<String> failed = new LinkedHashSet<>();
    for (ExternalGrpcNode node : nodes) {
      String id = group
          .idOf(node)
          .orElseThrow(() -> new PoolException(
              Reason.INVALID,
              "node " + node.getName() + " does not belong to node group "
                  + group.pool().name(),
              "Its provider ID has another form than those of the group, was "
                  + node.getProviderID()));
      if (MissingMachines.isMissing(id)) {
        failed.add(id);
      } else {
        group.machine(id).ifPresent(machine -> check(machine));
        machines.add(id);
      }
    }
    missing.during(group.pool().name(), () -> cancel(group, failed, options));
    MachinePool pool = group.pool();
    machines.forEach(id -> pool.terminate(new MachineId(id), true, options));
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
      pool.cancelLaunches(count, options);
    }
  }

  private static void check(Machine machine) {
    if (machine.isProtected()) {
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
