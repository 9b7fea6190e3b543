package io.cloudadapter.core.ledger;

import io.cloudadapter.api.scaling.ScalingDirection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's record of a pool's scaling.
 *
 * @param minSize the min_size that a resize has set, if one has
 * @param maxSize the max_size that a resize has set, if one has; negative for none but the cap
 * @param scaledIn when the cooldown of scaling in last began
 * @param scaledOut when the cooldown of scaling out last began
 * @param shrinking whether the cooldown of scaling in begins when the pool has come to its size
 * @param growing whether the cooldown of scaling out does
 * @param seed decides the lot when victims are chosen by lot; drawn by the last command that shrank the pool
 */
public record ScalingRecord(
    @Nullable Limit minSize,
    @Nullable Limit maxSize,
    @Nullable Instant scaledIn,
    @Nullable Instant scaledOut,
    boolean shrinking,
    boolean growing,
    long seed) {
  /** Of a pool that was never scaled. */
  public static final ScalingRecord NONE =
      new ScalingRecord(null, null, null, null, false, false, 0);

  /**
   * A limit that a resize has set.
   *
   * @param value the limit
   * @param configured the configured value at that time; if the configuration changes, the limit no longer applies
   */
  public record Limit(int value, int configured) {}

  /** With the limits that still hold under this configuration: the last word wins. */
  public ScalingRecord under(int configuredMin, int configuredMax) {
    Limit min = minSize == null || minSize.configured() != configuredMin ? null : minSize;
    Limit max = maxSize == null || maxSize.configured() != configuredMax ? null : maxSize;
    return limited(min, max);
  }

  public ScalingRecord limited(@Nullable Limit min, @Nullable Limit max) {
    return new ScalingRecord(min, max, scaledIn, scaledOut, shrinking, growing, seed);
  }

  public ScalingRecord seeded(long lot) {
    return new ScalingRecord(minSize, maxSize, scaledIn, scaledOut, shrinking, growing, lot);
  }

  /** When the cooldown of a direction last began. */
  @Nullable
  public Instant scaled(ScalingDirection event) {
    return event == ScalingDirection.SCALE_IN ? scaledIn : scaledOut;
  }

  /** Whether a direction waits for the pool to come to its size. */
  public boolean moves(ScalingDirection event) {
    return event == ScalingDirection.SCALE_IN ? shrinking : growing;
  }

  /** The cooldown of a direction begins. */
  public ScalingRecord cooling(ScalingDirection event, Instant now) {
    return event == ScalingDirection.SCALE_IN
        ? new ScalingRecord(minSize, maxSize, now, scaledOut, false, growing, seed)
        : new ScalingRecord(minSize, maxSize, scaledIn, now, shrinking, false, seed);
  }

  /** The cooldown of a direction will begin when the pool has come to its size. */
  public ScalingRecord moving(ScalingDirection event) {
    return event == ScalingDirection.SCALE_IN
        ? new ScalingRecord(minSize, maxSize, scaledIn, scaledOut, true, growing, seed)
        : new ScalingRecord(minSize, maxSize, scaledIn, scaledOut, shrinking, true, seed);
  }
}
