package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsConfig;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSighting.End;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.Instances;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.LoadBalancers;
import io.cloudadapter.spi.feature.Quotas;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.SpotNotices;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.spi.feature.Zones;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceStateChange;

/** One account of AWS, in one region. */
public final class AwsProvider implements MachineProvider {
  /** AWS advises to split large requests: five of a hundred rather than one of five hundred. */
  private static final int MOST_PER_KEY = 100;

  /** EC2 remembers a token until a day after its instances have ended, by the most cautious of its documents. */
  private static final Duration KEY_LIFETIME = Duration.ofHours(24);

  private static final Set<Class<?>> FEATURES = Set.of(
      Adoption.class,
      Labeling.class,
      BatchTerminate.class,
      Reboot.class,
      StartStop.class,
      Snapshots.class,
      Instances.class,
      LoadBalancers.class,
      LoadBalancerRegistration.class,
      LoadBalancerHealth.class,
      InstanceStatus.class,
      Routes.class,
      Zones.class,
      io.cloudadapter.spi.feature.MachineSizeCatalog.class,
      Quotas.class,
      ImageResolver.class,
      SpotNotices.class);

  private final AwsClient api;
  private final ProviderProfile profile;
  private final RecentLaunches newborns;

  /** Machines that lists have shown alive: a launch whose reply is lost is first met there. */
  private final RecentLaunches shown;

  private final LaunchRateLimit instanceBucket;
  private final InstantFleetLauncher fleets;
  private final TagWriter tags;
  private final BatchTerminator batches;
  private final RebootActions reboots;
  private final StartStopActions power;
  private final SnapshotActions images;
  private final InstanceInventory inventory;
  private final InstanceStatusReader statuses;
  private final InstanceTypeCatalog offer;
  private final ImageResolver imageNames;
  private final TargetRegistrations registrations;
  private final RouteTables routes;
  private final Optional<NetworkLoadBalancers> balancers;
  private final Optional<SpotNoticeQueue> spotNotices;
  private final List<HookChannel> channels;

  public AwsProvider(
      AwsClient api, ProviderProfile profile, AwsConfig settings, ProviderEnvironment environment) {
    this.api = api;
    this.profile = profile;
    this.newborns = new RecentLaunches(environment.ticker(), profile.visibleWithin());
    this.shown = new RecentLaunches(environment.ticker(), profile.visibleWithin());
    this.instanceBucket = new LaunchRateLimit(environment.ticker());
    this.fleets = new InstantFleetLauncher(api, environment, profile.visibleWithin(), newborns);
    this.tags = new TagWriter(api, newborns);
    this.batches = new BatchTerminator(api, this::terminate);
    ActionSupport acting =
        new ActionSupport(api, environment.clock(), profile.visibleWithin(), newborns);
    this.reboots = new RebootActions(api, acting);
    this.power = new StartStopActions(api, acting);
    this.images = new SnapshotActions(api, acting);
    this.inventory = new InstanceInventory(api);
    this.statuses = new InstanceStatusReader(api);
    this.offer = new InstanceTypeCatalog(api);
    this.imageNames = (image, call) -> {
      api.checkOpen();
      return new AwsResourceResolver(api, call).image(image);
    };
    ElbClient elb = new ElbClient(api, settings.balancerSubnets, settings.internalBalancers);
    this.registrations = new TargetRegistrations(api, elb);
    this.routes = new RouteTables(api, newborns);
    // Without subnets no load balancer can be made.
    this.balancers = settings.balancerSubnets.isEmpty()
        ? Optional.empty()
        : Optional.of(new NetworkLoadBalancers(api, elb));
    this.spotNotices = settings.spotQueue.map(queue -> new SpotNoticeQueue(api, queue));
    this.channels = List.of(new SqsChannel(api), new SnsChannel(api));
  }

  /** What EC2 documents, and the account may change where documents are vague. */
  public static ProviderProfile.Builder profile(ProviderConfig config) {
    return ProviderProfile.builder()
        .keySupport(LaunchKeySupport.token(KEY_LIFETIME).inOneZone())
        .maxPerKey(MOST_PER_KEY)
        .callTimeout(config.duration("callTimeout"))
        .lateAcceptance(config.duration("lateAcceptance"))
        .visibleWithin(config.duration("listLag"))
        .goneWithin(config.duration("listLag"))
        .maxIdsPerList(InstanceLister.MOST_IDS)
        .bucket(RequestKind.READ, new TokenBucket(100, 20))
        .bucket(RequestKind.LAUNCH, new TokenBucket(5, 2))
        .bucket(RequestKind.TERMINATE, new TokenBucket(100, 5))
        .bucket(RequestKind.MARK, new TokenBucket(100, 10))
        .bucket(RequestKind.ACT, new TokenBucket(50, 5))
        .machineBucket(RequestKind.LAUNCH, LaunchRateLimit.LAUNCHES)
        .machineBucket(RequestKind.TERMINATE, new TokenBucket(1000, 20));
  }

  @Override
  public ProviderProfile profile() {
    return profile;
  }

  /** Returns the account that STS reports for the credentials, and the region of its machines. */
  @Override
  public String identity(CallContext call) {
    api.checkOpen();
    ApiCall asked = ApiCall.read(AwsService.STS, "GetCallerIdentity", "Account");
    String account = api.sts(
            asked,
            call,
            (sts, with) -> sts.getCallerIdentity(ask -> ask.overrideConfiguration(with)))
        .account();
    if (!account.matches("[0-9]{1,64}")) {
      throw AwsErrorClassifier.notUnderstood(asked, "account");
    }
    return account + "@" + api.region(call);
  }

