package io.cloudadapter.kubernetes;

import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Evicts the pods of one node; one that a disruption budget holds is asked for again, less and less often. */
final class Evictions {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private record Refusal(int count, long next) {}

  private final Cluster cluster;
  private final Optional<Duration> grace;
  private final Ticker ticker;
  private final RandomGenerator random;
  private final Map<String, Refusal> refusals = new HashMap<>();

  Evictions(Cluster cluster, Optional<Duration> grace, Ticker ticker, RandomGenerator random) {
    this.cluster = cluster;
    this.grace = grace;
    this.ticker = ticker;
    this.random = random;
  }

  /** Asks for the evictions that are due; returns how many were refused. */
  int evict(List<Pod> pods) {
    int refused = 0;
    for (Pod pod : pods) {
      Refusal before = refusals.get(pod.uid());
      if (before != null && ticker.nanos() - before.next() < 0) {
        continue;
      }
      Cluster.EvictionReply reply = cluster.evict(pod, grace);
      if (reply.result() == Cluster.Eviction.ACCEPTED) {
        refusals.remove(pod.uid());
      } else {
        refused++;
        int count = before == null ? 1 : before.count() + 1;
        long wait = reply.retryAfter().orElseGet(() -> pause(count)).toNanos();
        refusals.put(pod.uid(), new Refusal(count, ticker.nanos() + wait));
      }
    }
    return refused;
  }

  /** Twice as long each time, and somewhat less by chance, so that drains do not ask in step. */
  private Duration pause(int count) {
    Duration full = FIRST.multipliedBy(1L << Math.min(count - 1, 4));
    Duration most = full.compareTo(LONGEST) > 0 ? LONGEST : full;
    return Duration.ofNanos((long) (most.toNanos() * (0.75 + random.nextDouble() / 4)));
  }
}
