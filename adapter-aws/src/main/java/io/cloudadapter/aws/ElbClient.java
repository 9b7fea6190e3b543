package io.cloudadapter.aws;

import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.LoadBalancer.Target.Health;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsPages;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Action;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.ActionTypeEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancer;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancerTypeEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.ProtocolEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Tag;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetDescription;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetGroup;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetHealthDescription;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetTypeEnum;

/** The requests to Elastic Load Balancing, each of which may be repeated. */
final class ElbClient {
  private static final String NAME_TAG = OwnershipMarks.RESERVED + "listener";
  private static final int MOST_PAGES = 100;
  private static final int MOST_TAGGED = 20;

  private final AwsClient api;
  private final List<String> subnets;
  private final boolean internal;

  /**
   * Requests.
   *
   * @param subnets of load balancers that are made
   * @param internal whether these are reached from within only
   */
  ElbClient(AwsClient api, List<String> subnets, boolean internal) {
    this.api = api;
    this.subnets = subnets;
    this.internal = internal;
  }

  /** A load balancer. */
  record Balancer(String arn, String dnsName, String vpc) {}

  /** A port that it listens on, and the target group behind. */
  record Port(String arn, int number, String group) {}

  /** A target group. */
  record Group(String arn, String name, int port) {}

  static boolean isName(String name) {
    return name.matches("[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?")
        && !name.startsWith("internal-");
  }

  /** How the names of all groups of a load balancer begin. */
  private static String prefix(String balancer) {
    return "ca-" + hash(balancer) + "-";
  }

  /** 32 letters, as many as a name may have. The listener's own name is no part of it: that may be changed. */
  static String groupName(String balancer, Listener listener) {
    return prefix(balancer) + hash(listener.port() + "/" + listener.targetPort());
  }

  private static String hash(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, 14);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static ApiCall read(String action, String must) {
    return ApiCall.read(AwsService.ELB, action, must);
  }

  private static ApiCall write(String action, String about) {
    return new ApiCall(AwsService.ELB, RequestKind.ACT, action, about, Set.of(), FailureScope.ANY);
  }

  private static boolean isNone(CloudException e) {
    return e.code()
        .filter(Set.of("LoadBalancerNotFound", "TargetGroupNotFound")::contains)
        .isPresent();
  }

  // Looks.

