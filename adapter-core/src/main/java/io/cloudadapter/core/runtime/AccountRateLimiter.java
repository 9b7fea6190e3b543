package io.cloudadapter.core.runtime;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import io.cloudadapter.spi.TokenBucket;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rate limiter of one account, for all pools on it: a token bucket for each kind of request, as the adapter
 * declares them, of which it uses at most four fifths. If the cloud throttles all the same, requests of the kind wait
 * for as long as the cloud asked; then one call tries, and the others follow when it has succeeded.
 *
 * <p>Machines have buckets of their own where the cloud counts them, too. The limiter uses nearly all of these:
 * consoles and other tools send many requests, but hardly make machines, and a large pool would otherwise wait a
 * quarter longer.
 *
 * <p>Any number of threads may use it.
 */
final class AccountRateLimiter {
  private static final double SHARE = 0.8;

  /** What is left out is for requests that travel longer than the one that first took out of the full bucket. */
  private static final double SHARE_OF_MACHINES = 0.98;

  private static final Duration REST = Duration.ofSeconds(1);

  /** How often calls look whether the one that tries has come back. */
  private static final Duration LOOK = Duration.ofMillis(250);

  private static final class Level {
    final TokenBucket bucket;
    double tokens;
    long at;
    long restUntil;

    /** Whether it has rested and no call has come back since. */
    boolean halfOpen;

    /** The call that tries, after a rest. */
    @Nullable
    Object trying;

    Level(TokenBucket bucket, long now) {
      this.bucket = bucket;
      this.tokens = bucket.burst();
      this.at = now;
      this.restUntil = now;
    }
  }

  private final Ticker ticker;
  private final Map<RequestKind, Level> requests;
  private final Map<RequestKind, Level> machines;

  AccountRateLimiter(
      Map<RequestKind, TokenBucket> buckets,
      Map<RequestKind, TokenBucket> machineBuckets,
      Ticker ticker) {
    this.ticker = ticker;
    this.requests = levels(buckets, SHARE);
    this.machines = levels(machineBuckets, SHARE_OF_MACHINES);
  }

  private Map<RequestKind, Level> levels(Map<RequestKind, TokenBucket> buckets, double share) {
    Map<RequestKind, Level> levels = new EnumMap<>(RequestKind.class);
    for (RequestKind verb : RequestKind.values()) {
      TokenBucket declared = buckets.get(verb);
      TokenBucket ours = declared == null
          ? new TokenBucket(1e9, 1e9)
          : new TokenBucket(Math.max(1, declared.burst() * share), declared.perSecond() * share);
      levels.put(verb, new Level(ours, ticker.nanos()));
    }
    return levels;
  }

  /**
   * Takes tokens if they are there; else says how long until they are, and takes none. More tokens than
   * the bucket holds are given when it is full, and leave a debt.
   *
   * @param call who asks; after a rest one of them tries
   */
  synchronized Duration take(RequestKind verb, int units, Object call) {
    Level level = level(requests, verb);
    boolean rested = level.halfOpen && ticker.nanos() - level.restUntil >= 0;
    if (rested && level.trying != null && !level.trying.equals(call)) {
      return LOOK;
    }
    Duration wait = take(level, units);
    if (rested && wait.isZero()) {
      level.trying = call;
    }
    return wait;
  }

  /** How long a verb still rests since the cloud throttled it; zero if it does not. */
  synchronized Duration rest(RequestKind verb) {
    return Duration.ofNanos(Math.max(0, level(requests, verb).restUntil - ticker.nanos()));
  }

  /** A call has come back. If it was the one that tried after a rest, the others follow. */
  synchronized void cameBack(Object call) {
    for (Level level : requests.values()) {
      if (call.equals(level.trying)) {
        level.trying = null;
        level.halfOpen = level.restUntil - ticker.nanos() > 0;
      }
    }
  }

  /** As {@link #take}, of the bucket that counts machines. */
  synchronized Duration takeMachines(RequestKind verb, int count) {
    return take(level(machines, verb), count);
  }

  private Duration take(Level level, int units) {
    long now = ticker.nanos();
    double perNano = level.bucket.perSecond() / 1e9;
    level.tokens = Math.min(level.bucket.burst(), level.tokens + (now - level.at) * perNano);
    level.at = now;
    long rest = level.restUntil - now;
    double needed = Math.min(units, level.bucket.burst());
    if (rest <= 0 && level.tokens >= needed) {
      level.tokens -= units;
      return Duration.ZERO;
    }
    long refill = (long) Math.ceil(Math.max(0, needed - level.tokens) / perNano);
    return Duration.ofNanos(Math.max(1, Math.max(rest, refill)));
  }

  /** The cloud has throttled a request of this verb. */
  synchronized void throttled(RequestKind verb, Optional<Duration> retryAfter) {
    Level level = level(requests, verb);
    level.tokens = Math.min(level.tokens, 0);
    long until = ticker.nanos() + retryAfter.orElse(REST).toNanos();
    if (until - level.restUntil > 0) {
      level.restUntil = until;
    }
    level.halfOpen = true;
    level.trying = null;
  }

  /** A person wants the cloud to be asked at once: of each verb that rests, one call tries. */
  synchronized void endRests() {
    for (Level level : requests.values()) {
      if (level.restUntil - ticker.nanos() > 0) {
        level.restUntil = ticker.nanos();
        level.tokens = Math.max(level.tokens, 1);
      }
    }
  }

  private static Level level(Map<RequestKind, Level> levels, RequestKind verb) {
    Level level = levels.get(verb);
    if (level == null) {
      throw new IllegalStateException("every verb has a level, but not " + verb);
    }
    return level;
  }
}