  @Override
  public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
    api.checkOpen();
    LaunchRequest.check(spec);
    return LaunchRequest.of(spec, new AwsResourceResolver(api, call)).freeze();
  }

  @Override
  public LaunchResult launch(PreparedLaunch frozen, LaunchKey key, int count, CallContext call) {
    api.checkOpen();
    if (count < 1 || count > MOST_PER_KEY) {
      throw AwsErrorClassifier.invalid(
          "a launch makes 1 to " + MOST_PER_KEY + " instances, was asked for " + count);
    }
    LaunchRequest order = LaunchRequest.thaw(frozen);
    InstantFleetLauncher.Launched launched;
    try {
      launched =
          order.isFleet() ? fleets.launch(order, key, count, call) : run(order, key, count, call);
    } catch (CloudException e) {
      throw instanceBucket.told(e, count);
    }
    instanceBucket.take(count);
    return result(launched, key, count);
  }

  private InstantFleetLauncher.Launched run(
      LaunchRequest order, LaunchKey key, int count, CallContext call) {
    ApiCall asked = new ApiCall(
        AwsService.EC2,
        RequestKind.LAUNCH,
        "RunInstances",
        "for key " + key,
        Set.of("instancesSet"),
        order.place());
    List<Instance> rows = api.ec2(
            asked,
            call,
            (ec2, with) -> ec2.runInstances(
                order.request(key, count).overrideConfiguration(with).build()))
        .instances();
    List<MachineSighting> machines = new ArrayList<>();
    for (Instance row : rows) {
      MachineSighting machine = InstanceParser.sighting(row)
          .filter(each -> each.key().equals(Optional.of(key)))
          .orElseThrow(() -> AwsErrorClassifier.notUnderstood(asked, "instance with our key"));
      machines.add(machine);
      newborns.add(machine.id());
    }
    return new InstantFleetLauncher.Launched(asked, machines, Optional.empty());
  }

  /** What came is what counts: EC2 makes as many as it can, and never the rest. */
  private static LaunchResult result(
      InstantFleetLauncher.Launched launched, LaunchKey key, int count) {
    ApiCall asked = launched.asked();
    List<MachineSighting> machines = launched.machines();
    if (machines.isEmpty() || machines.size() > count) {
      throw AwsErrorClassifier.notUnderstood(asked, "number of instances: " + machines.size());
    }
    if (machines.stream().allMatch(AwsProvider::isOver)) {
      throw CloudException.of(
              Kind.CONFLICT, Effect.NONE, "all instances of key " + key + " have ended")
          .conflict(Conflict.KEY_SPENT)
          .build();
    }
    if (machines.size() == count) {
      return LaunchResult.of(machines);
    }
    LaunchFailure shortfall = launched
        .shortfall()
        .orElseGet(() -> new LaunchFailure(
            Kind.CAPACITY,
            asked.place().shortage(),
            "EC2 made " + machines.size() + " instances of " + count));
    return new LaunchResult(machines, Optional.of(shortfall));
  }

  private static boolean isOver(MachineSighting machine) {
    boolean ended = machine.state() == MachineState.TERMINATED && machine.end() == End.FINAL;
    return ended || machine.state() == MachineState.REJECTED;
  }

  @Override
  public ListResult list(
      ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
    api.checkOpen();
    int named = query.ids().size() + query.keys().size();
    if (named > InstanceLister.MOST_IDS) {
      throw AwsErrorClassifier.invalid(
          "a list may name " + InstanceLister.MOST_IDS + " ids or keys, was " + named);
    }
    Consumer<MachineSighting> noted = row -> {
      if (row.end() == MachineSighting.End.NOT_ENDED) {
        shown.add(row.id());
      }
      sink.accept(row);
    };
    return new InstanceLister(api, query, noted, call).read();
  }

  /** Volumes and network interfaces that the launch made go with the instance. */
  @Override
  public void terminate(MachineId machine, CallContext call) {
    api.checkOpen();
    if (!InstanceParser.isId(machine.value())) {
      return;
    }
    ApiCall asked =
        ApiCall.write(RequestKind.TERMINATE, "TerminateInstances", machine.value(), "instancesSet");
    List<InstanceStateChange> ended;
    try {
      ended = api.ec2(
              asked,
              call,
              (ec2, with) -> ec2.terminateInstances(
                  ask -> ask.overrideConfiguration(with).instanceIds(machine.value())))
          .terminatingInstances();
    } catch (CloudException e) {
      if (AwsErrorClassifier.isNoMachine(e)) {
        checkGone(machine, call);
        return;
      }
      throw e;
    }
    if (ended.stream().noneMatch(each -> machine.value().equals(each.instanceId()))) {
      throw AwsErrorClassifier.notUnderstood(asked, "instance " + machine);
    }
  }

  /** EC2 does not know the machine. Soon after a launch that may change, and one that is shown all the same runs on. */
  private void checkGone(MachineId machine, CallContext call) {
    boolean found = InstanceLister.instance(api, machine, call)
        .filter(row -> !InstanceParser.isEnded(row))
        .isPresent();
    if (found || newborns.has(machine) || shown.has(machine)) {
      throw RecentLaunches.unknownYet(machine);
    }
  }

  /** Marks and labels. */
  public TagWriter tags() {
    return tags;
  }

  @Override
  public <F> Optional<F> feature(Class<F> type) {
    return Stream.concat(
            Stream.of(
                tags,
                batches,
                reboots,
                power,
                images,
                imageNames,
                inventory,
                statuses,
                offer,
                registrations,
                routes),
            Stream.concat(balancers.stream(), spotNotices.stream()))
        .filter(type::isInstance)
        .filter(feature -> FEATURES.contains(type))
        .<F>map(type::cast)
        .findFirst();
  }

  @Override
  public List<HookChannel> channels() {
    return channels;
  }

  @Override
  public void close() {
    api.close();
  }
}
