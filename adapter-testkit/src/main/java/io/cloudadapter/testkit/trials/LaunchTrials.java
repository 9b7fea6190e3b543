package io.cloudadapter.testkit.trials;

import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ExchangePoint;
import io.cloudadapter.testkit.run.MachineLists;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.PreparedCalls;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Chapter 2: launches. */
public final class LaunchTrials {
  /** What spoils the reply to a launch: cut at each byte where there is a wire, else as far as can be. */
  private static final Set<WireFault> SPOILT_REPLIES =
      EnumSet.of(WireFault.CUT, WireFault.LOST_REPLY, WireFault.GARBAGE);

  /** Long after the last moment that the profile allows: what comes even then breaks a promise. */
  private static final Duration LATER = Duration.ofMinutes(15);

  private LaunchTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            List.of(
                Trial.of("MP-2.20", BasicTrials::launches).onLiveToo(),
                Trial.of("MP-2.1", LaunchTrials::marksAreAtomic).onLiveToo().withFaults(),
                Trial.of("MP-2.2", LaunchTrials::isFoundInThreeWays)
                    .needs("MP-2.1", "MP-3.1")
                    .seeds(5)
                    .onLiveToo(),
                Trial.of("MP-2.3", LaunchTrials::oneMachineForOneKey)
                    .needs("MP-2.1", "MP-3.1")
                    .withFaults(),
                Trial.of("MP-2.10", LaunchTrials::doesNotWait).needs("MP-2.1").onLiveToo(),
                Trial.of("MP-2.14", LaunchTrials::oneMachineForAnyRequestsThatArrive)
                    .needs("MP-2.1", "MP-3.1")
                    .withFaults(SPOILT_REPLIES),
                Trial.of("MP-2.15", LaunchTrials::sendsOneRequest)
                    .needs("MP-2.1")
                    .withFaults(),
                Trial.of("MP-2.16", LaunchTrials::staysInItsZone)
                    .needs("MP-2.1", "MP-3.1")
                    .withFaults(),
                Trial.of("MP-2.19", LaunchTrials::keepersAreRight)
                    .needs("MP-2.1", "MP-3.1")
                    .withFaults()),
            KeyTrials.all(),
            LaunchRequestTrials.all(),
            PreparedLaunchTrials.all(),
            LaunchRefusalTrials.all())
        .flatMap(List::stream)
        .toList();
  }

  private static void marksAreAtomic(TestBench bench) {
    MachineSighting made = new CoreRetryModel(bench).read("launch", bench::launch);
    bench.require(made.key().isPresent(), "launch returned " + made + " without a key");
    Map<String, String> wanted = bench.marks(made.key().orElseThrow()).toTags();
    bench.require(
        made.pool().equals(Optional.of(TestBench.POOL))
            && made.incarnation().equals(Optional.of(bench.incarnation())),
        "launch returned " + made + " of incarnation " + made.incarnation() + " instead of "
            + wanted);
    if (bench.cloud().console().isEmpty()) {
      bench.leavesOut("the tags that a machine has in truth", "this cloud has no console");
      return;
    }
    bench.time().pass(bench.profile().lateAcceptance());
    for (CloudResource resource : bench.truth().resources()) {
      bench.require(
          !resource.isMachine() || resource.tags().keySet().containsAll(wanted.keySet()),
          "machine " + resource.id() + " lacks a mark; its tags are " + resource.tags());
    }
    CloudResource resource = resource(bench, made);
    bench.require(
        resource.tags().entrySet().containsAll(wanted.entrySet()),
        "machine " + resource.id() + " has the tags " + resource.tags() + " instead of " + wanted);
  }

  private static CloudResource resource(TestBench bench, MachineSighting made) {
    return bench.truth().resources().stream()
        .filter(t -> t.isMachine() && t.id().equals(made.id().value()))
        .findFirst()
        .orElseThrow(() -> new RuleViolation("launch returned " + made
            + ", which the cloud has not; it has " + bench.truth().resources()));
  }

  private static void isFoundInThreeWays(TestBench bench) {
    LaunchKey key = bench.key();
    MachineSighting made = bench.launch(key);
    bench.time().passLag();
    shows(bench, ListQuery.all(TestBench.POOL), made, key);
    shows(bench, ListQuery.ids(List.of(made.id())), made, key);
    shows(bench, ListQuery.keys(TestBench.POOL, List.of(key)), made, key);
  }

  private static void shows(TestBench bench, ListQuery query, MachineSighting made, LaunchKey key) {
    MachineLists.Listed listed = bench.lists().of(query);
    String by =
        "a list by " + query.kind() + ", " + bench.profile().listLag() + " after the launch,";
    bench.require(listed.result().complete(), by + " is not complete: " + listed.result());
    MachineSighting row = listed
        .row(made.id())
        .orElseThrow(
            () -> new RuleViolation(by + " lacks " + made + "; it shows " + listed.rows()));
    bench.require(
        row.pool().equals(Optional.of(TestBench.POOL))
            && row.incarnation().equals(Optional.of(bench.incarnation()))
            && row.key().equals(Optional.of(key)),
        by + " shows " + row.id() + " with the marks " + row.pool() + ", " + row.incarnation()
            + ", " + row.key() + " instead of " + bench.marks(key));
  }

  private static void oneMachineForOneKey(TestBench bench) {
    LaunchKey key = bench.key();
    Optional<MachineSighting> made = new CoreRetryModel(bench).launch(key);
    bench.time().passInPeace(bench.profile().settle().plus(LATER));
    List<CloudResource> live = bench.truth().of(key);
    bench.require(live.size() <= 1, live.size() + " live machines carry one key: " + live);
    agrees(bench, made, live);
  }

  private static void agrees(
      TestBench bench, Optional<MachineSighting> made, List<CloudResource> live) {
    bench.require(
        made.stream()
            .map(m -> m.id().value())
            .toList()
            .equals(live.stream().map(CloudResource::id).toList()),
        "by the adapter's word there is " + made.map(MachineSighting::toString).orElse("no machine")
            + ", but the cloud has " + live);
  }

  private static void doesNotWait(TestBench bench) {
    PreparedLaunch frozen = bench.prepare();
    LaunchKey key = bench.key();
    int before = bench.line().crossings().size();
    CallOutcome launched = bench.attempt(() -> begin(bench, frozen, key));
    bench.require(launched.accepted(), "a launch in peace failed: " + launched);
    List<RequestKind> sent =
        bench.line().crossings().stream().skip(before).map(ExchangePoint::verb).toList();
    // A single look at what was made may be needed to learn its id; more of them are waiting.
    List<RequestKind> after = sent.subList(sent.indexOf(RequestKind.LAUNCH) + 1, sent.size());
    bench.require(
        after.size() <= 1,
        "after the creating request, launch went on with " + after.size() + " more: " + after);
  }

  private static void begin(TestBench bench, PreparedLaunch frozen, LaunchKey key) {
    LaunchResult unused = bench.provider().begin(frozen, key, 1, bench.call());
  }

  private static void oneMachineForAnyRequestsThatArrive(TestBench bench) {
    CoreRetryModel core = new CoreRetryModel(bench);
    MachineSighting made = core.launch();
    bench.time().passInPeace(bench.profile().settle().plus(LATER));
    agrees(bench, Optional.of(made), bench.truth().ours());
    Map<String, String> wanted = bench.marks(made.key().orElseThrow()).toTags();
    bench.require(
        resource(bench, made).tags().entrySet().containsAll(wanted.entrySet()),
        "launch returned " + made + ", but the cloud has " + resource(bench, made));
  }

  /** Whether it did is looked at after every run. */
  private static void sendsOneRequest(TestBench bench) {
    MachineSighting made = new CoreRetryModel(bench).launch();
    bench.require(bench.truth().lives(made.id()), "the cloud does not have " + made);
    bench.sweep(false);
    buysNothingElse(bench);
  }

  /** Where there is no spot machine, one that costs more is not what was ordered. */
  private static void buysNothingElse(TestBench bench) {
    if (!new PreparedCalls(bench).strikes(RequestKind.LAUNCH, WireFault.CAPACITY)) {
      return;
    }
    List<PreparedLaunch> spot = new ArrayList<>();
    CallOutcome prepared = bench.attempt(() -> spot.add(
        bench.provider().prepare(LaunchSpecs.market(bench.spec(), Market.SPOT), bench.call())));
    if (!prepared.accepted()) {
      bench.leavesOut("the market SPOT", "the adapter refuses it");
      return;
    }
    bench.line().next(RequestKind.LAUNCH, WireFault.CAPACITY);
    CallOutcome launch = bench.attempt(() -> KeyTrials.send(bench, spot.get(0), bench.key()));
    bench.require(
        !launch.accepted(), "a launch on the market SPOT was refused for want of it, and accepted");
  }

  private static void staysInItsZone(TestBench bench) {
    List<String> zones = bench.sample().zones();
    if (zones.isEmpty()) {
      throw NotTestableException.notThere("the sample names no zones");
    }
    CoreRetryModel core = new CoreRetryModel(bench);
    String zone = zones.get(zones.size() - 1);
    PreparedLaunch frozen = core.read(
        "prepare",
        () -> bench
            .provider()
            .prepare(LaunchSpecs.in(bench.spec(), Optional.of(zone)), bench.call()));
    List<LaunchKey> keys = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      keys.add(bench.key());
      Optional<MachineSighting> made = core.launch(frozen, keys.get(i));
      made.ifPresent(machine -> isIn(bench, zone, machine));
    }
    bench.time().pass(bench.profile().settle());
    core.complete(ListQuery.all(TestBench.POOL)).rows().forEach(row -> isIn(bench, zone, row));
    bench.require(
        bench.truth().ours().size() <= keys.size(),
        "two launches into zone " + zone + " made " + bench.truth().ours());
  }

  private static void isIn(TestBench bench, String zone, MachineSighting machine) {
    bench.require(
        machine.zone().filter(z -> !z.equals(zone)).isEmpty(),
        machine + " is in zone " + machine.zone().orElse("") + ", was asked for in " + zone);
  }

  private static void keepersAreRight(TestBench bench) {
    MachineSighting made = new CoreRetryModel(bench).launch();
    bench.time().passInPeace(bench.profile().settle().plus(LATER));
    agrees(bench, Optional.of(made), bench.truth().ours());
  }
}
