package io.cloudadapter.aws.cloud;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Auto Scaling, request by request. What groups do by themselves and fell due is done when somebody looks. */
final class AutoScaling {
  private static final String ANSWERED = "CompleteLifecycleAction";
  private static final String HEARD = "RecordLifecycleActionHeartbeat";
  private static final int MOST_AT_ONCE = 20;
  private static final int MOST_NAMES = 50;

  private final InstantSource clock;
  private final Ec2 ec2;

  /** By name; guarded by this. */
  private final Map<String, ScalingGroup> groups = new TreeMap<>();

  /** Instances that the next look shows as they were before; guarded by this. */
  private final Map<String, ScalingGroup> stale = new TreeMap<>();

  /** How many groups a page holds. */
  private int pageLimit = MOST_NAMES;

  AutoScaling(InstantSource clock, Ec2 ec2) {
    this.clock = clock;
    this.ec2 = ec2;
  }

  synchronized String answer(String action, Params params) {
    settle();
    Xml xml = new Xml();
    switch (action) {
      case "DescribeAutoScalingGroups" -> describeGroups(params, xml);
      case "DescribeAutoScalingInstances" -> describeInstances(params, xml);
      case "DescribeLifecycleHooks" -> describeHooks(params, xml);
      case "CreateOrUpdateTags" -> tag(params);
      case "SetDesiredCapacity" -> setDesired(params);
      case "TerminateInstanceInAutoScalingGroup" -> terminate(params, xml);
      case "AttachInstances" -> attach(params);
      case "DetachInstances" -> detach(params, xml);
      case HEARD, ANSWERED -> hear(action, params, xml);
      default -> throw Refusal.wrong("InvalidAction", "Could not find operation " + action);
    }
    settle();
    return xml.toString();
  }

  synchronized void settle() {
    groups.values().forEach(group -> group.settle(clock.instant()));
  }

  private void describeGroups(Params params, Xml xml) {
    xml.open("DescribeAutoScalingGroupsResult").open("AutoScalingGroups");
    List<String> names = params.list("AutoScalingGroupNames.member");
    if (names.size() > MOST_NAMES) {
      throw invalid("The number of group names must be at most " + MOST_NAMES);
    }
    String after = params.get("NextToken").orElse("");
    List<ScalingGroup> rest = groups.values().stream()
        .filter(group -> names.isEmpty() || names.contains(group.name))
        .filter(group -> group.name.compareTo(after) > 0)
        .toList();
    List<ScalingGroup> page = rest.subList(0, Math.min(pageLimit, rest.size()));
    page.forEach(group -> group.row(xml));
    xml.close("AutoScalingGroups");
    if (page.size() < rest.size()) {
      xml.put("NextToken", page.get(page.size() - 1).name);
    }
    xml.close("DescribeAutoScalingGroupsResult");
  }

  /** Ids that are in no group are passed over. */
  private void describeInstances(Params params, Xml xml) {
    xml.open("DescribeAutoScalingInstancesResult").open("AutoScalingInstances");
    for (String id : params.list("InstanceIds.member")) {
      Optional<ScalingGroup> before = Optional.ofNullable(stale.remove(id));
      before.ifPresent(group -> group.past(id, xml));
      if (before.isPresent()) {
        continue;
      }
      groups.values().stream()
          .filter(group -> group.members.containsKey(id))
          .forEach(group -> group.detail(id, xml));
    }
    xml.close("AutoScalingInstances").close("DescribeAutoScalingInstancesResult");
  }

  private void describeHooks(Params params, Xml xml) {
    ScalingGroup group = group(params.must("AutoScalingGroupName"));
    xml.open("DescribeLifecycleHooksResult").open("LifecycleHooks");
    for (ScalingGroup.Hook hook : group.hooks.values()) {
      xml.open("member").put("LifecycleHookName", hook.name());
      xml.put("AutoScalingGroupName", group.name).put("LifecycleTransition", hook.transition());
      xml.put("HeartbeatTimeout", hook.heartbeat().toSeconds());
      xml.put("GlobalTimeout", hook.longest().toSeconds());
      xml.put("DefaultResult", hook.continues() ? "CONTINUE" : "ABANDON").close("member");
    }
    xml.close("LifecycleHooks").close("DescribeLifecycleHooksResult");
  }

  private void tag(Params params) {
    for (String each : params.prefixes("Tags.member")) {
      group(params.must(each + ".ResourceId"))
          .tags
          .put(params.must(each + ".Key"), params.get(each + ".Value").orElse(""));
    }
  }

