package io.cloudadapter.aws.cloud;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** EC2's token buckets, of requests and of instances; all off until they are switched on. */
final class FakeRateLimits {
  private record Size(int most, int perSecond) {}

  private static final Map<String, Size> REQUESTS = Map.of(
      "RunInstances", new Size(5, 2),
      "StartInstances", new Size(5, 2),
      "TerminateInstances", new Size(100, 5),
      "CreateTags", new Size(100, 10),
      "DeleteTags", new Size(100, 10));
  private static final Map<String, Size> INSTANCES = Map.of(
      "RunInstances", new Size(1000, 2),
      "StartInstances", new Size(1000, 2),
      "TerminateInstances", new Size(1000, 20),
      "StopInstances", new Size(1000, 20));
  private static final Size READS = new Size(100, 20);
  private static final Size WRITES = new Size(50, 5);

  private final InstantSource clock;
  private final Map<String, Double> levels = new HashMap<>();
  private final Map<String, Instant> times = new HashMap<>();
  private final AtomicInteger throttled = new AtomicInteger();
  private volatile boolean on;

  FakeRateLimits(InstantSource clock) {
    this.clock = clock;
  }

  void switchOn() {
    on = true;
  }

  int throttled() {
    return throttled.get();
  }

  /** Takes the tokens of a request, or refuses it and takes none. */
  synchronized void check(String action, int instances) {
    if (!on) {
      return;
    }
    Size requests = REQUESTS.getOrDefault(
        action, action.startsWith("Describe") || action.startsWith("Get") ? READS : WRITES);
    Size resources = INSTANCES.get(action);
    boolean room = has(action, requests, 1)
        && (resources == null || has(action + " instances", resources, instances));
    if (!room) {
      throttled.incrementAndGet();
      throw new AwsRefusal(503, "RequestLimitExceeded", "Request limit exceeded.");
    }
    levels.merge(action, -1.0, Double::sum);
    if (resources != null) {
      levels.merge(action + " instances", (double) -instances, Double::sum);
    }
  }

  private boolean has(String bucket, Size size, int tokens) {
    Instant now = clock.instant();
    Instant before = times.getOrDefault(bucket, now);
    double gained = Duration.between(before, now).toNanos() / 1e9 * size.perSecond();
    double level =
        Math.min(size.most(), levels.getOrDefault(bucket, (double) size.most()) + gained);
    levels.put(bucket, level);
    times.put(bucket, now);
    return level >= tokens;
  }
}
