package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Registers machines with all target groups of instances behind a load balancer of any owner, deregisters them, and
 * reads what the health checks of these groups find.
 */
final class TargetRegistrations implements LoadBalancerRegistration, LoadBalancerHealth {
  private final AwsClient api;
  private final ElbClient elb;
  private final ElbTargets groupMembers;

  TargetRegistrations(AwsClient api, ElbClient elb) {
    this.api = api;
    this.elb = elb;
    this.groupMembers = new ElbTargets(api);
  }

  @Override
  public Set<MachineId> registered(LoadBalancerName balancer, CallContext call) {
    Set<String> members = new TreeSet<>();
    for (ElbClient.Group group : groups(balancer, call)) {
      members.addAll(groupMembers.members(group.arn(), true, call).keySet());
    }
    return NetworkLoadBalancers.machines(members);
  }

  @Override
  public List<HealthReport> health(LoadBalancerName balancer, CallContext call) {
    List<HealthReport> reports = new ArrayList<>();
    for (ElbClient.Group group : groups(balancer, call)) {
      reports.addAll(groupMembers.reports(group.arn(), call));
    }
    return reports;
  }

  @Override
  public void register(LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
    List<ElbClient.Group> groups = groups(balancer, call);
    Map<String, Boolean> there = groupMembers.known(ids(machines), call);
    MultiStepWrite deeds = new MultiStepWrite();
    if (!there.isEmpty()) {
      groups.forEach(group -> deeds.done(() -> groupMembers.join(group.arn(), there, call)));
    }
  }

  @Override
  public void deregister(LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
    MultiStepWrite deeds = new MultiStepWrite();
    groups(balancer, call)
        .forEach(group -> deeds.done(() -> groupMembers.leave(group.arn(), ids(machines), call)));
  }

  private static Set<String> ids(Set<MachineId> machines) {
    return machines.stream().map(MachineId::value).collect(Collectors.toCollection(TreeSet::new));
  }

  private List<ElbClient.Group> groups(LoadBalancerName balancer, CallContext call) {
    api.checkOpen();
    if (!balancer.region().equals(api.region(call)) || !ElbClient.isName(balancer.name())) {
      throw none(balancer);
    }
    ElbClient.Balancer found =
        elb.balancer(balancer.name(), call).orElseThrow(() -> none(balancer));
    List<ElbClient.Group> groups = elb.groupsBehind(found, call);
    if (groups.isEmpty()) {
      throw AwsErrorClassifier.notFound(
          "load balancer " + balancer + " has no target group of instances");
    }
    return groups;
  }

  private static CloudException none(LoadBalancerName balancer) {
    return AwsErrorClassifier.notFound("there is no load balancer " + balancer);
  }
}
