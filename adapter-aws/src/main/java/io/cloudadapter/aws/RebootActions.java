package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Reboot;
import java.time.Duration;

/**
 * Reboots instances. EC2 accepts a reboot and shows nothing of it: the instance is running all the while. By its
 * documentation it cuts the power if the instance has not rebooted within a few minutes; so after these an accepted
 * reboot is over.
 */
final class RebootActions implements Reboot {
  /** EC2's few minutes, which its pages give as four, and time for a boot. */
  static final Duration OVER_AFTER = Duration.ofMinutes(6);

  private final AwsClient api;
  private final ActionSupport acting;

  RebootActions(AwsClient api, ActionSupport acting) {
    this.api = api;
    this.acting = acting;
  }

  @Override
  public ActionProgress reboot(
      MachineId machine, Action.Mode mode, ActionToken token, CallContext call) {
    api.checkOpen();
    if (mode != Action.Mode.SOFT) {
      throw AwsErrorClassifier.unsupported("EC2 has no hard reboot: it cuts the power if a soft"
          + " one takes longer than a few minutes");
    }
    acting.on(
        machine,
        call,
        () -> api.ec2(
            ApiCall.write(RequestKind.ACT, "RebootInstances", machine.value()),
            call,
            (ec2, with) -> ec2.rebootInstances(
                ask -> ask.overrideConfiguration(with).instanceIds(machine.value()))));
    return ActionProgress.underWay();
  }

  @Override
  public ActionProgress progress(MachineId machine, ActionToken token, CallContext call) {
    api.checkOpen();
    return acting.progress(
        machine,
        token,
        call,
        row -> acting.hasPassed(OVER_AFTER, token)
            ? ActionProgress.done()
            : ActionProgress.underWay());
  }
}