  Optional<Balancer> balancer(String name, CallContext call) {
    try {
      return api
          .elb(
              read("DescribeLoadBalancers", "LoadBalancers"),
              call,
              (elb, with) -> elb.describeLoadBalancers(
                  ask -> ask.overrideConfiguration(with).names(name)))
          .loadBalancers()
          .stream()
          .filter(each -> name.equals(each.loadBalancerName()))
          .findFirst()
          .map(ElbClient::told);
    } catch (CloudException e) {
      if (isNone(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Balancer told(LoadBalancer row) {
    return new Balancer(text(row.loadBalancerArn()), text(row.dnsName()), text(row.vpcId()));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  List<Port> ports(Balancer balancer, CallContext call) {
    ApiCall asked = read("DescribeListeners", "Listeners");
    List<Port> ports = new ArrayList<>();
    AwsPages.read(asked, MOST_PAGES, marker -> {
      var page = api.elb(
          asked,
          call,
          (elb, with) -> elb.describeListeners(ask ->
              ask.overrideConfiguration(with).loadBalancerArn(balancer.arn()).marker(marker)));
      page.listeners().forEach(row -> {
        String group =
            row.defaultActions().isEmpty() ? null : row.defaultActions().get(0).targetGroupArn();
        ports.add(
            new Port(text(row.listenerArn()), row.port() == null ? 0 : row.port(), text(group)));
      });
      return page.nextMarker();
    });
    return ports;
  }

  /** All groups whose names say that they are of this load balancer, be it there or gone. */
  Set<Group> groupsOf(String balancer, CallContext call) {
    Set<Group> groups = new HashSet<>();
    for (Group group : groups(null, call)) {
      if (group.name().startsWith(prefix(balancer))) {
        groups.add(group);
      }
    }
    return groups;
  }

  /** Returns all groups behind a load balancer, also those of other owners. */
  List<Group> groupsBehind(Balancer balancer, CallContext call) {
    return groups(balancer.arn(), call);
  }

  private List<Group> groups(@Nullable String balancer, CallContext call) {
    ApiCall asked = read("DescribeTargetGroups", "TargetGroups");
    List<Group> groups = new ArrayList<>();
    AwsPages.read(asked, MOST_PAGES, marker -> {
      var page = api.elb(
          asked,
          call,
          (elb, with) -> elb.describeTargetGroups(
              ask -> ask.overrideConfiguration(with).loadBalancerArn(balancer).marker(marker)));
      page.targetGroups().stream()
          .filter(row -> row.targetType() == null || row.targetType() == TargetTypeEnum.INSTANCE)
          .map(ElbClient::told)
          .forEach(groups::add);
      return page.nextMarker();
    });
    return groups;
  }

  private static Group told(TargetGroup row) {
    return new Group(
        text(row.targetGroupArn()),
        text(row.targetGroupName()),
        row.port() == null ? 0 : row.port());
  }

  /** What listeners are called, by their groups. */
  Map<String, String> listenerNames(List<String> groups, CallContext call) {
    Map<String, String> names = new HashMap<>();
    for (int i = 0; i < groups.size(); i += MOST_TAGGED) {
      List<String> some = groups.subList(i, Math.min(groups.size(), i + MOST_TAGGED));
      api.elb(
              read("DescribeTags", "TagDescriptions"),
              call,
              (elb, with) ->
                  elb.describeTags(ask -> ask.overrideConfiguration(with).resourceArns(some)))
          .tagDescriptions()
          .forEach(row -> row.tags().stream()
              .filter(tag -> NAME_TAG.equals(tag.key()))
              .forEach(tag -> names.put(row.resourceArn(), text(tag.value()))));
    }
    return names;
  }

  /**
   * The members of a group.
   *
   * @param leaving whether to include targets that only have old connections
   */
  Map<String, Health> members(String group, boolean leaving, CallContext call) {
    Map<String, Health> members = new TreeMap<>();
    for (TargetHealthDescription row : api.elb(
            read("DescribeTargetHealth", "TargetHealthDescriptions"),
            call,
            (elb, with) -> elb.describeTargetHealth(
                ask -> ask.overrideConfiguration(with).targetGroupArn(group)))
        .targetHealthDescriptions()) {
      String state = row.targetHealth() == null ? "" : row.targetHealth().stateAsString();
      if (row.target() != null && (leaving || !"draining".equals(state))) {
        members.put(row.target().id(), health(text(state)));
      }
    }
    return members;
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
    List<String> ids = hosts.stream().filter(InstanceParser::isId).toList();
    for (int i = 0; i < ids.size(); i += InstanceLister.MOST_IDS) {
      Set<String> some =
          Set.copyOf(ids.subList(i, Math.min(ids.size(), i + InstanceLister.MOST_IDS)));
      InstanceLister.pages(
          api,
          List.of(AwsResourceResolver.filter("instance-id", List.copyOf(new TreeSet<>(some)))),
          row -> InstanceParser.id(row)
              .filter(id -> !InstanceParser.isEnded(row))
              .ifPresent(id -> known.put(id.value(), !InstanceParser.state(row).equals("pending"))),
          call);
    }
    return known;
  }

  // Changes.

  Balancer makeBalancer(String name, CallContext call) {
    ApiCall asked = new ApiCall(
        AwsService.ELB,
        RequestKind.ACT,
        "CreateLoadBalancer",
        name,
        Set.of("LoadBalancerArn"),
        FailureScope.ANY);
    return api
        .elb(
            asked,
            call,
            (elb, with) -> elb.createLoadBalancer(ask -> ask.overrideConfiguration(with)
                .name(name)
                .type(LoadBalancerTypeEnum.NETWORK)
                .scheme(internal ? "internal" : "internet-facing")
                .subnets(subnets)))
        .loadBalancers()
        .stream()
        .findFirst()
        .map(ElbClient::told)
        .orElseThrow(() -> AwsErrorClassifier.notUnderstood(asked, "load balancer"));
  }

  Group makeGroup(String name, Listener listener, Balancer balancer, CallContext call) {
    ApiCall asked = new ApiCall(
        AwsService.ELB,
        RequestKind.ACT,
        "CreateTargetGroup",
        name,
        Set.of("TargetGroupArn"),
        FailureScope.ANY);
    return api
        .elb(
            asked,
            call,
            (elb, with) -> elb.createTargetGroup(ask -> ask.overrideConfiguration(with)
                .name(name)
                .protocol(ProtocolEnum.TCP)
                .port(listener.targetPort())
                .vpcId(balancer.vpc())
                .targetType(TargetTypeEnum.INSTANCE)
                .tags(tag(listener))))
        .targetGroups()
        .stream()
        .findFirst()
        .map(ElbClient::told)
        .orElseThrow(() -> AwsErrorClassifier.notUnderstood(asked, "target group"));
  }

  private static Tag tag(Listener listener) {
    return Tag.builder().key(NAME_TAG).value(listener.name()).build();
  }

  void rename(Group group, Listener listener, CallContext call) {
    api.elb(
        write("AddTags", group.name()),
        call,
        (elb, with) -> elb.addTags(
            ask -> ask.overrideConfiguration(with).resourceArns(group.arn()).tags(tag(listener))));
  }

  private static Action to(String group) {
    return Action.builder().type(ActionTypeEnum.FORWARD).targetGroupArn(group).build();
  }

  void makePort(int number, String group, Balancer balancer, CallContext call) {
    api.elb(
        write("CreateListener", "on port " + number),
        call,
        (elb, with) -> elb.createListener(ask -> ask.overrideConfiguration(with)
            .loadBalancerArn(balancer.arn())
            .protocol(ProtocolEnum.TCP)
            .port(number)
            .defaultActions(to(group))));
  }

  void changePort(Port port, String group, CallContext call) {
    api.elb(
        write("ModifyListener", "on port " + port.number()),
        call,
        (elb, with) -> elb.modifyListener(ask ->
            ask.overrideConfiguration(with).listenerArn(port.arn()).defaultActions(to(group))));
  }

  void endPort(Port port, CallContext call) {
    unlessGone(
        "ListenerNotFound",
        () -> api.elb(
            write("DeleteListener", "on port " + port.number()),
            call,
            (elb, with) -> elb.deleteListener(
                ask -> ask.overrideConfiguration(with).listenerArn(port.arn()))));
  }

  void endGroup(String group, CallContext call) {
    unlessGone(
        "TargetGroupNotFound",
        () -> api.elb(
            write("DeleteTargetGroup", group),
            call,
            (elb, with) -> elb.deleteTargetGroup(
                ask -> ask.overrideConfiguration(with).targetGroupArn(group))));
  }

  void endBalancer(Balancer balancer, CallContext call) {
    unlessGone(
        "LoadBalancerNotFound",
        () -> api.elb(
            write("DeleteLoadBalancer", balancer.arn()),
            call,
            (elb, with) -> elb.deleteLoadBalancer(
                ask -> ask.overrideConfiguration(with).loadBalancerArn(balancer.arn()))));
  }

  private static void unlessGone(String code, Runnable end) {
    try {
      end.run();
    } catch (CloudException e) {
      if (!e.code().equals(Optional.of(code))) {
        throw e;
      }
    }
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
        write("RegisterTargets", String.join(", ", hosts)),
        call,
        (elb, with) -> elb.registerTargets(
            ask -> ask.overrideConfiguration(with).targetGroupArn(group).targets(targets(hosts))));
  }

  /** ELB does not mind those that are not in the group, nor those that are nowhere. */
  void leave(String group, Set<String> hosts, CallContext call) {
    api.elb(
        write("DeregisterTargets", String.join(", ", hosts)),
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
