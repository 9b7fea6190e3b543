package io.cloudadapter.simulated;

import io.cloudadapter.spi.Bucket;
import io.cloudadapter.spi.Verb;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The token buckets by which the cloud meters requests. Full at first, and after a restart. */
final class Meter {
  private record Level(double tokens, long at) {}

  private final Map<Verb, Bucket> buckets;
  private final Map<Verb, Level> levels = new EnumMap<>(Verb.class);

  Meter(Map<Verb, Bucket> buckets) {
    this.buckets = buckets;
  }

  /** Takes a token. Returns zero, or how long until there is one. */
  Duration take(Verb verb, long now) {
    Bucket bucket = buckets.get(verb);
    if (bucket == null) {
      return Duration.ZERO;
    }
    Level level = levels.getOrDefault(verb, new Level(bucket.burst(), now));
    double tokens =
        Math.min(bucket.burst(), level.tokens() + (now - level.at()) / 1e9 * bucket.perSecond());
    if (tokens >= 1) {
      levels.put(verb, new Level(tokens - 1, now));
      return Duration.ZERO;
    }
    levels.put(verb, new Level(tokens, now));
    return Duration.ofNanos((long) Math.ceil((1 - tokens) / bucket.perSecond() * 1e9));
  }
}
