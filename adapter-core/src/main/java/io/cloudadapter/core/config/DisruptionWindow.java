package io.cloudadapter.core.config;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A recurring time in which a pool may begin to disrupt machines by itself. It opens at the times of a cron schedule,
 * on the wall clock of its time zone, and stays open for a time that is counted as it elapses: a change of that clock
 * makes it neither longer nor shorter.
 *
 * <p>Safe for use by several threads.
 *
 * @param cron when it opens
 * @param duration how long it stays open; 1 minute to 7 days
 * @param reasons what it is for; any of {@link #HELD}, by default all of these
 */
public record DisruptionWindow(
    CronSchedule cron, Duration duration, Set<DisruptionReason> reasons) {

  /** What windows hold back. An action begins at the time that its caller gives. */
  public static final Set<DisruptionReason> HELD =
      Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(DisruptionReason.ACTION)));

  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofDays(7);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public DisruptionWindow {
    Objects.requireNonNull(cron, "cron");
    Objects.requireNonNull(duration, "duration");
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("duration must be " + TimeSpan.text(SHORTEST) + " to "
          + TimeSpan.text(LONGEST) + ", was " + TimeSpan.text(duration));
    }
    if (reasons.isEmpty() || !HELD.containsAll(reasons)) {
      throw new IllegalArgumentException(
          "reasons must be one or more of " + words(HELD) + ", was " + words(reasons));
    }
    reasons = Collections.unmodifiableSet(EnumSet.copyOf(reasons));
  }

  /**
   * A window for all that is held back.
   *
   * @param cron when it opens
   * @param duration how long it stays open; 1 minute to 7 days
   * @return the window
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public static DisruptionWindow of(CronSchedule cron, Duration duration) {
    return new DisruptionWindow(cron, duration, HELD);
  }

  /**
   * Reads the words of reasons.
   *
   * @param words of reasons; none means all that is held back
   * @return the reasons
   * @throws IllegalArgumentException naming a word that is none, and what is allowed
   */
  public static Set<DisruptionReason> reasons(List<String> words) {
    if (words.isEmpty()) {
      return HELD;
    }
    Set<DisruptionReason> reasons = EnumSet.noneOf(DisruptionReason.class);
    for (String word : words) {
      Optional<DisruptionReason> reason = DisruptionReason.of(word).filter(HELD::contains);
      reasons.add(reason.orElseThrow(() -> new IllegalArgumentException(
          "reasons must be one or more of " + words(HELD) + ", was " + word)));
    }
    return reasons;
  }

  /** The end of its last opening up to a moment, if it is open then. */
  Optional<Instant> openUntil(Instant now) {
    return cron.last(now.minus(duration), now).map(opened -> opened.plus(duration));
  }

  private static String words(Set<DisruptionReason> reasons) {
    return new TreeSet<>(reasons)
        .stream().map(DisruptionReason::word).collect(Collectors.joining(", "));
  }
}
