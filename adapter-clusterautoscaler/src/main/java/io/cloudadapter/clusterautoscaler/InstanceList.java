package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.Instance;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.InstanceErrorInfo;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.InstanceStatus;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.InstanceStatus.InstanceState;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.NodeGroupNodesResponse;
import java.util.Optional;

/** Lists the machines of a pool as instances of a node group. */
final class InstanceList {
  private static final int OUT_OF_RESOURCES = 1;
  private static final int OTHER = 99;

  private InstanceList() {}

  /** The machines that have not ended, and one failed instance for each machine that the cloud refused. */
  static NodeGroupNodesResponse of(NodeGroupView group, MissingMachines missing) {
    NodeGroupNodesResponse.Builder all = NodeGroupNodesResponse.newBuilder();
    for (Machine machine : group.view().machines()) {
      // A machine that ended, or that the cloud rejected, never runs: the pool replaces it by
      // itself. One of the warm pool is no node, and none to delete.
      if (!machine.waitsWarm()
          && machine.machineState() != MachineState.TERMINATED
          && machine.machineState() != MachineState.REJECTED) {
        all.addInstances(Instance.newBuilder()
            .setId(group.providerId(machine.id().value(), machine.zone()))
            .setStatus(status(machine.machineState())));
      }
    }
    int count = group.missing();
    for (int which = 1; which <= count; which++) {
      NodeGroupView.Reason reason = group.reason().orElseThrow();
      all.addInstances(Instance.newBuilder()
          .setId(group.providerId(missing.id(group.pool().name(), which), Optional.empty()))
          .setStatus(failed(
              reason.code(),
              reason.message(),
              reason.outOfResources() ? OUT_OF_RESOURCES : OTHER)));
    }
    return all.build();
  }

  private static InstanceStatus status(MachineState state) {
    return switch (state) {
      case REQUESTED, PENDING -> of(InstanceState.instanceCreating);
      case RUNNING -> of(InstanceState.instanceRunning);
      case TERMINATING, TERMINATED, REJECTED -> of(InstanceState.instanceDeleting);
    };
  }

  private static InstanceStatus of(InstanceState state) {
    return InstanceStatus.newBuilder().setInstanceState(state).build();
  }

  private static InstanceStatus failed(String code, String message, int errorClass) {
    return InstanceStatus.newBuilder()
        .setInstanceState(InstanceState.instanceCreating)
        .setErrorInfo(InstanceErrorInfo.newBuilder()
            .setErrorCode(code)
            .setErrorMessage(message)
            .setInstanceErrorClass(errorClass))
        .build();
  }
}
