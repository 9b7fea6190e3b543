package io.cloudadapter.aws.asg;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.RequestKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingInstanceDetails;
import software.amazon.awssdk.services.autoscaling.model.Instance;
import software.amazon.awssdk.services.autoscaling.model.MixedInstancesPolicy;
import software.amazon.awssdk.services.autoscaling.model.SuspendedProcess;
import software.amazon.awssdk.services.autoscaling.model.Tag;
import software.amazon.awssdk.services.autoscaling.model.TagDescription;

/** What we ask of Auto Scaling, request by request. */
final class AsgClient {
  private final AwsClient api;

  AsgClient(AwsClient api) {
    this.api = api;
  }

  /**
   * A group as it is now.
   *
   * @param oddities what makes its size another number than that of its machines
   * @param tags those that it hands on
   */
  record Group(
      String name,
      int least,
      int most,
      int desired,
      int staying,
      boolean isProtected,
      boolean isDeleted,
      List<String> oddities,
      Set<String> suspended,
      Map<String, String> tags) {
    /** Whether it has more machines than it wants, so that it replaces none that ends. */
    boolean hasSurplus() {
      return staying > desired;
    }
  }

  /**
   * Who is in a group, and how far on its way through it. The words are Auto Scaling's, of which there may be new
   * ones.
   */
  record Member(String group, String state) {
    boolean isEnding() {
      return state.startsWith("Terminating") && !state.endsWith(":Retained");
    }

    boolean stays() {
      return isStaying(state);
    }

    private static boolean isStaying(String state) {
      return !state.startsWith("Terminat") && !state.startsWith("Detach");
    }
  }

  Optional<Group> group(String name, CallContext call) {
    ApiCall asked =
        ApiCall.read(AwsService.AUTOSCALING, "DescribeAutoScalingGroups", "AutoScalingGroups");
    List<AutoScalingGroup> rows = api.autoScaling(
            asked,
            call,
            (asg, with) -> asg.describeAutoScalingGroups(
                ask -> ask.overrideConfiguration(with).autoScalingGroupNames(name)))
        .autoScalingGroups();
    return rows.stream()
        .filter(row -> name.equals(row.autoScalingGroupName()))
        .findFirst()
        .map(row -> read(asked, row));
  }

  private static Group read(ApiCall asked, AutoScalingGroup row) {
    if (row.minSize() == null || row.maxSize() == null || row.desiredCapacity() == null) {
      throw AwsErrorClassifier.notUnderstood(asked, "size of group " + row.autoScalingGroupName());
    }
    Map<String, String> tags = new TreeMap<>();
    for (TagDescription tag : row.tags()) {
      if (Boolean.TRUE.equals(tag.propagateAtLaunch())) {
        tags.put(tag.key(), tag.value() == null ? "" : tag.value());
      }
    }
    Set<String> suspended = new TreeSet<>();
    for (SuspendedProcess process : row.suspendedProcesses()) {
      suspended.add(process.processName());
    }
    return new Group(
        row.autoScalingGroupName(),
        row.minSize(),
        row.maxSize(),
        row.desiredCapacity(),
        (int) row.instances().stream().filter(AsgClient::isStaying).count(),
        Boolean.TRUE.equals(row.newInstancesProtectedFromScaleIn()),
        row.status() != null && !row.status().isEmpty(),
        oddities(row),
        suspended,
        tags);
  }

  private static boolean isStaying(Instance row) {
    String state = row.lifecycleStateAsString();
    return state != null && Member.isStaying(state);
  }

  private static List<String> oddities(AutoScalingGroup row) {
    List<String> oddities = new ArrayList<>();
    if (row.warmPoolConfiguration() != null) {
      oddities.add("a warm pool");
    }
    MixedInstancesPolicy mixed = row.mixedInstancesPolicy();
    if (mixed != null
        && mixed.launchTemplate() != null
        && mixed.launchTemplate().overrides().stream()
            .anyMatch(size -> size.weightedCapacity() != null)) {
      oddities.add("sizes with weights");
    }
    String type = row.desiredCapacityType();
    if (type != null && !type.equals("units")) {
      oddities.add("its capacity in " + type);
    }
    return oddities;
  }

