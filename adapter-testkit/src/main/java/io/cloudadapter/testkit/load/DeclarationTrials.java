package io.cloudadapter.testkit.load;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedLabeling;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudPromises;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a profile declares, compared with what the cloud does: neither shorter times nor wider buckets. */
public final class DeclarationTrials {
  /** More requests at once than this take too long to be tried. */
  private static final int MOST = 60;

  /** Requests after the burst, each as soon as the bucket has refilled for it. */
  private static final int MORE = 8;

  private static final int RESERVE = 1;

  private DeclarationTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-6.11", DeclarationTrials::requestsArePermitted).needs("MP-2.20"),
        Trial.of("MP-6.12", DeclarationTrials::timesAreLongEnough));
  }

  // ---- times

  private static void timesAreLongEnough(TestBench bench) {
    CloudPromises cloud = bench.truth().provoke(TestCloudConsole::promises);
    ProviderProfile profile = bench.profile();
    notShorter(bench, "lateAcceptance", profile.lateAcceptance(), cloud.lateAcceptance());
    notShorter(bench, "visibleWithin", profile.visibleWithin(), cloud.visibleWithin());
    notShorter(bench, "goneWithin", profile.goneWithin(), cloud.goneWithin());
    LaunchKeySupport keys = profile.keySupport();
    boolean keyed =
        keys.kind() == LaunchKeySupport.Kind.TOKEN || keys.kind() == LaunchKeySupport.Kind.NAME;
    bench.require(
        !keyed || keys.lifetime().compareTo(cloud.keyLifetime()) <= 0,
        "the profile's keys live for " + keys.lifetime() + ", and the cloud forgets them after "
            + cloud.keyLifetime());
  }

  private static void notShorter(TestBench bench, String what, Duration told, Duration truth) {
    bench.require(
        told.compareTo(truth) >= 0,
        "the profile's " + what + " is " + told + ", and the cloud's is " + truth);
  }

  // ---- buckets

  private static void requestsArePermitted(TestBench bench) {
    if (!meters(bench)) {
      throw NotTestableException.notThere(
          "the test cloud counts no requests: TestCloudConsole.meter");
    }
    MachineId machine = bench.launch().id();
    bench.time().passUntilKnown(machine);
    PreparedLaunch prepared = bench.prepare();
    bench.truth().console().meter();
    calls(bench, machine, prepared).forEach((verb, call) -> {
      TokenBucket bucket = bench.profile().buckets().get(verb);
      if (bucket != null) {
        // Buckets are full again after that, the cloud's too.
        bench.time().pass(Duration.ofHours(1));
        permits(bench, verb, bucket, call);
      }
    });
    bench.time().pass(Duration.ofHours(1));
  }

  private static boolean meters(TestBench bench) {
    try {
      return bench.truth().console().getClass().getMethod("meter").getDeclaringClass()
          != TestCloudConsole.class;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  private static Map<RequestKind, Runnable> calls(
      TestBench bench, MachineId machine, PreparedLaunch prepared) {
    Map<RequestKind, Runnable> calls = new LinkedHashMap<>();
    ListQuery one = ListQuery.ids(List.of(machine));
    calls.put(RequestKind.READ, () -> bench.provider().list(one, row -> {}, bench.call()));
    if (!bench.hasGroup()) {
      // An operation is not followed: its time would refill the buckets.
      calls.put(
          RequestKind.LAUNCH, () -> bench.provider().begin(prepared, bench.key(), 1, bench.call()));
    }
    if (bench.claims(Labeling.class)) {
      ObservedLabeling labels = new ObservedLabeling(bench.provider());
      calls.put(
          RequestKind.MARK, () -> labels.label(machine, Map.of("state", "fine"), bench.call()));
    }
    calls.put(RequestKind.TERMINATE, () -> bench.provider().terminate(machine, bench.call()));
    return calls;
  }

  /**
   * As many at once as the buckets hold, by the requests that are really sent, and then each when they are
   * refilled; but
   * for one, as a call may read once more than the one before.
   */
  private static void permits(
      TestBench bench, RequestKind verb, TokenBucket bucket, Runnable call) {
    if (bucket.burst() > MOST) {
      bench.leavesOut(
          "more than " + MOST + " requests of kind " + verb + " at once", "they take too long");
    }
    Map<RequestKind, Long> before = bench.line().sent();
    Instant began = bench.clock().instant();
    Map<RequestKind, Long> cost = Map.of(verb, 1L);
    int more = 0;
    while (more < MORE && since(bench, before).getOrDefault(verb, 0L) < MOST) {
      Duration wait = untilPermitted(bench, since(bench, before), cost)
          .minus(Duration.between(began, bench.clock().instant()));
      if (wait.compareTo(Duration.ZERO) > 0) {
        bench.time().pass(wait);
        more++;
      }
      Map<RequestKind, Long> last = bench.line().sent();
      permitted(bench, verb, bucket, since(bench, before), call);
      cost = since(bench, last);
      if (!cost.containsKey(verb)) {
        return;
      }
    }
  }

  /**
   * How long after the first request a call of that cost finds room in the buckets of all kinds: most calls
   * read, too.
   */
  private static Duration untilPermitted(
      TestBench bench, Map<RequestKind, Long> sent, Map<RequestKind, Long> cost) {
    double seconds = 0;
    for (Map.Entry<RequestKind, Long> one : cost.entrySet()) {
      TokenBucket bucket = bench.profile().buckets().get(one.getKey());
      if (bucket != null) {
        double all = sent.getOrDefault(one.getKey(), 0L) + one.getValue() + RESERVE;
        seconds = Math.max(seconds, (all - bucket.burst()) / bucket.perSecond());
      }
    }
    return Duration.ofMillis((long) Math.ceil(1000 * seconds));
  }

  private static void permitted(
      TestBench bench,
      RequestKind verb,
      TokenBucket bucket,
      Map<RequestKind, Long> before,
      Runnable call) {
    CallOutcome attempt = bench.attempt(call);
    bench.require(
        !attempt.is(Kind.THROTTLED),
        "a request of kind " + verb + " after " + before + ", as many and as fast as the"
            + " profile's bucket of " + bucket.burst() + " and " + bucket.perSecond()
            + " a second permits, was " + attempt);
  }

  private static Map<RequestKind, Long> since(TestBench bench, Map<RequestKind, Long> before) {
    Map<RequestKind, Long> since = new TreeMap<>(bench.line().sent());
    since.replaceAll((kind, count) -> count - before.getOrDefault(kind, 0L));
    since.values().removeIf(count -> count == 0);
    return since;
  }
}
