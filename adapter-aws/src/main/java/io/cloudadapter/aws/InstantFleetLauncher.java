package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.model.CreateFleetError;
import software.amazon.awssdk.services.ec2.model.CreateFleetInstance;
import software.amazon.awssdk.services.ec2.model.CreateFleetResponse;
import software.amazon.awssdk.services.ec2.model.DescribeFleetsResponse;

/**
 * Launches that may be of several sizes: instant fleets. One is an answer and nothing that lives on; it is never
 * deleted, since that would end its instances. May be used by any thread.
 */
final class InstantFleetLauncher {
  private static final int KEYS_KEPT = 10_000;

  /** EC2 shows ended instances for about so long. */
  private static final Duration SHOWN_AFTER_END = Duration.ofHours(1);

  private final AwsClient api;
  private final InstantSource clock;
  private final Ticker ticker;
  private final Duration listLag;
  private final RecentLaunches newborns;

  /** When each key was first answered in this process, the oldest first; guarded by this. */
  private final Map<LaunchKey, Long> answered = new LinkedHashMap<>();

  InstantFleetLauncher(
      AwsClient api, ProviderEnvironment environment, Duration listLag, RecentLaunches newborns) {
    this.api = api;
    this.clock = environment.clock();
    this.listLag = listLag;
    this.newborns = newborns;
    this.ticker = environment.ticker();
  }

  /** What came, and why the rest did not; under the same key the same instances, as they are by now. */
  Launched launch(LaunchRequest order, LaunchKey key, int count, CallContext call) {
    ApiCall asked = new ApiCall(
        AwsService.EC2,
        RequestKind.LAUNCH,
        "CreateFleet",
        "for key " + key,
        Set.of("fleetId"),
        order.place());
    CreateFleetResponse fleet = api.ec2(
        asked,
        call,
        (ec2, with) -> ec2.createFleet(
            order.fleetRequest(key, count).overrideConfiguration(with).build()));
    Map<MachineId, MachineSighting> machines =
        new TreeMap<>(Comparator.comparing(MachineId::value));
    fleet.instances().forEach(each -> read(asked, order, key, each, machines));
    List<CloudException> errors =
        fleet.errors().stream().map(error -> error(asked, order, error)).toList();
    Optional<CloudException> why =
        errors.stream().min(Comparator.comparingInt(InstantFleetLauncher::rank));
    if (machines.isEmpty()) {
      // One that does not say that nothing was done speaks for all.
      throw errors.stream()
          .filter(error -> error.effect() == Effect.UNKNOWN)
          .findFirst()
          .or(() -> why)
          .orElseGet(() -> AwsErrorClassifier.notUnderstood(asked, "instance"));
    }
    try {
      look(key, String.valueOf(fleet.fleetId()), machines, call);
    } catch (CloudException e) {
      throw AwsErrorClassifier.halfDone(e);
    }
    machines.keySet().forEach(newborns::add);
    return new Launched(
        asked, List.copyOf(machines.values()), why.map(InstantFleetLauncher::shortfall));
  }

  /**
   * Under a key that was sent before, machines may run by now, or have ended. Where this process has no answer to the
   * key yet, an earlier process may have one, or an answer was lost: then the fleet's age shows whether it is new.
   */
  private void look(
      LaunchKey key, String fleet, Map<MachineId, MachineSighting> machines, CallContext call) {
    Optional<Duration> known = sinceAnswer(key);
    Optional<Duration> age = known.or(() -> age(fleet, call));
    if (known.isEmpty() && age.filter(old -> old.compareTo(listLag) <= 0).isPresent()) {
      return;
    }
    Set<MachineId> unseen = new HashSet<>(machines.keySet());
    InstanceLister.instances(api, machines.keySet(), call).stream()
        .flatMap(row -> InstanceParser.sighting(row).stream())
        .filter(seen -> seen.key().equals(Optional.of(key)) && unseen.remove(seen.id()))
        .forEach(seen -> machines.put(seen.id(), seen));
    Duration forgotten = known.isPresent() ? listLag : SHOWN_AFTER_END;
    if (age.filter(old -> old.compareTo(forgotten) > 0).isPresent()) {
      unseen.forEach(id -> machines.computeIfPresent(id, (same, asked) -> ended(asked)));
    }
  }

