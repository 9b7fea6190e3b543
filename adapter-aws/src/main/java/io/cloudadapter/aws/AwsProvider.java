package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.BatchTerminate;
import io.cloudadapter.spi.Bucket;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Failure;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.Instances;
import io.cloudadapter.spi.KeySupport;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.LoadBalancers;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.ProviderConfig;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.QuotaView;
import io.cloudadapter.spi.Reboot;
import io.cloudadapter.spi.Registration;
import io.cloudadapter.spi.Relabel;
import io.cloudadapter.spi.Routes;
import io.cloudadapter.spi.Sighting;
import io.cloudadapter.spi.Sighting.End;
import io.cloudadapter.spi.Snapshots;
import io.cloudadapter.spi.SpotMarket;
import io.cloudadapter.spi.StartStop;
import io.cloudadapter.spi.Verb;
import io.cloudadapter.spi.Zones;
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
final class AwsProvider implements MachineProvider {
  /** AWS advises to split large requests: five of a hundred rather than one of five hundred. */
  private static final int MOST_PER_KEY = 100;

  /** EC2 remembers a token until a day after its instances have ended, by the most cautious of its documents. */
  private static final Duration KEY_LIFETIME = Duration.ofHours(24);

  private static final Set<Class<?>> FEATURES = Set.of(
      Adoption.class,
      Relabel.class,
      BatchTerminate.class,
      Reboot.class,
      StartStop.class,
      Snapshots.class,
      Instances.class,
      LoadBalancers.class,
      Registration.class,
      Routes.class,
      Zones.class,
      io.cloudadapter.spi.Catalog.class,
      QuotaView.class,
      SpotMarket.class);

  private final Api api;
  private final ProviderProfile profile;
  private final Newborns newborns;
  private final InstanceBucket instanceBucket;
  private final Fleets fleets;
  private final Tags tags;
  private final Batches batches;
  private final Reboots reboots;
  private final Power power;
  private final Images images;
  private final Inventory inventory;
  private final Offer offer;
  private final Registrations registrations;
  private final RouteTables routes;
  private final Optional<Balancers> balancers;
  private final Optional<SpotNotices> spotNotices;
  private final List<HookChannel> channels;

  AwsProvider(
      Api api, ProviderProfile profile, Settings settings, ProviderEnvironment environment) {
    this.api = api;
    this.profile = profile;
    this.newborns = new Newborns(environment.ticker(), profile.visibleWithin());
    this.instanceBucket = new InstanceBucket(environment.ticker());
    this.fleets = new Fleets(api, environment.ticker(), profile.visibleWithin(), newborns);
    this.tags = new Tags(api, newborns);
    this.batches = new Batches(api, this::terminate);
    Acting acting = new Acting(api, environment.clock(), profile.visibleWithin(), newborns);
    this.reboots = new Reboots(api, acting);
    this.power = new Power(api, acting);
    this.images = new Images(api, acting);
    this.inventory = new Inventory(api);
    this.offer = new Offer(api);
    Elb elb = new Elb(api, settings.balancerSubnets, settings.internalBalancers);
    this.registrations = new Registrations(api, elb);
    this.routes = new RouteTables(api, newborns);
    // Nobody could make one without subnets.
    this.balancers = settings.balancerSubnets.isEmpty()
        ? Optional.empty()
        : Optional.of(new Balancers(api, elb));
    this.spotNotices = settings.spotQueue.map(queue -> new SpotNotices(api, queue));
    this.channels = List.of(new Queues(api), new Topics(api));
  }

  /** What EC2 documents, and the account may change where documents are vague. */
  static ProviderProfile.Builder profile(ProviderConfig config) {
    return ProviderProfile.builder()
        .keySupport(KeySupport.token(KEY_LIFETIME).inOneZone())
        .maxPerKey(MOST_PER_KEY)
        .callTimeout(config.duration("callTimeout"))
        .lateAcceptance(config.duration("lateAcceptance"))
        .visibleWithin(config.duration("listLag"))
        .goneWithin(config.duration("listLag"))
        .maxIdsPerList(Lists.MOST_IDS)
        .bucket(Verb.READ, new Bucket(100, 20))
        .bucket(Verb.LAUNCH, new Bucket(5, 2))
        .bucket(Verb.TERMINATE, new Bucket(100, 5))
        .bucket(Verb.MARK, new Bucket(100, 10))
        .bucket(Verb.ACT, new Bucket(50, 5))
        .machineBucket(Verb.LAUNCH, InstanceBucket.LAUNCHES)
        .machineBucket(Verb.TERMINATE, new Bucket(1000, 20));
  }

  @Override
  public ProviderProfile profile() {
    return profile;
  }

