package io.cloudadapter.simulated.limit;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** Token buckets by which the cloud meters requests, or machines. Full at first, and after a restart. */
public final class CloudRateLimit {
  private record Level(double tokens, long at) {}

  private final Map<RequestKind, TokenBucket> buckets;
  private final Map<RequestKind, Level> levels = new EnumMap<>(RequestKind.class);

  public CloudRateLimit(Map<RequestKind, TokenBucket> buckets) {
    this.buckets = buckets;
  }

  /** Takes tokens, all or none. Returns zero, or how long until there are enough. */
  public Duration take(RequestKind verb, int units, long now) {
    TokenBucket bucket = buckets.get(verb);
    if (bucket == null) {
      return Duration.ZERO;
    }
    Level level = levels.getOrDefault(verb, new Level(bucket.burst(), now));
    double tokens =
        Math.min(bucket.burst(), level.tokens() + (now - level.at()) / 1e9 * bucket.perSecond());
    if (tokens >= units) {
      levels.put(verb, new Level(tokens - units, now));
      return Duration.ZERO;
    }
    levels.put(verb, new Level(tokens, now));
    return Duration.ofNanos((long) Math.ceil((units - tokens) / bucket.perSecond() * 1e9));
  }
}