  /** How long ago this process got its first answer to a key; empty if this is the first. */
  private synchronized Optional<Duration> sinceAnswer(LaunchKey key) {
    long now = ticker.nanos();
    Long first = answered.putIfAbsent(key, now);
    if (answered.size() > KEYS_KEPT) {
      answered.remove(answered.keySet().iterator().next());
    }
    return Optional.ofNullable(first).map(then -> Duration.ofNanos(now - then));
  }

  /**
   * How old a fleet is, at least; empty if EC2 does not show it. EC2 shows an instant fleet only to those who ask for
   * it by its id.
   */
  private Optional<Duration> age(String fleet, CallContext call) {
    DescribeFleetsResponse shown;
    try {
      shown = api.ec2(
          ApiCall.read(AwsService.EC2, "DescribeFleets", "fleetSet"),
          call,
          (ec2, with) ->
              ec2.describeFleets(ask -> ask.overrideConfiguration(with).fleetIds(fleet)));
    } catch (CloudException e) {
      if (e.kind() == Kind.DENIED) {
        return Optional.empty(); // The policy of an account from before: its launches go on.
      }
      throw e;
    }
    return shown.fleets().stream()
        .flatMap(one -> Optional.ofNullable(one.createTime()).stream())
        .findFirst()
        .map(made -> Duration.between(made, now(shown)));
  }

  /** The earlier of our time and EC2's, since one of the clocks may be ahead; the beginning of time without EC2's. */
  private Instant now(DescribeFleetsResponse shown) {
    Instant ours = clock.instant();
    Instant theirs = shown
        .sdkHttpResponse()
        .firstMatchingHeader("Date")
        .flatMap(InstantFleetLauncher::date)
        .orElse(Instant.EPOCH);
    return ours.isBefore(theirs) ? ours : theirs;
  }

  private static Optional<Instant> date(String header) {
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(header, Instant::from));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static MachineSighting ended(MachineSighting asked) {
    return MachineSighting.of(asked.id(), MachineState.TERMINATED)
        .marks(asked.pool(), asked.incarnation(), asked.key())
        .build();
  }

  /**
   * What a launch has come to.
   *
   * @param shortfall why some did not come, if EC2 says
   */
  record Launched(
      ApiCall asked, List<MachineSighting> machines, Optional<LaunchFailure> shortfall) {}

  private static LaunchFailure shortfall(CloudException why) {
    return new LaunchFailure(why.kind(), why.scope(), Objects.requireNonNull(why.getMessage()));
  }

  /** An answer contains only ids and sizes; the other values are those of the request. */
  private static void read(
      ApiCall asked,
      LaunchRequest order,
      LaunchKey key,
      CreateFleetInstance row,
      Map<MachineId, MachineSighting> machines) {
    for (String id : row.instanceIds()) {
      if (!InstanceParser.isId(id)) {
        throw AwsErrorClassifier.notUnderstood(asked, "instance id");
      }
      MachineSightingBuilder machine =
          MachineSighting.of(new MachineId(id), MachineState.PENDING).marks(order.tags(key));
      order.place().zone().ifPresent(machine::zone);
      Optional.ofNullable(row.instanceTypeAsString()).ifPresent(machine::size);
      machine.market(order.place().market());
      machines.put(new MachineId(id), machine.build());
    }
  }

  private static CloudException error(ApiCall asked, LaunchRequest order, CreateFleetError error) {
    Optional<String> size = Optional.ofNullable(error.launchTemplateAndOverrides())
        .flatMap(with -> Optional.ofNullable(with.overrides()))
        .map(with -> with.instanceTypeAsString());
    return AwsErrorClassifier.ofPart(
        asked,
        String.valueOf(error.errorCode()),
        size.map(word -> word + ": ").orElse("") + error.errorMessage(),
        order.place());
  }

  /** What passes first comes first: each size has an error of its own, and any size will do. */
  private static int rank(CloudException error) {
    List<Kind> order = List.of(Kind.THROTTLED, Kind.UNAVAILABLE, Kind.CAPACITY, Kind.QUOTA);
    int at = order.indexOf(error.kind());
    return at < 0 ? order.size() : at;
  }
}
