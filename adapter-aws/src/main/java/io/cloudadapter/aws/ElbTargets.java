package io.cloudadapter.aws;

import com.google.common.collect.Lists;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancer.Target.Health;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetDescription;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetHealthDescription;

/** The members of target groups of Elastic Load Balancing: shows them, puts instances in, and takes them out. */
final class ElbTargets {
  private final AwsClient api;

  ElbTargets(AwsClient api) {
    this.api = api;
  }

  /**
   * The members of a group.
   *
   * @param leaving whether to include targets that only have old connections
   */
  Map<String, Health> members(String group, boolean leaving, CallContext call) {
    Map<String, Health> members = new TreeMap<>();
    for (TargetHealthDescription row : rows(group, call)) {
      String state = state(row);
      if (leaving || !"draining".equals(state)) {
        members.put(row.target().id(), health(state));
      }
    }
    return members;
  }

  /** What the checks of a group find of the instances in it; an instance may be there with several ports. */
  List<HealthReport> reports(String group, CallContext call) {
    List<HealthReport> reports = new ArrayList<>();
    for (TargetHealthDescription row : rows(group, call)) {
      if (InstanceParser.isId(row.target().id())) {
        String why = row.targetHealth() == null ? null : row.targetHealth().description();
        reports.add(new HealthReport(
            new MachineId(row.target().id()),
            verdict(state(row)),
            MachineHealth.shortened(state(row) + (why == null ? "" : ": " + why))));
      }
    }
    return reports;
  }

  /**
   * A target that drains leaves, unless it drains because its checks have failed; those in other states are not
   * checked, or not yet.
   */
  private static HealthVerdict verdict(String state) {
    return switch (state) {
      case "healthy" -> HealthVerdict.OK;
      case "unhealthy", "unhealthy.draining" -> HealthVerdict.BAD;
      default -> HealthVerdict.CANNOT_TELL;
    };
  }

  private List<TargetHealthDescription> rows(String group, CallContext call) {
    return api
        .elb(
            ElbClient.read("DescribeTargetHealth", "TargetHealthDescriptions"),
            call,
            (elb, with) -> elb.describeTargetHealth(
                ask -> ask.overrideConfiguration(with).targetGroupArn(group)))
        .targetHealthDescriptions()
        .stream()
        .filter(row -> row.target() != null && row.target().id() != null)
        .toList();
  }

  private static String state(TargetHealthDescription row) {
    String state = row.targetHealth() == null ? null : row.targetHealth().stateAsString();
    return state == null ? "" : state;
  }

  private static Health health(String state) {
    return switch (state) {
      case "healthy" -> Health.HEALTHY;
      case "unhealthy", "unhealthy.draining" -> Health.UNHEALTHY;
      default -> Health.UNKNOWN;
    };
  }

  /** Which of these are instances that have not ended, and whether each runs, as lists show it. */
  Map<String, Boolean> known(Set<String> hosts, CallContext call) {
    Map<String, Boolean> known = new TreeMap<>();
    List<String> ids = hosts.stream().filter(InstanceParser::isId).sorted().toList();
    for (List<String> some : Lists.partition(ids, InstanceLister.MOST_IDS)) {
      InstanceLister.pages(
          api,
          List.of(AwsResourceResolver.filter("instance-id", some)),
          row -> InstanceParser.id(row)
              .filter(id -> !InstanceParser.isEnded(row))
              .ifPresent(id -> known.put(id.value(), !InstanceParser.state(row).equals("pending"))),
          call);
    }
    return known;
  }

  /**
   * Puts instances into a group. ELB accepts a whole request or none of it; instances that do not run, by its error,
   * are left out, and the others are sent again.
   *
   * @param hosts and whether each runs, as lists show it
   */
  void join(String group, Map<String, Boolean> hosts, CallContext call) {
    if (hosts.isEmpty()) {
      return;
    }
    Map<String, Boolean> rest = new TreeMap<>(hosts);
    MultiStepWrite deeds = new MultiStepWrite();
    try {
      register(group, rest.keySet(), call);
      return;
    } catch (CloudException e) {
      String message = String.valueOf(e.getMessage());
      boolean dropped = rest.keySet().removeIf(id -> message.contains("'" + id + "'"));
      if (!e.code().equals(Optional.of("InvalidTarget")) || !dropped) {
        throw e;
      }
    }
    if (!rest.isEmpty()) {
      deeds.done(() -> register(group, rest.keySet(), call));
    }
    // One that ran and does not any more has ended or stopped; one that was made just now will run.
    if (hosts.entrySet().stream().anyMatch(h -> !rest.containsKey(h.getKey()) && !h.getValue())) {
      deeds.run(() -> {
        throw AwsErrorClassifier.busy(
            "instances that do not run yet cannot be put behind a load balancer");
      });
    }
  }

  private void register(String group, Set<String> hosts, CallContext call) {
    api.elb(
        ElbClient.write("RegisterTargets", String.join(", ", hosts)),
        call,
        (elb, with) -> elb.registerTargets(
            ask -> ask.overrideConfiguration(with).targetGroupArn(group).targets(targets(hosts))));
  }

  /** ELB does not mind those that are not in the group, nor those that are nowhere. */
  void leave(String group, Set<String> hosts, CallContext call) {
    api.elb(
        ElbClient.write("DeregisterTargets", String.join(", ", hosts)),
        call,
        (elb, with) -> elb.deregisterTargets(
            ask -> ask.overrideConfiguration(with).targetGroupArn(group).targets(targets(hosts))));
  }

  private static List<TargetDescription> targets(Set<String> hosts) {
    return hosts.stream()
        .map(host -> TargetDescription.builder().id(host).build())
        .toList();
  }
}
