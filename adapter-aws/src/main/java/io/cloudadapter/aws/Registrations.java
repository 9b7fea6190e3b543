package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Registration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Puts machines into all target groups of instances behind a load balancer, whoever made it, and takes them out. */
final class Registrations implements Registration {
  private final Api api;
  private final Elb elb;

  Registrations(Api api, Elb elb) {
    this.api = api;
    this.elb = elb;
  }

  @Override
  public Set<MachineId> registered(LoadBalancerName balancer, CallContext call) {
    Set<String> members = new TreeSet<>();
    for (Elb.Group group : groups(balancer, call)) {
      members.addAll(elb.members(group.arn(), true, call).keySet());
    }
    return Balancers.machines(members);
  }

  @Override
  public void register(LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
    List<Elb.Group> groups = groups(balancer, call);
    Map<String, Boolean> there = elb.known(ids(machines), call);
    Deeds deeds = new Deeds();
    if (!there.isEmpty()) {
      groups.forEach(group -> deeds.done(() -> elb.join(group.arn(), there, call)));
    }
  }

  @Override
  public void deregister(LoadBalancerName balancer, Set<MachineId> machines, CallContext call) {
    Deeds deeds = new Deeds();
    groups(balancer, call)
        .forEach(group -> deeds.done(() -> elb.leave(group.arn(), ids(machines), call)));
  }

  private static Set<String> ids(Set<MachineId> machines) {
    return machines.stream().map(MachineId::value).collect(Collectors.toCollection(TreeSet::new));
  }

  private List<Elb.Group> groups(LoadBalancerName balancer, CallContext call) {
    api.checkOpen();
    if (!balancer.region().equals(api.region(call)) || !Elb.isName(balancer.name())) {
      throw none(balancer);
    }
    Elb.Balancer found = elb.balancer(balancer.name(), call).orElseThrow(() -> none(balancer));
    List<Elb.Group> groups = elb.groupsBehind(found, call);
    if (groups.isEmpty()) {
      throw Refusals.notFound("load balancer " + balancer + " has no target group of instances");
    }
    return groups;
  }

  private static CloudException none(LoadBalancerName balancer) {
    return Refusals.notFound("there is no load balancer " + balancer);
  }
}
