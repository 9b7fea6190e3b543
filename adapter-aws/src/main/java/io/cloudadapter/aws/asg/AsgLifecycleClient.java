package io.cloudadapter.aws.asg;

import com.google.common.collect.Lists;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsPages;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.DescribeAutoScalingGroupsResponse;
import software.amazon.awssdk.services.autoscaling.model.Instance;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHook;

/** What we ask of Auto Scaling about its lifecycle hooks, and the machines that these hold. */
final class AsgLifecycleClient {
  /** Of names in one request. */
  private static final int MOST_NAMES = 50;

  private static final int MOST_PAGES = 100;

  /** The default of Auto Scaling. */
  private static final Duration HEARTBEAT = Duration.ofHours(1);

  private static final ApiCall GROUPS =
      ApiCall.read(AwsService.AUTOSCALING, "DescribeAutoScalingGroups", "AutoScalingGroups");

  private final AwsClient api;

  AsgLifecycleClient(AwsClient api) {
    this.api = api;
  }

  /** A machine that waits on its way into its group, or out of it. */
  record Waiting(PoolName pool, String group, MachineId machine, LifecycleTransition transition) {}

  /**
   * A lifecycle hook of a group.
   *
   * @param heartbeat for how long it waits for a word
   */
  record Hook(String name, LifecycleTransition transition, Duration heartbeat) {}

  /**
   * The machines of groups that wait for something; groups that are not there have none.
   *
   * @param owners the pool of each group
   */
  List<Waiting> waiting(Map<String, PoolName> owners, CallContext call) {
    List<Waiting> waiting = new ArrayList<>();
    for (List<String> some : Lists.partition(List.copyOf(owners.keySet()), MOST_NAMES)) {
      AwsPages.read(GROUPS, MOST_PAGES, token -> {
        DescribeAutoScalingGroupsResponse page = page(some, token, call);
        for (AutoScalingGroup group : page.autoScalingGroups()) {
          PoolName pool = owners.get(group.autoScalingGroupName());
          if (pool != null && isOf(pool, group)) {
            read(pool, group, waiting);
          }
        }
        return page.nextToken();
      });
    }
    return waiting;
  }

  /** A group that has only attached machines carries no mark. */
  private static boolean isOf(PoolName pool, AutoScalingGroup group) {
    return group.tags().stream()
        .filter(tag -> OwnershipMarks.POOL_TAG.equals(tag.key()))
        .allMatch(tag -> pool.value().equals(tag.value()));
  }

  private DescribeAutoScalingGroupsResponse page(
      List<String> groups, @Nullable String token, CallContext call) {
    return api.autoScaling(
        GROUPS,
        call,
        (asg, with) -> asg.describeAutoScalingGroups(
            ask -> ask.overrideConfiguration(with).autoScalingGroupNames(groups).nextToken(token)));
  }

  private static void read(PoolName pool, AutoScalingGroup group, List<Waiting> waiting) {
    for (Instance row : group.instances()) {
      transition(Objects.toString(row.lifecycleStateAsString(), ""))
          .map(transition -> new Waiting(
              pool, group.autoScalingGroupName(), new MachineId(row.instanceId()), transition))
          .ifPresent(waiting::add);
    }
  }

  private static Optional<LifecycleTransition> transition(String state) {
    return switch (state) {
      case "Pending:Wait" -> Optional.of(LifecycleTransition.LAUNCH);
      case "Terminating:Wait" -> Optional.of(LifecycleTransition.TERMINATE);
      default -> Optional.empty();
    };
  }

  /** The lifecycle hooks of a group; one that is not there any more has none. */
  List<Hook> hooks(String group, CallContext call) {
    ApiCall asked =
        ApiCall.read(AwsService.AUTOSCALING, "DescribeLifecycleHooks", "LifecycleHooks");
    try {
      return api
          .autoScaling(
              asked,
              call,
              (asg, with) -> asg.describeLifecycleHooks(
                  ask -> ask.overrideConfiguration(with).autoScalingGroupName(group)))
          .lifecycleHooks()
          .stream()
          .flatMap(row -> hook(row).stream())
          .toList();
    } catch (CloudException e) {
      if (AsgClient.isOfState(e)) {
        return List.of();
      }
      throw e;
    }
  }

  private static Optional<Hook> hook(LifecycleHook row) {
    Duration heartbeat =
        row.heartbeatTimeout() == null ? HEARTBEAT : Duration.ofSeconds(row.heartbeatTimeout());
    return switch (Objects.toString(row.lifecycleTransition(), "")) {
      case "autoscaling:EC2_INSTANCE_LAUNCHING" ->
        Optional.of(new Hook(row.lifecycleHookName(), LifecycleTransition.LAUNCH, heartbeat));
      case "autoscaling:EC2_INSTANCE_TERMINATING" ->
        Optional.of(new Hook(row.lifecycleHookName(), LifecycleTransition.TERMINATE, heartbeat));
      default -> Optional.empty();
    };
  }

  /** Has a hook wait for its whole time from now on. One that does not wait for this machine has been answered. */
  void heartbeat(String group, String hook, MachineId machine, CallContext call) {
    unlessAnswered(() -> api.autoScaling(
        write("RecordLifecycleActionHeartbeat", machine),
        call,
        (asg, with) -> asg.recordLifecycleActionHeartbeat(ask -> ask.overrideConfiguration(with)
            .autoScalingGroupName(group)
            .lifecycleHookName(hook)
            .instanceId(machine.value()))));
  }

  /** Has a hook wait no longer. One that does not wait for this machine has been answered. */
  void complete(String group, String hook, MachineId machine, CallContext call) {
    unlessAnswered(() -> api.autoScaling(
        write("CompleteLifecycleAction", machine),
        call,
        (asg, with) -> asg.completeLifecycleAction(ask -> ask.overrideConfiguration(with)
            .autoScalingGroupName(group)
            .lifecycleHookName(hook)
            .instanceId(machine.value())
            .lifecycleActionResult("CONTINUE"))));
  }

  /** Auto Scaling finds no active lifecycle action when it is too late, or has been said before. */
  private static void unlessAnswered(Runnable request) {
    try {
      request.run();
    } catch (CloudException e) {
      if (!AsgClient.isOfState(e)) {
        throw e;
      }
    }
  }

  private static ApiCall write(String action, MachineId machine) {
    return new ApiCall(
        AwsService.AUTOSCALING,
        RequestKind.ACT,
        action,
        machine.value(),
        Set.of(),
        FailureScope.ANY);
  }
}
