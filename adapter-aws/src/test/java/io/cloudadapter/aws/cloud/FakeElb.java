package io.cloudadapter.aws.cloud;

import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Network load balancers, their listeners, and target groups with instances in them. */
final class FakeElb {
  private static final String ARN =
      "arn:aws:elasticloadbalancing:" + FakeCatalog.REGION + ":" + FakeSts.ACCOUNT + ":";

  /** The states in which health checks find instances that run; healthy without one. */
  private final Map<String, String> found = new TreeMap<>();

  private final Function<String, Optional<String>> states;

  /** By name. All maps are guarded by this. */
  private final Map<String, Balancer> balancers = new TreeMap<>();

  private final Map<String, Group> groups = new TreeMap<>();
  private int made;

  private static final class Balancer {
    final String arn;
    final String subnets;
    final Map<Integer, String> ports = new TreeMap<>();

    Balancer(String arn, String subnets) {
      this.arn = arn;
      this.subnets = subnets;
    }
  }

  private static final class Group {
    final String arn;
    final String port;
    final Map<String, String> tags = new TreeMap<>();
    final Set<String> members = new TreeSet<>();

    Group(String arn, String port) {
      this.arn = arn;
      this.port = port;
    }
  }

  /**
   * Load balancers that know instances.
   *
   * @param states the state of an instance, empty if there is none
   */
  FakeElb(Function<String, Optional<String>> states) {
    this.states = states;
  }

  synchronized String answer(String action, QueryParams params) {
    XmlWriter xml = new XmlWriter().open(action + "Result");
    switch (action) {
      case "DescribeLoadBalancers" -> describeBalancers(params, xml);
      case "CreateLoadBalancer" -> createBalancer(params, xml);
      case "DeleteLoadBalancer" ->
        balancers.values().removeIf(each -> each.arn.equals(params.must("LoadBalancerArn")));
      case "DescribeListeners" -> describeListeners(params, xml);
      case "CreateListener" -> createListener(params);
      case "ModifyListener" -> {
        Balancer balancer = ofListener(params.must("ListenerArn"));
        balancer.ports.put(portOf(params.must("ListenerArn")), forward(params));
      }
      case "DeleteListener" ->
        ofListener(params.must("ListenerArn")).ports.remove(portOf(params.must("ListenerArn")));
      case "DescribeTargetGroups" -> describeGroups(params, xml);
      case "CreateTargetGroup" -> createGroup(params, xml);
      case "DeleteTargetGroup" -> deleteGroup(params.must("TargetGroupArn"));
      case "DescribeTags" -> describeTags(params, xml);
      case "AddTags" ->
        params
            .list("ResourceArns.member")
            .forEach(arn -> group(arn).tags.putAll(params.tags("Tags.member")));
      case "DescribeTargetHealth" -> health(params, xml);
      case "RegisterTargets" -> register(params);
      case "DeregisterTargets" ->
        group(params.must("TargetGroupArn")).members.removeAll(targets(params));
      default -> throw AwsRefusal.wrong("InvalidAction", "Could not find operation " + action);
    }
    return xml.close(action + "Result").toString();
  }

  private static String dns(String name) {
    return name + "-0123456789abcdef.elb." + FakeCatalog.REGION + ".amazonaws.com";
  }

  private static void row(XmlWriter xml, String name, Balancer each) {
    xml.open("member").put("LoadBalancerArn", each.arn).put("LoadBalancerName", name);
    xml.put("DNSName", dns(name))
        .put("VpcId", FakeCatalog.VPC)
        .put("Type", "network")
        .close("member");
  }

  private void describeBalancers(QueryParams params, XmlWriter xml) {
    xml.open("LoadBalancers");
    for (String name : params.list("Names.member")) {
      Balancer balancer = balancers.get(name);
      if (balancer == null) {
        throw AwsRefusal.wrong("LoadBalancerNotFound", "Load balancers '[" + name + "]' not found");
      }
      row(xml, name, balancer);
    }
    xml.close("LoadBalancers");
  }