  /** What a machine is to a group; empty if it is in none. */
  Optional<Member> member(MachineId machine, CallContext call) {
    ApiCall asked = ApiCall.read(
        AwsService.AUTOSCALING, "DescribeAutoScalingInstances", "AutoScalingInstances");
    List<AutoScalingInstanceDetails> rows = api.autoScaling(
            asked,
            call,
            (asg, with) -> asg.describeAutoScalingInstances(
                ask -> ask.overrideConfiguration(with).instanceIds(machine.value())))
        .autoScalingInstances();
    return rows.stream()
        .filter(row -> machine.value().equals(row.instanceId()))
        .findFirst()
        .map(row -> member(asked, row));
  }

  private static Member member(ApiCall asked, AutoScalingInstanceDetails row) {
    if (row.autoScalingGroupName() == null || row.lifecycleState() == null) {
      throw AwsErrorClassifier.notUnderstood(asked, "group and state of " + row.instanceId());
    }
    return new Member(row.autoScalingGroupName(), row.lifecycleState());
  }

  /** Has the group hand these tags on to what it makes from now on. */
  void tag(String group, Map<String, String> tags, CallContext call) {
    List<Tag> written = tags.entrySet().stream()
        .map(item -> Tag.builder()
            .resourceId(group)
            .resourceType("auto-scaling-group")
            .key(item.getKey())
            .value(item.getValue())
            .propagateAtLaunch(true)
            .build())
        .toList();
    api.autoScaling(
        write(RequestKind.MARK, "CreateOrUpdateTags", group),
        call,
        (asg, with) ->
            asg.createOrUpdateTags(ask -> ask.overrideConfiguration(with).tags(written)));
  }

  void setDesired(String group, int desired, CallContext call) {
    api.autoScaling(
        write(RequestKind.LAUNCH, "SetDesiredCapacity", group),
        call,
        (asg, with) -> asg.setDesiredCapacity(ask -> ask.overrideConfiguration(with)
            .autoScalingGroupName(group)
            .desiredCapacity(desired)
            .honorCooldown(false)));
  }

  /** Ends a member, and makes its group smaller by it. Not to be repeated without a look. */
  void terminate(MachineId machine, CallContext call) {
    terminate(machine, true, call);
  }

  /** Ends a member of a group that has more than it wants already. */
  void terminateSurplus(MachineId machine, CallContext call) {
    terminate(machine, false, call);
  }

  private void terminate(MachineId machine, boolean smaller, CallContext call) {
    api.autoScaling(
        write(RequestKind.TERMINATE, "TerminateInstanceInAutoScalingGroup", machine.value()),
        call,
        (asg, with) ->
            asg.terminateInstanceInAutoScalingGroup(ask -> ask.overrideConfiguration(with)
                .instanceId(machine.value())
                .shouldDecrementDesiredCapacity(smaller)));
  }

  /** Makes a group larger by a machine. Not to be repeated without a look. */
  void attach(String group, MachineId machine, CallContext call) {
    api.autoScaling(
        write(RequestKind.MARK, "AttachInstances", machine.value()),
        call,
        (asg, with) -> asg.attachInstances(ask -> ask.overrideConfiguration(with)
            .autoScalingGroupName(group)
            .instanceIds(machine.value())));
  }

  /** Makes a group smaller by a machine, which lives on. Not to be repeated without a look. */
  void detach(String group, MachineId machine, CallContext call) {
    api.autoScaling(
        write(RequestKind.MARK, "DetachInstances", machine.value()),
        call,
        (asg, with) -> asg.detachInstances(ask -> ask.overrideConfiguration(with)
            .autoScalingGroupName(group)
            .instanceIds(machine.value())
            .shouldDecrementDesiredCapacity(true)));
  }

  /** Whether Auto Scaling refused a request for what it is about: often that is not as it was a moment ago. */
  static boolean isOfState(CloudException e) {
    return e.code().filter("ValidationError"::equals).isPresent();
  }

  private static ApiCall write(RequestKind verb, String action, String about) {
    return new ApiCall(AwsService.AUTOSCALING, verb, action, about, Set.of(), FailureScope.ANY);
  }
}
