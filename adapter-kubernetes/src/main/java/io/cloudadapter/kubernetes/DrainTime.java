package io.cloudadapter.kubernetes;

import io.cloudadapter.api.hook.WaitingHook;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The time limit of a drain. Any thread may use it. */
final class DrainTime {
  private static final Duration USUAL_GRACE = Duration.ofSeconds(30);

  /** For pods that are deleted at the time limit to go, beyond their grace period. */
  private static final Duration SLACK = Duration.ofSeconds(10);

  /** Between the time limit, or the end of forced deletions, and the limit of the hook. */
  private static final Duration RESERVE = Duration.ofSeconds(5);

  private final WorkSetting setting;
  private @Nullable Long limitAt;

  DrainTime(WorkSetting setting) {
    this.setting = setting;
  }

  /** Whether the time limit is over, which the first call sets from what an earlier process has left of it. */
  boolean isOver(WaitingHook hook) {
    return setting.ticker().nanos() - limitAt(hook) >= 0;
  }

  /** The moment of the ticker from which {@link #isForcedOver} holds. */
  long end(WaitingHook hook) {
    return limitAt(hook) + forcedTime().toNanos();
  }

  /** Whether pods that are deleted at the time limit have had their time to end, too. */
  boolean isForcedOver(WaitingHook hook) {
    return setting.ticker().nanos() - end(hook) >= 0;
  }

  /** The next of the time limit and the end; the moment itself if both are over. */
  synchronized long next(WaitingHook hook) {
    long now = setting.ticker().nanos();
    return limitAt(hook) - now > 0 ? limitAt(hook) : end(hook) - now > 0 ? end(hook) : now;
  }

  private synchronized long limitAt(WaitingHook hook) {
    if (limitAt == null) {
      limitAt = setting.ticker().nanos() + left(hook).toNanos();
    }
    return limitAt;
  }

  private Duration left(WaitingHook hook) {
    Instant now = setting.wall().instant();
    Duration reserve = forcedTime().plus(RESERVE);
    Duration whole = Duration.between(hook.since(), hook.limit()).minus(reserve);
    Duration most =
        setting.target().timeout().filter(t -> t.compareTo(whole) < 0).orElse(whole);
    Duration left = most.minus(Duration.between(hook.since(), now));
    // The wall clock may have jumped either way since then.
    return left.isNegative() ? Duration.ZERO : left.compareTo(most) > 0 ? most : left;
  }

  /** What pods get to end that are deleted at the time limit. */
  private Duration forcedTime() {
    return setting.target().deleteAtTimeout()
        ? setting.target().gracePeriod().orElse(USUAL_GRACE).plus(SLACK)
        : Duration.ZERO;
  }
}
