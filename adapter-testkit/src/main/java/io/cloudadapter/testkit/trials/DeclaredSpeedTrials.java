package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.TokenBucket;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Chapter 6: machines as fast as the profile says that the cloud makes and ends them. */
public final class DeclaredSpeedTrials {
  /** More machines than that are not made to try a bucket. */
  private static final int MOST = 2000;

  private DeclaredSpeedTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-6.9", DeclaredSpeedTrials::permitsWhatItStates).needs("MP-2.1", "MP-4.3"));
  }

  private static void permitsWhatItStates(TestBench bench) {
    if (bench.hasGroup()) {
      throw NotTestableException.notThere("a group makes its machines at its own pace");
    }
    if (bench.profile().machineBuckets().isEmpty()) {
      throw NotTestableException.notThere("the profile states no bucket of machines");
    }
    bench.cloud().console().ifPresent(TestCloudConsole::meter);
    List<MachineId> made = new ArrayList<>();
    new Pace(bench, RequestKind.LAUNCH, bench.profile().maxPerKey())
        .keep(MOST, count -> made.addAll(launch(bench, count)));
    bench.time().passLag();
    int atOnce = bench.claims(BatchTerminate.class) ? bench.batches().most() : 1;
    new Pace(bench, RequestKind.TERMINATE, atOnce)
        .keep(made.size(), count -> end(bench, made, count));
    // What the pace did not need.
    bench.time().pass(Duration.ofHours(1));
    made.forEach(machine -> bench.provider().terminate(machine, bench.call()));
  }

  private static List<MachineId> launch(TestBench bench, int count) {
    PreparedLaunch frozen = bench.prepare();
    return bench.provider().launch(frozen, bench.key(), count, bench.call()).machines().stream()
        .map(MachineSighting::id)
        .toList();
  }

  private static void end(TestBench bench, List<MachineId> left, int count) {
    List<MachineId> some = List.copyOf(left.subList(0, count));
    left.subList(0, count).clear();
    if (count == 1) {
      bench.provider().terminate(some.get(0), bench.call());
      return;
    }
    TerminateResult result = bench.batches().terminate(some, bench.call());
    result.refused().values().stream().findFirst().ifPresent(error -> {
      throw error;
    });
  }

  /** Makes or ends machines. */
  private interface Deal {
    void with(int machines);
  }

  /** All at once that the buckets of a verb hold, and then one call as soon as they are refilled for it. */
  private static final class Pace {
    private final TestBench bench;
    private final RequestKind verb;
    private final int atOnce;
    private final Optional<TokenBucket> requests;
    private int sent;

    Pace(TestBench bench, RequestKind verb, int atOnce) {
      this.bench = bench;
      this.verb = verb;
      this.atOnce = atOnce;
      this.requests = Optional.ofNullable(bench.profile().buckets().get(verb));
    }

    void keep(int most, Deal deal) {
      TokenBucket machines = bench.profile().machineBuckets().get(verb);
      if (machines == null) {
        deal(Math.min(most, atOnce), 0, deal);
        return;
      }
      int full = (int) Math.min(most, machines.burst());
      int done = 0;
      while (done < full) {
        int count = Math.min(atOnce, full - done);
        deal(count, done, deal);
        done += count;
      }
      int more = Math.min(most - done, atOnce);
      if (more > 0) {
        bench.time().pass(Duration.ofMillis((long) Math.ceil(more / machines.perSecond() * 1000)));
        deal(more, done, deal);
      }
    }

    private void deal(int count, int before, Deal deal) {
      sent++;
      requests
          .filter(bucket -> sent > bucket.burst())
          .ifPresent(bucket ->
              bench.time().pass(Duration.ofMillis((long) Math.ceil(1000 / bucket.perSecond()))));
      CallOutcome attempt = bench.attempt(() -> deal.with(count));
      bench.require(
          attempt.accepted(),
          verb + " of " + count + " machines after " + before
              + ", as fast as the profile's buckets permit, was " + attempt);
    }
  }
}
