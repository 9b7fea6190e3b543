package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancer.Ingress;
import io.cloudadapter.api.cloud.LoadBalancer.Target;
import io.cloudadapter.api.cloud.LoadBalancer.Target.Health;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.feature.LoadBalancers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Load balancers of the kind network, each with a target group for each port. A target group's name is made of the
 * balancer's and the ports: so it is made once however often it is asked for, and found again when its balancer is
 * gone.
 *
 * <p>A call looks what there is, makes what is lacking, and takes away what is too much, in this order. What failed
 * after the first change is UNKNOWN; a caller that asks again has it go on from there.
 */
final class NetworkLoadBalancers implements LoadBalancers {
  private final AwsClient api;
  private final ElbClient elb;
  private final ElbTargets groupMembers;

  NetworkLoadBalancers(AwsClient api, ElbClient elb) {
    this.api = api;
    this.elb = elb;
    this.groupMembers = new ElbTargets(api);
  }

  /** What there is under a name. */
  private record There(
      ElbClient.Balancer balancer,
      Map<Integer, ElbClient.Port> ports,
      Set<ElbClient.Group> groups) {}

  @Override
  public Set<Protocol> protocols() {
    return Set.of(Protocol.TCP);
  }

  @Override
  public Optional<LoadBalancer> find(String region, String name, CallContext call) {
    api.checkOpen();
    if (!region.equals(api.region(call)) || !ElbClient.isName(name)) {
      return Optional.empty();
    }
    Optional<There> there = look(name, call);
    if (there.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(told(region, name, there.get(), call));
  }

  private Optional<There> look(String name, CallContext call) {
    Optional<ElbClient.Balancer> balancer = elb.balancer(name, call);
    if (balancer.isEmpty()) {
      return Optional.empty();
    }
    Map<Integer, ElbClient.Port> ports = new TreeMap<>();
    elb.ports(balancer.get(), call).forEach(port -> ports.put(port.number(), port));
    return Optional.of(new There(balancer.get(), ports, elb.groupsOf(name, call)));
  }

  private LoadBalancer told(String region, String name, There there, CallContext call) {
    Map<String, ElbClient.Group> groups = new HashMap<>();
    there.groups().forEach(group -> groups.put(group.arn(), group));
    List<String> used = there.ports().values().stream()
        .map(ElbClient.Port::group)
        .filter(groups::containsKey)
        .toList();
    Map<String, String> names = elb.listenerNames(used, call);
    List<Listener> listeners = new ArrayList<>();
    Map<String, Health> hosts = new TreeMap<>();
    for (ElbClient.Port port : there.ports().values()) {
      ElbClient.Group group = groups.get(port.group());
      if (group != null) {
        listeners.add(new Listener(
            names.getOrDefault(group.arn(), ""), Protocol.TCP, port.number(), group.port()));
        groupMembers
            .members(group.arn(), false, call)
            .forEach((id, health) -> hosts.merge(id, health, NetworkLoadBalancers::worse));
      }
    }
    LoadBalancerSpec spec = new LoadBalancerSpec(
        region, name, Optional.empty(), listeners, List.copyOf(hosts.keySet()), Affinity.NONE);
    List<Target> targets = hosts.entrySet().stream()
        .map(host -> new Target(host.getKey(), host.getValue()))
        .toList();
    return new LoadBalancer(spec, ingress(there.balancer()), targets);
  }

  private static List<Ingress> ingress(ElbClient.Balancer balancer) {
    return balancer.dnsName().isEmpty()
        ? List.of()
        : List.of(new Ingress(Ingress.Kind.HOST_NAME, balancer.dnsName()));
  }

  /** A host that does not answer on one of its ports does not answer. */
  private static Health worse(Health one, Health other) {
    if (one == Health.UNHEALTHY || other == Health.UNHEALTHY) {
      return Health.UNHEALTHY;
    }
    return one == Health.HEALTHY ? other : one;
  }

  @Override
  public LoadBalancer ensure(LoadBalancerSpec spec, CallContext call) {
    api.checkOpen();
    check(spec, call);
    Optional<There> before = look(spec.name(), call);
    checkHosts(spec.hosts(), before, call);
    MultiStepWrite deeds = new MultiStepWrite();
    ElbClient.Balancer balancer = before
        .map(There::balancer)
        .orElseGet(() -> deeds.done(() -> elb.makeBalancer(spec.name(), call)));
    Set<ElbClient.Group> groups = new HashSet<>(before
        .map(There::groups)
        .orElseGet(() -> deeds.look(() -> elb.groupsOf(spec.name(), call))));
    Map<Integer, ElbClient.Port> ports = before.map(There::ports).orElse(Map.of());
    List<String> arns = groups.stream().map(ElbClient.Group::arn).toList();
    Map<String, String> names = deeds.look(() -> elb.listenerNames(arns, call));
    Set<String> wanted = new HashSet<>();
    for (Listener listener : spec.listeners()) {
      String name = ElbClient.groupName(spec.name(), listener);
      ElbClient.Group group = groups.stream()
          .filter(each -> each.name().equals(name))
          .findFirst()
          .orElseGet(() -> deeds.done(() -> elb.makeGroup(name, listener, balancer, call)));
      if (!names.getOrDefault(group.arn(), listener.name()).equals(listener.name())) {
        deeds.done(() -> elb.rename(group, listener, call));
      }
      wanted.add(group.arn());
      groups.add(group);
      listen(listener, group, balancer, ports, deeds, call);
      deeds.run(() -> settle(group.arn(), spec.hosts(), deeds, call));
    }
    for (ElbClient.Port port : ports.values()) {
      if (spec.listeners().stream().noneMatch(each -> each.port() == port.number())) {
        deeds.done(() -> elb.endPort(port, call));
      }
    }
    for (ElbClient.Group group : groups) {
      if (!wanted.contains(group.arn())) {
        deeds.done(() -> elb.endGroup(group.arn(), call));
      }
    }
    List<Target> targets =
        spec.hosts().stream().map(host -> new Target(host, Health.UNKNOWN)).toList();
    return new LoadBalancer(spec, ingress(balancer), targets);
  }

  private void listen(
      Listener listener,
      ElbClient.Group group,
      ElbClient.Balancer balancer,
      Map<Integer, ElbClient.Port> ports,
      MultiStepWrite deeds,
      CallContext call) {
    ElbClient.Port port = ports.get(listener.port());
    if (port == null) {
      deeds.done(() -> elb.makePort(listener.port(), group.arn(), balancer, call));
    } else if (!port.group().equals(group.arn())) {
      deeds.done(() -> elb.changePort(port, group.arn(), call));
    }
  }

  private void check(LoadBalancerSpec spec, CallContext call) {
    String region = api.region(call);
    if (!spec.region().equals(region)) {
      throw AwsErrorClassifier.notFound(
          "this account's load balancers are in region " + region + ", not in " + spec.region());
    }
    if (!ElbClient.isName(spec.name())) {
      throw AwsErrorClassifier.invalid(
          "a load balancer's name must have 1 to 32 of letters, digits and hyphens, none at an end, was "
              + spec.name());
    }
    if (spec.listeners().stream().anyMatch(port -> port.protocol() != Protocol.TCP)) {
      throw AwsErrorClassifier.unsupported("this adapter's load balancers speak TCP only");
    }
    if (spec.listeners().isEmpty()) {
      throw AwsErrorClassifier.unsupported(
          "a load balancer without a port has nothing to put hosts behind");
    }
    if (spec.address().isPresent()) {
      throw AwsErrorClassifier.unsupported("AWS chooses the addresses of load balancers itself");
    }
    if (spec.affinity() != Affinity.NONE) {
      throw AwsErrorClassifier.unsupported("this adapter's load balancers have no affinity");
    }
  }

  /** Those that are behind it already may have ended meanwhile. */
  private void checkHosts(List<String> hosts, Optional<There> before, CallContext call) {
    Set<String> unknown = new TreeSet<>(hosts);
    if (!unknown.isEmpty() && before.isPresent()) {
      for (ElbClient.Group group : before.get().groups()) {
        unknown.removeAll(groupMembers.members(group.arn(), true, call).keySet());
      }
    }
    unknown.removeAll(groupMembers.known(unknown, call).keySet());
    if (!unknown.isEmpty()) {
      throw AwsErrorClassifier.notFound("there is no instance " + String.join(", ", unknown));
    }
  }

  /** Leaves a group with these hosts and no others. */
  private void settle(String group, List<String> hosts, MultiStepWrite deeds, CallContext call) {
    Set<String> now = groupMembers.members(group, false, call).keySet();
    Set<String> lacking = new TreeSet<>(hosts);
    lacking.removeAll(now);
    if (!lacking.isEmpty()) {
      deeds.done(() -> groupMembers.join(group, groupMembers.known(lacking, call), call));
    }
    Set<String> surplus = new TreeSet<>(now);
    surplus.removeAll(hosts);
    if (!surplus.isEmpty()) {
      deeds.done(() -> groupMembers.leave(group, surplus, call));
    }
  }

  @Override
  public LoadBalancer setHosts(String region, String name, List<String> hosts, CallContext call) {
    api.checkOpen();
    List<String> wanted = LoadBalancerSpec.hosts(hosts);
    Optional<There> there = region.equals(api.region(call)) && ElbClient.isName(name)
        ? look(name, call)
        : Optional.empty();
    if (there.isEmpty()) {
      throw AwsErrorClassifier.notFound(
          "there is no load balancer " + name + " in region " + region);
    }
    checkHosts(wanted, there, call);
    MultiStepWrite deeds = new MultiStepWrite();
    for (ElbClient.Group group : there.get().groups()) {
      deeds.run(() -> settle(group.arn(), wanted, deeds, call));
    }
    return deeds.look(() -> told(region, name, there.get(), call));
  }

  /** Its ports go with it; its groups after it, found by their names even if it has gone before. */
  @Override
  public void delete(String region, String name, CallContext call) {
    api.checkOpen();
    if (!region.equals(api.region(call)) || !ElbClient.isName(name)) {
      return;
    }
    Optional<ElbClient.Balancer> balancer = elb.balancer(name, call);
    Set<ElbClient.Group> groups = elb.groupsOf(name, call);
    MultiStepWrite deeds = new MultiStepWrite();
    balancer.ifPresent(found -> deeds.done(() -> elb.endBalancer(found, call)));
    groups.forEach(group -> deeds.done(() -> elb.endGroup(group.arn(), call)));
  }

  /** Those among names of hosts that can be machines. */
  static Set<MachineId> machines(Set<String> ids) {
    Set<MachineId> machines = new HashSet<>();
    ids.stream().filter(InstanceParser::isId).forEach(id -> machines.add(new MachineId(id)));
    return machines;
  }
}
