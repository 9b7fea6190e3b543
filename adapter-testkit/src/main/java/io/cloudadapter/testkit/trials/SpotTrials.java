package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.feature.SpotNotice;
import io.cloudadapter.spi.feature.SpotNotice.What;
import io.cloudadapter.spi.feature.SpotNotices;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.run.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Chapter 9: what is said of machines that the cloud takes back. */
public final class SpotTrials {
  private static final int LITTER = 25;
  private static final Duration A_WHILE = Duration.ofMinutes(5);
  private static final Duration LOOKS = Duration.ofSeconds(5);

  private SpotTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-9.40", SpotTrials::told).withFaults(),
            Trial.of("MP-9.41", SpotTrials::forgotten).withFaults())
        .map(trial -> trial.of(SpotNotices.class).needs("MP-9.1", "MP-2.1"))
        .toList();
  }

  private static List<SpotNotice> notices(TestBench bench, ObservedProvider provider) {
    return new CoreRetryModel(bench).read("notices", () -> {
      TestCallContext call = bench.call();
      return provider.reads("notices", call, () -> market(provider).notices(call));
    });
  }

  private static SpotNotices market(ObservedProvider provider) {
    return provider
        .feature(SpotNotices.class)
        .orElseThrow(() -> new RuleViolation("the adapter claims SpotNotices and has none"));
  }

  private static void forget(TestBench bench, SpotNotice notice) {
    new CoreRetryModel(bench).write("forget", () -> {
      TestCallContext call = bench.call();
      boolean done = bench.provider().changes("forget", call, () -> {
        market(bench.provider()).forget(List.of(notice), call);
        return true;
      });
      assert done;
    });
  }

  private static MachineId taken(TestBench bench) {
    bench.sweep(false);
    MachineId machine = bench.launch().id();
    bench.time().passLag();
    bench.truth().provoking(console -> console.takeBack(machine));
    bench.sweep(true);
    return machine;
  }

  /** Returns what an adapter reports of a machine within some minutes. */
  private static Optional<SpotNotice> said(
      TestBench bench, ObservedProvider provider, MachineId machine) {
    List<SpotNotice> found = new ArrayList<>();
    bench
        .time()
        .passUntil(
            () -> {
              notices(bench, provider).stream()
                  .filter(notice -> notice.machine().equals(machine))
                  .forEach(found::add);
              return !found.isEmpty();
            },
            A_WHILE);
    return found.stream().findFirst();
  }

  private static void told(TestBench bench) {
    bench.truth().attempts("what is no notice", console -> {
      for (int i = 0; i < LITTER; i++) {
        console.putForeignNotice();
      }
    });
    MachineId machine = taken(bench);
    Instant now = bench.clock().instant();
    SpotNotice notice = said(bench, bench.provider(), machine)
        .orElseThrow(() -> new RuleViolation("the cloud takes machine " + machine + " back, and in "
            + A_WHILE + " no notice says so"));
    bench.require(
        notice.what() == What.INTERRUPTION,
        "the cloud takes machine " + machine + " back, and the notice says " + notice.what());
    notice
        .at()
        .ifPresent(at -> bench.require(
            Duration.between(now, at).abs().compareTo(A_WHILE) < 0,
            "the cloud takes machine " + machine + " back in two minutes, and the notice, at " + now
                + ", says at " + at));
    bench.require(
        said(bench, bench.another(), machine).isPresent(),
        "the notice of machine " + machine + " was not forgotten, and another adapter on the"
            + " account does not return it in " + A_WHILE);
  }

  private static void forgotten(TestBench bench) {
    MachineId first = taken(bench);
    MachineId second = taken(bench);
    SpotNotice notice = said(bench, bench.provider(), first)
        .orElseThrow(
            () -> new RuleViolation("no notice says that machine " + first + " is taken back"));
    forget(bench, notice);
    bench.sweep(false);
    ObservedProvider other = bench.another();
    boolean kept = false;
    for (Duration left = A_WHILE; left.compareTo(Duration.ZERO) > 0; left = left.minus(LOOKS)) {
      for (SpotNotice again : notices(bench, other)) {
        bench.require(
            !again.machine().equals(first),
            "the notice of machine " + first + " was forgotten, and comes again: " + again);
        kept |= again.machine().equals(second);
      }
      bench.time().pass(LOOKS);
    }
    bench.require(
        kept,
        "the notice of machine " + first + " was forgotten, and that of " + second
            + ", which was not, does not come again in " + A_WHILE);
    forget(bench, notice);
  }
}