  private void setDesired(Params params) {
    ScalingGroup group = group(params.must("AutoScalingGroupName"));
    int wanted = params.number("DesiredCapacity");
    if (wanted < group.least || wanted > group.most) {
      throw invalid("New SetDesiredCapacity value " + wanted + " is not between " + group.least
          + " and " + group.most);
    }
    group.resize(wanted, clock.instant());
  }

  private void terminate(Params params, Xml xml) {
    String id = params.must("InstanceId");
    ScalingGroup group = groupOf(id)
        .orElseThrow(() ->
            invalid("Instance Id not found - No managed instance found for instance ID: " + id));
    if (params.must("ShouldDecrementDesiredCapacity").equals("true")) {
      shrinkBy(group, 1);
    }
    group.end(id, clock.instant());
    xml.open("TerminateInstanceInAutoScalingGroupResult").open("Activity");
    xml.put("ActivityId", "act-" + id).put("StatusCode", "InProgress").put("Progress", 0);
    xml.close("Activity").close("TerminateInstanceInAutoScalingGroupResult");
  }

  private static void shrinkBy(ScalingGroup group, int machines) {
    if (group.desired - machines < group.least) {
      throw invalid("Currently, desiredSize equals minSize (" + group.least + "). Terminating"
          + " instance without replacement will violate group's min size constraint.");
    }
    group.desired -= machines;
  }

  private void attach(Params params) {
    ScalingGroup group = group(params.must("AutoScalingGroupName"));
    List<String> ids = few(params);
    for (String id : ids) {
      if (groups.values().stream().anyMatch(each -> each.members.containsKey(id))) {
        throw invalid("Instance " + id + " is already part of an AutoScalingGroup");
      }
      if (!ec2.stateNow(id).equals(Optional.of("running"))) {
        throw invalid("Invalid Instance ID(s): [" + id + "] are not in correct state");
      }
    }
    if (group.desired + ids.size() > group.most) {
      throw invalid("New DesiredCapacity would be above MaxSize " + group.most);
    }
    ids.forEach(group::join);
  }

  private void detach(Params params, Xml xml) {
    ScalingGroup group = group(params.must("AutoScalingGroupName"));
    List<String> ids = few(params);
    for (String id : ids) {
      if (!group.has(id)) {
        throw invalid("The instance " + id + " is not part of Auto Scaling group");
      }
    }
    if (params.must("ShouldDecrementDesiredCapacity").equals("true")) {
      shrinkBy(group, ids.size());
    }
    ids.forEach(group.members::remove);
    xml.open("DetachInstancesResult").open("Activities").close("Activities");
    xml.close("DetachInstancesResult");
  }

  private static List<String> few(Params params) {
    List<String> ids = params.list("InstanceIds.member");
    if (ids.isEmpty() || ids.size() > MOST_AT_ONCE) {
      throw invalid("The number of instances must be 1 to " + MOST_AT_ONCE);
    }
    return ids;
  }

  /** What somebody says to a hook. Tokens are not known here: whoever asks names the instance. */
  private void hear(String action, Params params, Xml xml) {
    ScalingGroup group = group(params.must("AutoScalingGroupName"));
    String hook = params.must("LifecycleHookName");
    String id = params.must("InstanceId");
    boolean waited = action.equals(HEARD)
        ? group.heartbeat(id, hook, clock.instant())
        : group.complete(id, hook, continues(params.must("LifecycleActionResult")));
    if (!waited) {
      throw invalid("No active Lifecycle Action found with instance ID " + id);
    }
    xml.open(action + "Result").close(action + "Result");
  }

  private static boolean continues(String result) {
    return switch (result) {
      case "CONTINUE" -> true;
      case "ABANDON" -> false;
      default -> throw invalid("Lifecycle action result must be CONTINUE or ABANDON");
    };
  }

  private ScalingGroup group(String name) {
    ScalingGroup group = groups.get(name);
    if (group == null) {
      throw invalid("AutoScalingGroup name not found - AutoScalingGroup '" + name + "' not found");
    }
    return group;
  }

  private Optional<ScalingGroup> groupOf(String id) {
    return groups.values().stream().filter(group -> group.has(id)).findFirst();
  }

  private static Refusal invalid(String message) {
    return Refusal.wrong("ValidationError", message);
  }

  // The console.

  synchronized void make(String name, int most) {
    groups.put(name, new ScalingGroup(name, most, ec2));
  }

  synchronized void pageLimit(int most) {
    pageLimit = most;
  }

  synchronized void drop(String id) {
    settle();
    groupOf(id).orElseThrow().end(id, clock.instant());
  }

  synchronized void showOnce(String name, String id) {
    stale.put(id, group(name));
  }

  /** A group, for whoever holds this object's lock. */
  ScalingGroup known(String name) {
    return group(name);
  }
}
