package com.example.larch.cloud;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;

/** How many requests an account may send at once, and then per second. Safe for use by any thread. */
final class FakeLimits {
  /** Requests that are counted together. */
  private enum Group {
    READS(100, 20),
    LAUNCHES(20, 5),
    DELETIONS(50, 10),
    TAGS(50, 10),
    OTHERS(50, 10);

    private final double burst;
    private final double perSecond;

    Group(double burst, double perSecond) {
      this.burst = burst;
      this.perSecond = perSecond;
    }

    static Group of(String route) {
      if (route.startsWith("GET ") || route.equals("POST /v1/token")) {
        return READS;
      }
      if (route.equals("POST /v1/machines")) {
        return LAUNCHES;
      }
      if (route.startsWith("DELETE /v1/machines/")) {
        return DELETIONS;
      }
      return route.endsWith("/tags") ? TAGS : OTHERS;
    }
  }

  private record Level(double left, Instant at) {}

  private final InstantSource clock;
  private final Map<Group, Level> levels = new EnumMap<>(Group.class);

  FakeLimits(InstantSource clock) {
    this.clock = clock;
  }

  /** Counts a request, or refuses it. */
  synchronized void count(String route) {
    Group group = Group.of(route);
    Instant now = clock.instant();
    Level before = levels.getOrDefault(group, new Level(group.burst, now));
    double refilled = Duration.between(before.at(), now).toNanos() / 1e9 * group.perSecond;
    double left = Math.min(group.burst, before.left() + refilled);
    if (left < 1 - 1e-6) {
      throw new LarchRefusal(429, "SLOW_DOWN", "too many requests");
    }
    levels.put(group, new Level(left - 1, now));
  }
}
