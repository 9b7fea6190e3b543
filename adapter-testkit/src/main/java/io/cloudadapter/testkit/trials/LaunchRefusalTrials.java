package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import io.cloudadapter.testkit.subject.SampleLaunch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Chapter 2: what cannot be launched is refused, and what can be launched is what was asked for. */
final class LaunchRefusalTrials {
  private LaunchRefusalTrials() {}

  static List<Trial> all() {
    return List.of(Trial.of("MP-2.18", LaunchRefusalTrials::refusesTheImpossible)
        .onLiveToo()
        .withFaults());
  }

  private static final String ELSEWHERE = "kit-nowhere-9";

  private static void refusesTheImpossible(TestBench bench) {
    SampleLaunch sample = bench.sample();
    LaunchSpec good = bench.spec();
    CallOutcome fine = bench.attempt(() -> bench.provider().prepare(good, bench.call()));
    bench.require(
        !refusal(fine), "what can be launched was refused, or took a failed read for it: " + fine);
    told(bench, "zone", !sample.zones().isEmpty());
    told(bench, "size", sample.size().isPresent());
    told(bench, "image", sample.image().isPresent());
    if (!sample.zones().isEmpty()) {
      refuses(bench, LaunchSpecs.in(good, Optional.of(ELSEWHERE)), "zone " + ELSEWHERE);
    }
    if (sample.size().isPresent()) {
      refuses(bench, LaunchSpecs.size(good, Optional.of(ELSEWHERE)), "size " + ELSEWHERE);
    }
    if (sample.image().isPresent()) {
      refuses(bench, LaunchSpecs.image(good, Optional.of(ELSEWHERE)), "image " + ELSEWHERE);
    }
    if (sample.maxUserData() == 0) {
      refuses(bench, LaunchSpecs.userData(good, "x"), "user data");
    }
    bench.sweep(false);
    buysWhereItWasTold(bench);
    heedsItsTemplate(bench);
  }

  private static void told(TestBench bench, String what, boolean named) {
    if (!named) {
      bench.leavesOut("a " + what + " that does not exist", "the sample names no " + what);
    }
  }

  /** A template that is checked and then forgotten makes other machines than were ordered. */
  private static void heedsItsTemplate(TestBench bench) {
    Map<String, String> wanted = bench.sample().template();
    if (wanted.isEmpty()) {
      bench.leavesOut("the template", "the sample has none");
      return;
    }
    MachineId machine = new CoreRetryModel(bench).launch().id();
    Map<String, String> given = new TreeMap<>();
    if (bench
        .truth()
        .attempts("the template", console -> given.putAll(console.templateOf(machine)))) {
      wanted.forEach((key, value) -> bench.require(
          !given.containsKey(key) || given.get(key).equals(value),
          "a launch with " + key + " " + value + " in its template made a machine with "
              + given.get(key)));
    }
  }

  /** A market that the cloud does not have is refused, and not left out. */
  private static void buysWhereItWasTold(TestBench bench) {
    LaunchSpec spot = LaunchSpecs.market(bench.spec(), Market.SPOT);
    List<PreparedLaunch> frozen = new ArrayList<>();
    CallOutcome attempt =
        bench.attempt(() -> frozen.add(bench.provider().prepare(spot, bench.call())));
    if (frozen.isEmpty()) {
      bench.require(
          refusal(attempt) && attempt.sure(),
          "a launch on the market SPOT was neither frozen nor refused: " + attempt);
      bench.leavesOut("the market SPOT", "the adapter refuses it");
      return;
    }
    List<MachineSighting> made = new ArrayList<>();
    LaunchKey key = bench.key();
    attempt = bench.attempt(() ->
        made.addAll(bench.provider().launch(frozen.get(0), key, 1, bench.call()).machines()));
    if (made.isEmpty()) {
      bench.require(!attempt.accepted(), "a launch on the market SPOT made no machine");
      bench.leavesOut("what is bought on the market SPOT", "the launch failed: " + attempt);
      return;
    }
    MachineId machine = made.get(0).id();
    List<Market> market = new ArrayList<>();
    boolean told = bench
        .truth()
        .attempts(
            "the market in which a machine was bought in truth",
            console -> market.add(console.marketOf(machine)));
    bench.require(
        (told ? market.get(0) : made.get(0).market()) == Market.SPOT,
        "a launch on the market SPOT made " + machine + " on the market "
            + (told ? market.get(0) : made.get(0).market()));
  }

  private static boolean refusal(CallOutcome attempt) {
    return attempt.is(Kind.INVALID) || attempt.is(Kind.NOT_FOUND) || attempt.is(Kind.UNSUPPORTED);
  }

  /** By the third time no fault is left that could stand against the refusal. */
  private static void refuses(TestBench bench, LaunchSpec spec, String what) {
    CallOutcome attempt = bench.attempt(() -> bench.provider().prepare(spec, bench.call()));
    for (int i = 0; i < 2 && !attempt.accepted() && !refusal(attempt); i++) {
      bench.time().pass(Duration.ofSeconds(10));
      attempt = bench.attempt(() -> bench.provider().prepare(spec, bench.call()));
    }
    bench.require(refusal(attempt), "a launch with " + what + " was not refused: " + attempt);
    bench.require(
        attempt.sure(), "a launch with " + what + " was refused with effect UNKNOWN: " + attempt);
  }
}
