package io.cloudadapter.aws.cloud;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A fake of Auto Scaling, request by request. Changes that groups make without a request, and that are due, happen at
 * the next request.
 */
final class FakeAutoScaling {
  private static final String ANSWERED = "CompleteLifecycleAction";
  private static final String HEARD = "RecordLifecycleActionHeartbeat";
  private static final int MOST_AT_ONCE = 20;
  private static final int MOST_NAMES = 50;

  private final InstantSource clock;
  private final FakeEc2 ec2;

  /** By name; guarded by this. */
  private final Map<String, FakeScalingGroup> groups = new TreeMap<>();

  /** Instances that the next look shows as they were before; guarded by this. */
  private final Map<String, FakeScalingGroup> stale = new TreeMap<>();

  /** How many groups a page holds. */
  private int pageLimit = MOST_NAMES;

  FakeAutoScaling(InstantSource clock, FakeEc2 ec2) {
    this.clock = clock;
    this.ec2 = ec2;
  }

  synchronized String answer(String action, QueryParams params) {
    settle();
    XmlWriter xml = new XmlWriter();
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
      default -> throw AwsRefusal.wrong("InvalidAction", "Could not find operation " + action);
    }
    settle();
    return xml.toString();
  }

  synchronized void settle() {
    groups.values().forEach(group -> group.settle(clock.instant()));
  }

  private void describeGroups(QueryParams params, XmlWriter xml) {
    xml.open("DescribeAutoScalingGroupsResult").open("AutoScalingGroups");
    List<String> names = params.list("AutoScalingGroupNames.member");
    if (names.size() > MOST_NAMES) {
      throw invalid("The number of group names must be at most " + MOST_NAMES);
    }
    String after = params.get("NextToken").orElse("");
    List<FakeScalingGroup> rest = groups.values().stream()
        .filter(group -> names.isEmpty() || names.contains(group.name))
        .filter(group -> group.name.compareTo(after) > 0)
        .toList();
    List<FakeScalingGroup> page = rest.subList(0, Math.min(pageLimit, rest.size()));
    page.forEach(group -> group.row(xml));
    xml.close("AutoScalingGroups");
    if (page.size() < rest.size()) {
      xml.put("NextToken", page.get(page.size() - 1).name);
    }
    xml.close("DescribeAutoScalingGroupsResult");
  }

  /** Ids that are in no group are passed over. */
  private void describeInstances(QueryParams params, XmlWriter xml) {
    xml.open("DescribeAutoScalingInstancesResult").open("AutoScalingInstances");
    for (String id : params.list("InstanceIds.member")) {
      Optional<FakeScalingGroup> before = Optional.ofNullable(stale.remove(id));
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

  private void describeHooks(QueryParams params, XmlWriter xml) {
    FakeScalingGroup group = group(params.must("AutoScalingGroupName"));
    xml.open("DescribeLifecycleHooksResult").open("LifecycleHooks");
    for (FakeScalingGroup.Hook hook : group.hooks.values()) {
      xml.open("member").put("LifecycleHookName", hook.name());
      xml.put("AutoScalingGroupName", group.name).put("LifecycleTransition", hook.transition());
      xml.put("HeartbeatTimeout", hook.heartbeat().toSeconds());
      xml.put("GlobalTimeout", hook.longest().toSeconds());
      xml.put("DefaultResult", hook.continues() ? "CONTINUE" : "ABANDON").close("member");
    }
    xml.close("LifecycleHooks").close("DescribeLifecycleHooksResult");
  }

  private void tag(QueryParams params) {
    for (String each : params.prefixes("Tags.member")) {
      group(params.must(each + ".ResourceId"))
          .tags
          .put(params.must(each + ".Key"), params.get(each + ".Value").orElse(""));
    }
  }

  private void setDesired(QueryParams params) {
    FakeScalingGroup group = group(params.must("AutoScalingGroupName"));
    int wanted = params.number("DesiredCapacity");
    if (wanted < group.least || wanted > group.most) {
      throw invalid("New SetDesiredCapacity value " + wanted + " is not between " + group.least
          + " and " + group.most);
    }
    group.resize(wanted, clock.instant());
  }

  private void terminate(QueryParams params, XmlWriter xml) {
    String id = params.must("InstanceId");
    FakeScalingGroup group = groupOf(id)
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

  private static void shrinkBy(FakeScalingGroup group, int machines) {
    if (group.desired - machines < group.least) {
      throw invalid("Currently, desiredSize equals minSize (" + group.least + "). Terminating"
          + " instance without replacement will violate group's min size constraint.");
    }
    group.desired -= machines;
  }

  private void attach(QueryParams params) {
    FakeScalingGroup group = group(params.must("AutoScalingGroupName"));
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

  private void detach(QueryParams params, XmlWriter xml) {
    FakeScalingGroup group = group(params.must("AutoScalingGroupName"));
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

  private static List<String> few(QueryParams params) {
    List<String> ids = params.list("InstanceIds.member");
    if (ids.isEmpty() || ids.size() > MOST_AT_ONCE) {
      throw invalid("The number of instances must be 1 to " + MOST_AT_ONCE);
    }
    return ids;
  }

  /** Answers a hook. The fake has no tokens: a request names the instance. */
  private void hear(String action, QueryParams params, XmlWriter xml) {
    FakeScalingGroup group = group(params.must("AutoScalingGroupName"));
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

  private FakeScalingGroup group(String name) {
    FakeScalingGroup group = groups.get(name);
    if (group == null) {
      throw invalid("AutoScalingGroup name not found - AutoScalingGroup '" + name + "' not found");
    }
    return group;
  }

  private Optional<FakeScalingGroup> groupOf(String id) {
    return groups.values().stream().filter(group -> group.has(id)).findFirst();
  }

  private static AwsRefusal invalid(String message) {
    return AwsRefusal.wrong("ValidationError", message);
  }

  // The console.

  synchronized void make(String name, int most) {
    groups.put(name, new FakeScalingGroup(name, most, ec2));
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

  /** Returns a group, for callers that hold this object's lock. */
  FakeScalingGroup known(String name) {
    return group(name);
  }
}
