package io.cloudadapter.core.config;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A recurring time in the five fields of Unix's cron: minute, hour, day of the month, month, day of the week; for
 * example {@code 0 8 * * MON-FRI}. If both days are given, one of them suffices.
 *
 * <p>Fields apply to the wall clock of a time zone. A time that the clock skips in spring is the moment of the
 * change; a time that occurs twice in autumn is the first of the two. So a daily time happens exactly once every day.
 *
 * <p>Safe for use by several threads.
 */
public final class CronSchedule {
  private static final List<String> FIELDS = List.of(
      "minute may be 0 to 59",
      "hour may be 0 to 23",
      "day may be 1 to 31",
      "month may be 1 to 12 or JAN to DEC",
      "weekday may be 0 to 7 or SUN to SAT");

  private final String text;
  private final ZoneId zone;
  private final ExecutionTime times;

  private CronSchedule(String text, ZoneId zone, ExecutionTime times) {
    this.text = text;
    this.zone = zone;
    this.times = times;
  }

  /**
   * Reads five fields.
   *
   * @param text minute, hour, day of the month, month, day of the week; months and days also by their
   *     names of three letters, 0 and 7 are Sunday
   * @param zone whose wall clock they are about
   * @return the times
   * @throws IllegalArgumentException if the text is none, or a time that never comes
   */
  public static CronSchedule of(String text, ZoneId zone) {
    Objects.requireNonNull(zone, "zone");
    CronParser parser = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
    ExecutionTime times;
    try {
      times = ExecutionTime.forCron(parser.parse(text));
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          "must be five fields, minute hour day month weekday, for example '0 8 * * MON-FRI', was '"
              + text + "'" + reason(parser, text, wrong),
          wrong);
    }
    CronSchedule cron = new CronSchedule(text.trim().replaceAll("\\s+", " "), zone, times);
    if (cron.next(Instant.EPOCH).isEmpty()) {
      throw new IllegalArgumentException(
          "must come some day, was '" + text + "', which never does");
    }
    return cron;
  }

  /** Which fields are wrong: each is tried beside four that are right. */
  private static String reason(CronParser parser, String text, IllegalArgumentException wrong) {
    List<String> fields = List.of(text.trim().split("\\s+"));
    if (fields.size() != FIELDS.size()) {
      return ", which has " + (text.isBlank() ? 0 : fields.size());
    }
    List<String> reasons = new ArrayList<>();
    for (int i = 0; i < FIELDS.size(); i++) {
      List<String> alone = new ArrayList<>(Collections.nCopies(FIELDS.size(), "*"));
      alone.set(i, fields.get(i));
      try {
        parser.parse(String.join(" ", alone));
      } catch (IllegalArgumentException refused) {
        reasons.add(FIELDS.get(i) + ", was '" + fields.get(i) + "'");
      }
    }
    return ": " + (reasons.isEmpty() ? wrong.getMessage() : String.join("; ", reasons));
  }

  /**
   * The first time after a moment.
   *
   * @param after the moment
   * @return the time; empty only beyond the years that a calendar counts
   */
  public Optional<Instant> next(Instant after) {
    return times
        .nextExecution(passed(after).atZone(ZoneOffset.UTC))
        .map(next -> at(next.toLocalDateTime()));
  }

  /**
   * The first times of a stretch of time.
   *
   * @param after where it begins, not part of it
   * @param until where it ends, part of it
   * @param most how many at most
   * @return the times in order
   */
  public List<Instant> between(Instant after, Instant until, int most) {
    List<Instant> found = new ArrayList<>();
    Optional<Instant> next = next(after);
    while (next.isPresent() && !next.get().isAfter(until) && found.size() < most) {
      found.add(next.get());
      next = next(next.get());
    }
    return found;
  }

  /**
   * The last time of a stretch of time.
   *
   * @param after where it begins, not part of it
   * @param until where it ends, part of it
   * @return the time; empty if there is none between
   */
  public Optional<Instant> last(Instant after, Instant until) {
    return times
        .lastExecution(passed(until).plusNanos(1).atZone(ZoneOffset.UTC))
        .map(last -> at(last.toLocalDateTime()))
        .filter(last -> last.isAfter(after));
  }

  /** The latest that the clock has shown, up to a moment; no later time of the clock has come. */
  private LocalDateTime passed(Instant until) {
    LocalDateTime shown = LocalDateTime.ofInstant(until, zone);
    ZoneOffsetTransition turn = zone.getRules().getTransition(shown);
    boolean again = turn != null && turn.isOverlap() && !until.isBefore(turn.getInstant());
    // The second time around, everything up to the turn has been there already.
    return again ? turn.getDateTimeBefore().minusNanos(1) : shown;
  }

  private Instant at(LocalDateTime time) {
    ZoneOffsetTransition turn = zone.getRules().getTransition(time);
    return turn != null && turn.isGap()
        ? turn.getInstant()
        : time.toInstant(zone.getRules().getValidOffsets(time).get(0));
  }

  /**
   * The five fields.
   *
   * @return minute, hour, day, month, weekday
   */
  public String text() {
    return text;
  }

  /**
   * Whose wall clock they are about.
   *
   * @return a time zone
   */
  public ZoneId zone() {
    return zone;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CronSchedule cron && text.equals(cron.text) && zone.equals(cron.zone);
  }

  @Override
  public int hashCode() {
    return Objects.hash(text, zone);
  }

  /** For people: the fields and the zone. */
  @Override
  public String toString() {
    return "'" + text + "' " + zone;
  }
}
