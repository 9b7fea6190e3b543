package io.cloudadapter.aws.asg;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.InstanceParser;
import io.cloudadapter.aws.TagWriter;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.feature.Adoption;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.Instance;

/**
 * Who belongs to a group: marks, and membership in the pool's group, which Auto Scaling keeps apart. No request of
 * these may be repeated without a look, so each call begins with one.
 */
final class AsgMembers implements Adoption {
  private final AwsClient api;
  private final AsgClient asg;
  private final TagWriter tags;
  private final AsgNames names;

  AsgMembers(AwsClient api, AsgClient asg, TagWriter tags, AsgNames names) {
    this.api = api;
    this.asg = asg;
    this.tags = tags;
    this.names = names;
  }

  /** Attached first: a machine with the pool's marks outside its group would be made once more. */
  @Override
  public void mark(MachineId machine, OwnershipMarks marks, CallContext call) {
    api.checkOpen();
    Instance row = tags.free(machine, marks, call);
    String group = names.of(marks.pool());
    Optional<AsgClient.Member> before = asg.member(machine, call);
    before.ifPresent(member -> checkStays(machine, member, group));
    boolean attaches = before.isEmpty();
    if (attaches) {
      checkRuns(machine, InstanceParser.state(row));
      asg.attach(group, machine, call);
    }
    try {
      tags.mark(machine, marks, call);
    } catch (CloudException e) {
      throw attaches ? AwsErrorClassifier.halfDone(e) : e;
    }
  }

  private static void checkStays(MachineId machine, AsgClient.Member member, String group) {
    if (!member.stays()) {
      throw AwsErrorClassifier.busy(
          "instance " + machine + " is just leaving Auto Scaling group " + member.group());
    }
    if (!member.group().equals(group)) {
      throw AwsErrorClassifier.foreign(
          "instance " + machine + " is in Auto Scaling group " + member.group());
    }
  }

  /** Auto Scaling takes no others, and says it in words only. */
  private static void checkRuns(MachineId machine, String state) {
    if (state.equals("pending")) {
      throw AwsErrorClassifier.busy(
          "instance " + machine + " must run to join a group, and is pending");
    }
    if (!state.equals("running")) {
      throw AwsErrorClassifier.invalid(
          "instance " + machine + " must run to join a group, was " + state);
    }
  }

  /** Detached first, for the same reason. */
  @Override
  public void unmark(MachineId machine, OwnershipMarks marks, CallContext call) {
    api.checkOpen();
    if (!tags.isThere(machine, marks, call)) {
      return;
    }
    String group = names.of(marks.pool());
    boolean detaches = asg.member(machine, call)
        .filter(member -> member.stays() && member.group().equals(group))
        .isPresent();
    if (detaches) {
      asg.detach(group, machine, call);
    }
    try {
      tags.unmark(machine, marks, call);
    } catch (CloudException e) {
      throw detaches ? AwsErrorClassifier.halfDone(e) : e;
    }
  }
}
