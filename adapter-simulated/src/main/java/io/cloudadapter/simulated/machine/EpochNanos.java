package io.cloudadapter.simulated.machine;

import java.time.Instant;

/** Points in time as nanoseconds since 1970, in which the cloud reckons (good until 2262). */
public final class EpochNanos {
  public static final long NEVER = Long.MAX_VALUE;

  private EpochNanos() {}

  public static long of(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
  }

  public static Instant instant(long moment) {
    return Instant.ofEpochSecond(
        Math.floorDiv(moment, 1_000_000_000L), Math.floorMod(moment, 1_000_000_000L));
  }
}
