package com.example.cedar.cloud;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** How many requests a project may send at once, and then per second. Safe for use by any thread. */
final class FakeLimits {
  private record Bucket(double burst, double perSecond) {}

  private record Level(double left, Instant at) {}

  private static final Map<String, Bucket> BUCKETS =
      Map.of("GET", new Bucket(100, 20), "POST", new Bucket(20, 5), "DELETE", new Bucket(50, 10));

  private final InstantSource clock;
  private final Map<String, Level> levels = new HashMap<>();

  FakeLimits(InstantSource clock) {
    this.clock = clock;
  }

  /** Counts a request, or refuses it. */
  synchronized void count(String method) {
    Bucket bucket = BUCKETS.getOrDefault(method, new Bucket(0, 0));
    Instant now = clock.instant();
    Level before = levels.getOrDefault(method, new Level(bucket.burst(), now));
    double refilled = Duration.between(before.at(), now).toNanos() / 1e9 * bucket.perSecond();
    double left = Math.min(bucket.burst(), before.left() + refilled);
    if (left < 1 - 1e-6) {
      throw new CedarRefusal(429, "SLOW_DOWN", "too many requests");
    }
    levels.put(method, new Level(left - 1, now));
  }
}
