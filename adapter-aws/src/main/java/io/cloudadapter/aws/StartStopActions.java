package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.StartStop;
import java.util.List;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceStateChange;

/**
 * Starts and stops instances. Both may be repeated at will, and their answers contain the present state; lists lag,
 * so they count only once an attempt is so old that they must show it.
 */
final class StartStopActions implements StartStop {
  private final AwsClient api;
  private final ActionSupport acting;

  StartStopActions(AwsClient api, ActionSupport acting) {
    this.api = api;
    this.acting = acting;
  }

  @Override
  public ActionProgress start(MachineId machine, ActionToken token, CallContext call) {
    api.checkOpen();
    ApiCall asked =
        ApiCall.write(RequestKind.ACT, "StartInstances", machine.value(), "instancesSet");
    List<InstanceStateChange> changes = acting
        .on(
            machine,
            call,
            () -> api.ec2(
                asked,
                call,
                (ec2, with) -> ec2.startInstances(
                    ask -> ask.overrideConfiguration(with).instanceIds(machine.value()))))
        .startingInstances();
    return state(asked, changes, machine).equals("running")
        ? ActionProgress.done()
        : ActionProgress.underWay();
  }

  @Override
  public ActionProgress stop(MachineId machine, ActionToken token, CallContext call) {
    api.checkOpen();
    ApiCall asked =
        ApiCall.write(RequestKind.ACT, "StopInstances", machine.value(), "instancesSet");
    List<InstanceStateChange> changes = acting
        .on(
            machine,
            call,
            () -> api.ec2(
                asked,
                call,
                (ec2, with) -> ec2.stopInstances(
                    ask -> ask.overrideConfiguration(with).instanceIds(machine.value()))))
        .stoppingInstances();
    return state(asked, changes, machine).equals("stopped")
        ? ActionProgress.done()
        : ActionProgress.underWay();
  }

  /** Into which state the machine has come by a request. */
  private static String state(ApiCall asked, List<InstanceStateChange> changes, MachineId machine) {
    return changes.stream()
        .filter(change -> machine.value().equals(change.instanceId()))
        .filter(change -> change.currentState() != null)
        .map(change -> String.valueOf(change.currentState().nameAsString()))
        .findFirst()
        .orElseThrow(() -> AwsErrorClassifier.notUnderstood(asked, "instance " + machine));
  }

  @Override
  public ActionProgress progress(MachineId machine, ActionToken token, CallContext call) {
    api.checkOpen();
    boolean start = token.type().equals("Start");
    return acting.progress(machine, token, call, row -> told(row, start));
  }

  private static ActionProgress told(Instance row, boolean start) {
    return switch (InstanceParser.state(row)) {
      case "running" -> start ? ActionProgress.done() : ActionProgress.notDone();
      case "stopped" -> start ? ActionProgress.notDone() : ActionProgress.done();
      case "pending", "stopping" -> ActionProgress.underWay();
      default -> ActionProgress.unknown();
    };
  }
}
