package io.cloudadapter.aws.asg;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.AwsProvider;
import io.cloudadapter.aws.InstanceParser;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.SpotNotices;
import io.cloudadapter.spi.feature.Zones;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One account of AWS, whose pools are Auto Scaling groups. The groups make machines and replace those that die; they
 * are never made smaller but by a machine that is named. All that is not about groups is EC2's.
 */
final class AsgProvider implements MachineProvider, MachineGroup {
  /** A stopped machine counts as unhealthy, and the group would replace it: so the adapter stops none. */
  private static final Set<Class<?>> OF_EC2 = Set.of(
      Labeling.class,
      Reboot.class,
      Instances.class,
      LoadBalancers.class,
      LoadBalancerRegistration.class,
      LoadBalancerHealth.class,
      InstanceStatus.class,
      Routes.class,
      SpotNotices.class,
      Zones.class);

  /** Without these a group does not come to its target, or another machine than the named one may go. */
  private static final List<String> NEEDED =
      List.of("Launch", "Terminate", "HealthCheck", "ReplaceUnhealthy");

  private final AwsProvider ec2;
  private final AwsClient api;
  private final AsgClient asg;
  private final AsgNames names;
  private final AsgMembers members;

  /** None if the account names no lifecycle hooks. */
  private final Optional<AsgGroupHooks> hooks;

  AsgProvider(AwsProvider ec2, AwsClient api, AsgNames names, Set<String> lifecycleHooks) {
    this.ec2 = ec2;
    this.api = api;
    this.asg = new AsgClient(api);
    this.names = names;
    this.members = new AsgMembers(api, asg, ec2.tags(), names);
    this.hooks = lifecycleHooks.isEmpty()
        ? Optional.empty()
        : Optional.of(new AsgGroupHooks(api, names, lifecycleHooks));
  }

  @Override
  public ProviderProfile profile() {
    return ec2.profile();
  }

  @Override
  public String identity(CallContext call) {
    return ec2.identity(call);
  }

  @Override
  public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
    api.checkOpen();
    AsgLaunchRequest order = AsgLaunchRequest.of(spec, names.of(spec.pool()));
    AsgClient.Group group = found(order.group(), call);
    check(group);
    checkOwner(group, order);
    return order.freeze();
  }

  private AsgClient.Group found(String name, CallContext call) {
    return asg.group(name, call)
        .orElseThrow(() -> AwsErrorClassifier.notFound("there is no Auto Scaling group " + name));
  }

  private static void check(AsgClient.Group group) {
    String name = "Auto Scaling group " + group.name();
    if (group.isDeleted()) {
      throw AwsErrorClassifier.invalid(name + " is being deleted");
    }
    if (!group.isProtected()) {
      throw AwsErrorClassifier.invalid(
          name + " must protect new instances from scale-in, or AWS would choose who"
              + " goes (NewInstancesProtectedFromScaleIn)");
    }
    if (group.least() > 0) {
      throw AwsErrorClassifier.invalid(
          name + " must have the minimum size 0, or its last machines cannot be ended, has "
              + group.least());
    }
    group.oddities().stream().findFirst().ifPresent(odd -> {
      throw AwsErrorClassifier.invalid(
          name + " has " + odd + ", and its size must be the number of its machines");
    });
    NEEDED.stream().filter(group.suspended()::contains).findFirst().ifPresent(process -> {
      throw AwsErrorClassifier.invalid(
          name + " has its process " + process + " suspended: machines would not come or not go");
    });
  }

  private static void checkOwner(AsgClient.Group group, AsgLaunchRequest order) {
    String owner = group.tags().get(OwnershipMarks.POOL_TAG);
    if (owner != null && !owner.equals(order.tags().get(OwnershipMarks.POOL_TAG))) {
      throw AwsErrorClassifier.foreign(
          "Auto Scaling group " + group.name() + " belongs to pool " + owner);
    }
  }

  @Override
  public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
    throw AwsErrorClassifier.unsupported(
        "machines of an Auto Scaling group are not launched by key");
  }

  /** Tags first, so that no machine comes without its marks. */
  @Override
  public void raise(PreparedLaunch request, int total, CallContext call) {
    api.checkOpen();
    AsgLaunchRequest order = AsgLaunchRequest.thaw(request);
    if (total < 1) {
      throw AwsErrorClassifier.invalid("total must be 1 or more, was " + total);
    }
    AsgClient.Group group = found(order.group(), call);
    checkOwner(group, order);
    if (total > group.most()) {
      throw CloudException.of(
              Kind.QUOTA,
              Effect.NONE,
              "Auto Scaling group " + group.name() + " may have " + group.most()
                  + " instances (MaxSize), and was asked for " + total)
          .scope(ErrorScope.account())
          .build();
    }
    if (!has(group.tags(), order.tags())) {
      asg.tag(group.name(), order.tags(), call);
    }
    if (group.desired() < total) {
      asg.setDesired(group.name(), total, call);
    }
  }

  private static boolean has(Map<String, String> tags, Map<String, String> wanted) {
    return tags.entrySet().containsAll(wanted.entrySet());
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    return ec2.list(query, sink, call);
  }

  /**
   * EC2 ends a machine that is in no group, or that is leaving one alive: no group makes another one. The group
   * itself ends a machine that it is ending already, because EC2 would cut short what load balancers and lifecycle
   * hooks still have to do.
   */
  @Override
  public void terminate(MachineId machine, CallContext call) {
    api.checkOpen();
    if (!InstanceParser.isId(machine.value())) {
      return;
    }
    Optional<AsgClient.Member> member = asg.member(machine, call);
    if (member.filter(AsgClient.Member::isEnding).isPresent()) {
      return;
    }
    if (member.filter(AsgClient.Member::stays).isEmpty()) {
      ec2.terminate(machine, call);
      return;
    }
    try {
      asg.terminate(machine, call);
    } catch (CloudException e) {
      if (!AsgClient.isOfState(e)) {
        throw e;
      }
      AsgClient.Member refused = asg.member(machine, call)
          .filter(AsgClient.Member::stays)
          .orElseThrow(() -> AwsErrorClassifier.busy(
              "instance " + machine + " was just leaving its Auto Scaling group"));
      // A request for fewer machines that was held up on its way lowers the group below what it
      // has. It cannot become
      // smaller than its least size, and replaces no machine that is above it.
      if (asg.group(refused.group(), call).filter(AsgClient.Group::hasSurplus).isEmpty()) {
        throw e;
      }
      asg.terminateSurplus(machine, call);
    }
  }

  @Override
  public <F> Optional<F> feature(Class<F> type) {
    if (type == MachineGroup.class) {
      return Optional.of(type.cast(this));
    }
    if (type == Adoption.class) {
      return Optional.of(type.cast(members));
    }
    if (type == GroupLifecycleHooks.class) {
      return hooks.map(type::cast);
    }
    return OF_EC2.contains(type) ? ec2.feature(type) : Optional.empty();
  }

  @Override
  public List<HookChannel> channels() {
    return ec2.channels();
  }

  @Override
  public void close() {
    ec2.close();
  }
}