  /** The account as STS tells it of our credentials, and the region in which its machines are looked for. */
  @Override
  public String identity(CallContext call) {
    api.checkOpen();
    Asked asked = Asked.read(Service.STS, "GetCallerIdentity", "Account");
    String account = api.sts(
            asked,
            call,
            (sts, with) -> sts.getCallerIdentity(ask -> ask.overrideConfiguration(with)))
        .account();
    if (!account.matches("[0-9]{1,64}")) {
      throw Refusals.notUnderstood(asked, "account");
    }
    return account + "@" + api.region(call);
  }

  @Override
  public FrozenLaunch prepare(LaunchSpec spec, CallContext call) {
    api.checkOpen();
    Order.check(spec);
    return Order.of(spec, new Catalog(api, call)).freeze();
  }

  @Override
  public LaunchResult launch(FrozenLaunch frozen, LaunchKey key, int count, CallContext call) {
    api.checkOpen();
    if (count < 1 || count > MOST_PER_KEY) {
      throw Refusals.invalid(
          "a launch makes 1 to " + MOST_PER_KEY + " instances, was asked for " + count);
    }
    Order order = Order.thaw(frozen);
    Fleets.Launched launched;
    try {
      launched =
          order.isFleet() ? fleets.launch(order, key, count, call) : run(order, key, count, call);
    } catch (CloudException e) {
      throw instanceBucket.told(e, count);
    }
    instanceBucket.take(count);
    return result(launched, key, count);
  }

  private Fleets.Launched run(Order order, LaunchKey key, int count, CallContext call) {
    Asked asked = new Asked(
        Service.EC2,
        Verb.LAUNCH,
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
    List<Sighting> machines = new ArrayList<>();
    for (Instance row : rows) {
      Sighting machine = Rows.sighting(row)
          .filter(each -> each.key().equals(Optional.of(key)))
          .orElseThrow(() -> Refusals.notUnderstood(asked, "instance with our key"));
      machines.add(machine);
      newborns.add(machine.id());
    }
    return new Fleets.Launched(asked, machines, Optional.empty());
  }

  /** What came is what counts: EC2 makes as many as it can, and never the rest. */
  private static LaunchResult result(Fleets.Launched launched, LaunchKey key, int count) {
    Asked asked = launched.asked();
    List<Sighting> machines = launched.machines();
    if (machines.isEmpty() || machines.size() > count) {
      throw Refusals.notUnderstood(asked, "number of instances: " + machines.size());
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
    Failure shortfall = launched
        .shortfall()
        .orElseGet(() -> new Failure(
            Kind.CAPACITY,
            asked.place().shortage(),
            "EC2 made " + machines.size() + " instances of " + count));
    return new LaunchResult(machines, Optional.of(shortfall));
  }

  private static boolean isOver(Sighting machine) {
    boolean ended = machine.state() == MachineState.TERMINATED && machine.end() == End.FINAL;
    return ended || machine.state() == MachineState.REJECTED;
  }

  @Override
  public ListResult list(ListQuery query, Consumer<? super Sighting> sink, CallContext call) {
    api.checkOpen();
    int named = query.ids().size() + query.keys().size();
    if (named > Lists.MOST_IDS) {
      throw Refusals.invalid("a list may name " + Lists.MOST_IDS + " ids or keys, was " + named);
    }
    return new Lists(api, query, sink, call).read();
  }

  /** Volumes and network interfaces that the launch made go with the instance. */
  @Override
  public void terminate(MachineId machine, CallContext call) {
    api.checkOpen();
    if (!Rows.isId(machine.value())) {
      return;
    }
    Asked asked =
        Asked.write(Verb.TERMINATE, "TerminateInstances", machine.value(), "instancesSet");
    List<InstanceStateChange> ended;
    try {
      ended = api.ec2(
              asked,
              call,
              (ec2, with) -> ec2.terminateInstances(
                  ask -> ask.overrideConfiguration(with).instanceIds(machine.value())))
          .terminatingInstances();
    } catch (CloudException e) {
      if (Refusals.isNoMachine(e)) {
        checkGone(machine, call);
        return;
      }
      throw e;
    }
    if (ended.stream().noneMatch(each -> machine.value().equals(each.instanceId()))) {
      throw Refusals.notUnderstood(asked, "instance " + machine);
    }
  }

  /** EC2 does not know the machine. Soon after a launch that may change, and one that is shown all the same runs on. */
  private void checkGone(MachineId machine, CallContext call) {
    boolean shown =
        Lists.instance(api, machine, call).filter(row -> !Rows.isEnded(row)).isPresent();
    if (shown || newborns.has(machine)) {
      throw Newborns.unknownYet(machine);
    }
  }

  /** Marks and labels. */
  Tags tags() {
    return tags;
  }

  @Override
  public <F> Optional<F> feature(Class<F> type) {
    return Stream.concat(
            Stream.of(
                tags, batches, reboots, power, images, inventory, offer, registrations, routes),
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