  private void createBalancer(QueryParams params, XmlWriter xml) {
    String name = params.must("Name");
    String subnets = params.list("Subnets.member").toString();
    Balancer there = balancers.get(name);
    if (there != null && !there.subnets.equals(subnets)) {
      throw AwsRefusal.wrong("DuplicateLoadBalancerName", "A load balancer of that name exists");
    }
    balancers.computeIfAbsent(
        name, key -> new Balancer(ARN + "loadbalancer/net/" + name + "/" + ++made, subnets));
    xml.open("LoadBalancers");
    row(xml, name, balancers.get(name));
    xml.close("LoadBalancers");
  }

  private Balancer balancer(String arn) {
    return balancers.values().stream()
        .filter(each -> each.arn.equals(arn))
        .findFirst()
        .orElseThrow(() -> AwsRefusal.wrong("LoadBalancerNotFound", "One or more not found"));
  }

  private void describeListeners(QueryParams params, XmlWriter xml) {
    Balancer balancer = balancer(params.must("LoadBalancerArn"));
    xml.open("Listeners");
    balancer.ports.forEach((port, group) -> {
      xml.open("member").put("ListenerArn", balancer.arn + "/listener/" + port);
      xml.put("Port", port).put("Protocol", "TCP").open("DefaultActions").open("member");
      xml.put("Type", "forward").put("TargetGroupArn", group).close("member");
      xml.close("DefaultActions").close("member");
    });
    xml.close("Listeners");
  }

  private String forward(QueryParams params) {
    return group(params.must("DefaultActions.member.1.TargetGroupArn")).arn;
  }

  private void createListener(QueryParams params) {
    Balancer balancer = balancer(params.must("LoadBalancerArn"));
    String group = forward(params);
    String before = balancer.ports.putIfAbsent(params.number("Port"), group);
    if (before != null && !before.equals(group)) {
      throw AwsRefusal.wrong("DuplicateListener", "A listener already exists on this port");
    }
  }

  private Balancer ofListener(String arn) {
    return balancers.values().stream()
        .filter(each -> arn.startsWith(each.arn + "/listener/"))
        .filter(each -> each.ports.containsKey(portOf(arn)))
        .findFirst()
        .orElseThrow(() -> AwsRefusal.wrong("ListenerNotFound", "One or more listeners not found"));
  }

  private static int portOf(String arn) {
    return Integer.parseInt(arn.substring(arn.lastIndexOf('/') + 1));
  }

  private static void row(XmlWriter xml, String name, Group each) {
    xml.open("member").put("TargetGroupArn", each.arn).put("TargetGroupName", name);
    xml.put("Port", each.port).put("Protocol", "TCP").put("TargetType", "instance");
    xml.close("member");
  }

  /** Two of them on a page. */
  private void describeGroups(QueryParams params, XmlWriter xml) {
    Optional<Balancer> of = params.get("LoadBalancerArn").map(this::balancer);
    String after = params.get("Marker").orElse("");
    Optional<String> next = Optional.empty();
    int shown = 0;
    String last = "";
    xml.open("TargetGroups");
    for (Map.Entry<String, Group> each : groups.entrySet()) {
      boolean asked = of.isEmpty() || of.get().ports.containsValue(each.getValue().arn);
      if (asked && each.getKey().compareTo(after) > 0) {
        if (shown++ == 2) {
          next = Optional.of(last);
          break;
        }
        row(xml, each.getKey(), each.getValue());
        last = each.getKey();
      }
    }
    xml.close("TargetGroups").put("NextMarker", next);
  }

  private void createGroup(QueryParams params, XmlWriter xml) {
    String name = params.must("Name");
    String port = params.must("Port");
    if (!name.matches("[A-Za-z0-9-]{1,32}")) {
      throw AwsRefusal.wrong("ValidationError", "Target group name cannot be longer than 32");
    }
    Group there = groups.get(name);
    if (there != null && !there.port.equals(port)) {
      throw AwsRefusal.wrong("DuplicateTargetGroupName", "A target group of that name exists");
    }
    Group group = groups.computeIfAbsent(
        name, key -> new Group(ARN + "targetgroup/" + name + "/" + ++made, port));
    group.tags.putAll(params.tags("Tags.member"));
    xml.open("TargetGroups");
    row(xml, name, group);
    xml.close("TargetGroups");
  }

