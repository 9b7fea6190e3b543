package io.cloudadapter.aws;

import com.google.common.collect.Lists;
import com.google.common.hash.Hashing;
import io.cloudadapter.api.cloud.Listener;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Action;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.ActionTypeEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancer;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancerTypeEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.ProtocolEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Tag;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetGroup;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetTypeEnum;

/**
 * The requests to Elastic Load Balancing about load balancers, listeners and target groups, each of which may be
 * repeated. Those about the members of a group are in {@link ElbTargets}.
 */
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
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString().substring(0, 14);
  }

  static ApiCall read(String action, String must) {
    return ApiCall.read(AwsService.ELB, action, must);
  }

  static ApiCall write(String action, String about) {
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
    for (List<String> some : Lists.partition(groups, MOST_TAGGED)) {
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
}
