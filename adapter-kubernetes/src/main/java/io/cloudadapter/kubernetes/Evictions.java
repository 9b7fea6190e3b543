package io.cloudadapter.kubernetes;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Evicts the pods of one node; one that a disruption budget holds is asked for again, less and less often. */
final class Evictions {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** Called for each refusal of an eviction. */
  interface RefusalListener {
    /**
     * One more refusal.
     *
     * @param count 1 for the first of this pod
     * @param why which budget refuses it, for people
     */
    void refused(Pod pod, int count, String why);
  }

  private record Refusal(int count, long next, String why) {}

  private final Optional<Duration> grace;
  private final Ticker ticker;
  private final RandomGenerator random;
  private final RefusalListener listener;
  private final Map<String, Refusal> refusals = new HashMap<>();
  private final Map<String, Integer> failures = new HashMap<>();
  private final Set<String> deleted = new HashSet<>();

  /**
   * No pods so far.
   *
   * @param grace what each pod gets to end; its own time if empty
   * @param listener called for each refusal by a budget
   */
  Evictions(
      Optional<Duration> grace, Ticker ticker, RandomGenerator random, RefusalListener listener) {
    this.grace = grace;
    this.ticker = ticker;
    this.random = random;
    this.listener = listener;
  }

  /** Asks for the evictions that are due. Throws as {@link #each}. */
  void evict(Cluster cluster, List<Pod> pods) {
    each(pods, pod -> evict(cluster, pod));
  }

  private void evict(Cluster cluster, Pod pod) {
    Refusal before = refusals.get(pod.uid());
    if (before != null && ticker.nanos() - before.next() < 0) {
      return;
    }
    Cluster.EvictionReply reply = cluster.evict(pod, grace);
    if (reply.result() == Cluster.Eviction.ACCEPTED) {
      refusals.remove(pod.uid());
      return;
    }
    int count = before == null ? 1 : before.count() + 1;
    Duration wait = reply.retryAfter().map(RetryPause::bounded).orElseGet(() -> pause(count));
    refusals.put(pod.uid(), new Refusal(count, ticker.nanos() + wait.toNanos(), reply.why()));
    listener.refused(pod, count, reply.why());
  }

  /** Why the last eviction of a pod was refused; empty if none was. */
  Optional<String> refusal(Pod pod) {
    return Optional.ofNullable(refusals.get(pod.uid())).map(Refusal::why);
  }

  /** Deletes pods against their budgets, each once. Throws as {@link #each}. */
  void delete(Cluster cluster, List<Pod> pods, Consumer<Pod> done) {
    each(pods, pod -> {
      if (!deleted.contains(pod.uid())) {
        cluster.deletePod(pod, grace);
        deleted.add(pod.uid());
        done.accept(pod);
      }
    });
  }

  /**
   * Asks for each pod; one that the API server denies, as an admission webhook may, does not keep the others. Those
   * that failed come last. Throws the first CloudException at the end, or at once if it concerns all pods.
   */
  private void each(List<Pod> pods, Consumer<Pod> ask) {
    List<CloudException> errors = new ArrayList<>();
    List<Pod> sorted = pods.stream()
        .sorted(Comparator.comparingInt(pod -> failures.getOrDefault(pod.uid(), 0)))
        .toList();
    for (Pod pod : sorted) {
      try {
        ask.accept(pod);
      } catch (CloudException e) {
        failures.merge(pod.uid(), 1, Integer::sum);
        errors.add(e);
        if (!concernsOne(e.kind())) {
          break;
        }
      }
    }
    if (!errors.isEmpty()) {
      throw errors.get(0);
    }
  }

  private static boolean concernsOne(CloudException.Kind kind) {
    return switch (kind) {
      case DENIED, INVALID, CONFLICT, NOT_FOUND -> true;
      default -> false;
    };
  }

  /** Twice as long each time, and somewhat less by chance, so that drains do not ask in step. */
  private Duration pause(int count) {
    Duration full = FIRST.multipliedBy(1L << Math.min(count - 1, 4));
    Duration most = full.compareTo(LONGEST) > 0 ? LONGEST : full;
    return Duration.ofNanos((long) (most.toNanos() * (0.75 + random.nextDouble() / 4)));
  }
}