  private Group group(String arn) {
    return groups.values().stream()
        .filter(each -> each.arn.equals(arn))
        .findFirst()
        .orElseThrow(() -> AwsRefusal.wrong("TargetGroupNotFound", "Target groups not found"));
  }

  private void deleteGroup(String arn) {
    if (balancers.values().stream().anyMatch(each -> each.ports.containsValue(arn))) {
      throw AwsRefusal.wrong("ResourceInUse", "Target group is currently in use by a listener");
    }
    groups.values().removeIf(each -> each.arn.equals(arn));
  }

  private void describeTags(QueryParams params, XmlWriter xml) {
    xml.open("TagDescriptions");
    for (String arn : params.list("ResourceArns.member")) {
      xml.open("member").put("ResourceArn", arn).open("Tags");
      group(arn)
          .tags
          .forEach((name, value) ->
              xml.open("member").put("Key", name).put("Value", value).close("member"));
      xml.close("Tags").close("member");
    }
    xml.close("TagDescriptions");
  }

  synchronized void health(String id, String state) {
    found.put(id, state);
  }

  private void health(QueryParams params, XmlWriter xml) {
    xml.open("TargetHealthDescriptions");
    for (String id : group(params.must("TargetGroupArn")).members) {
      boolean runs = states.apply(id).orElse("").equals("running");
      String state = runs ? found.getOrDefault(id, "healthy") : "unused";
      xml.open("member").open("Target").put("Id", id).put("Port", 80).close("Target");
      xml.open("TargetHealth").put("State", state);
      if (state.equals("unhealthy")) {
        xml.put("Reason", "Target.FailedHealthChecks").put("Description", "Health checks failed");
      }
      xml.close("TargetHealth").close("member");
    }
    xml.close("TargetHealthDescriptions");
  }

  private static List<String> targets(QueryParams params) {
    return params.prefixes("Targets.member").stream()
        .map(each -> params.must(each + ".Id"))
        .toList();
  }

  /** All of them or none. */
  private void register(QueryParams params) {
    Group group = group(params.must("TargetGroupArn"));
    List<String> bad = targets(params).stream()
        .filter(id -> !group.members.contains(id))
        .filter(id -> !states.apply(id).orElse("terminated").equals("running"))
        .map(id -> "'" + id + "'")
        .toList();
    if (!bad.isEmpty()) {
      throw AwsRefusal.wrong(
          "InvalidTarget",
          "The following targets are not in a running state and cannot be registered: "
              + String.join(", ", bad));
    }
    group.members.addAll(targets(params));
  }

  // The console.

  /** Returns the specs; a load balancer whose groups have different members is described by the first of them. */
  synchronized List<LoadBalancerSpec> specs() {
    List<LoadBalancerSpec> specs = new ArrayList<>();
    balancers.forEach((name, balancer) -> {
      List<Listener> listeners = new ArrayList<>();
      Set<String> hosts = new TreeSet<>();
      balancer.ports.forEach((port, arn) -> {
        Group group = group(arn);
        listeners.add(new Listener(
            group.tags.getOrDefault("ca-listener", ""),
            Listener.Protocol.TCP,
            port,
            Integer.parseInt(group.port)));
        hosts.addAll(group.members);
      });
      specs.add(new LoadBalancerSpec(
          FakeCatalog.REGION,
          name,
          Optional.empty(),
          listeners,
          List.copyOf(hosts),
          Affinity.NONE));
    });
    return specs;
  }

  synchronized void forget() {
    balancers.clear();
  }

  /** How many target groups there are. */
  synchronized int groups() {
    return groups.size();
  }
}
