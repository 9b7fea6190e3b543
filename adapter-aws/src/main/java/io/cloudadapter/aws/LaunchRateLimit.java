package io.cloudadapter.aws;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Ticker;
import io.cloudadapter.spi.TokenBucket;
import java.time.Duration;

/**
 * EC2's second bucket for launches, which counts instances. The core keeps to it; if EC2 refuses all the same, it does
 * not say how long to wait, but what we have taken out of it we know. May be used by any thread.
 */
final class LaunchRateLimit {
  /** A thousand at once, two more a second. */
  static final TokenBucket LAUNCHES = new TokenBucket(1000, 2);

  private final Ticker ticker;

  /** The level at {@link #when}, if no other process launches; both are guarded by this. */
  private double level = LAUNCHES.burst();

  private long when;

  LaunchRateLimit(Ticker ticker) {
    this.ticker = ticker;
    this.when = ticker.nanos();
  }

  synchronized void take(int instances) {
    fill();
    level = Math.max(0, level - instances);
  }

  /** Adds how long to wait to a refusal that lacks it, if it can be of this bucket. */
  CloudException told(CloudException e, int instances) {
    Duration wait = untilRoomFor(instances);
    if (e.kind() != Kind.THROTTLED || e.retryAfter().isPresent() || wait.isZero()) {
      return e;
    }
    CloudException.Builder error = CloudException.of(
            e.kind(),
            e.effect(),
            e.getMessage() + " (its bucket of instances has room for " + instances + " in "
                + wait.toSeconds() + " s)")
        .scope(e.scope())
        .retryAfter(wait)
        .cause(e);
    e.code().ifPresent(error::code);
    e.requestId().ifPresent(error::requestId);
    return error.build();
  }

  /**
   * How long until there is room, in whole seconds. None if there is by what we know: then another caller has
   * launched, or too many requests came at once.
   */
  synchronized Duration untilRoomFor(int instances) {
    fill();
    double lacking = instances - level;
    return Duration.ofSeconds(lacking <= 0 ? 0 : (long) Math.ceil(lacking / LAUNCHES.perSecond()));
  }

  private void fill() {
    long now = ticker.nanos();
    level = Math.min(LAUNCHES.burst(), level + (now - when) / 1e9 * LAUNCHES.perSecond());
    when = now;
  }
}
