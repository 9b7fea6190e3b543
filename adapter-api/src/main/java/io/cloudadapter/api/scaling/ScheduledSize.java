package io.cloudadapter.api.scaling;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A size that a pool gets at scheduled times.
 *
 * @param cron the times: minute, hour, day of the month, month, weekday
 * @param zone the time zone of the cron times
 * @param desiredSize the desired size that it sets, if it sets one
 * @param minSize the minSize that it sets, if it sets one
 * @param maxSize the maxSize that it sets, if it sets one
 * @param next the next time; in the past if it is due now and the pool has not applied it yet
 * @param upcoming the times within the next 24 hours, the first {@value #MOST_UPCOMING} of them; empty also from a
 *     server that leaves them out
 */
public record ScheduledSize(
    String cron,
    ZoneId zone,
    OptionalInt desiredSize,
    OptionalInt minSize,
    OptionalInt maxSize,
    Optional<Instant> next,
    List<Instant> upcoming) {

  /** The most times in {@link #upcoming()}. */
  public static final int MOST_UPCOMING = 100;

  /** Checks that nothing is null, and copies the list. */
  public ScheduledSize {
    Objects.requireNonNull(cron, "cron");
    Objects.requireNonNull(zone, "zone");
    Objects.requireNonNull(desiredSize, "desiredSize");
    Objects.requireNonNull(minSize, "minSize");
    Objects.requireNonNull(maxSize, "maxSize");
    Objects.requireNonNull(next, "next");
    upcoming = List.copyOf(upcoming);
  }

  /**
   * A size without the times of the next 24 hours.
   *
   * @param cron the times
   * @param zone the time zone of the cron times
   * @param desiredSize the desired size that it sets, if it sets one
   * @param minSize the minSize that it sets, if it sets one
   * @param maxSize the maxSize that it sets, if it sets one
   * @param next the next time
   */
  public ScheduledSize(
      String cron,
      ZoneId zone,
      OptionalInt desiredSize,
      OptionalInt minSize,
      OptionalInt maxSize,
      Optional<Instant> next) {
    this(cron, zone, desiredSize, minSize, maxSize, next, List.of());
  }
}
