package io.cloudadapter.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the five fields come true, on the wall clocks of people. */
class CronScheduleTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId UTC = ZoneId.of("UTC");

  private static Instant at(String text) {
    return Instant.parse(text);
  }

  private static List<Instant> times(CronSchedule cron, String after, int count) {
    List<Instant> times = new ArrayList<>();
    Instant now = at(after);
    for (int i = 0; i < count; i++) {
      now = cron.next(now).orElseThrow();
      times.add(now);
    }
    return times;
  }

  @Test
  void comesOnWorkingDaysByTheClockOfItsZone() {
    assertThat(times(CronSchedule.of("0 8 * * MON-FRI", BERLIN), "2026-11-20T12:00:00Z", 2))
        .containsExactly(at("2026-11-23T07:00:00Z"), at("2026-11-24T07:00:00Z"));
    assertThat(times(CronSchedule.of("0 8 * * 1-5", BERLIN), "2026-07-03T12:00:00Z", 1))
        .as("in summer")
        .containsExactly(at("2026-07-06T06:00:00Z"));
  }

  @Test
  void tellsItsTimesBetweenTwoMomentsTheFirstLeftOut() {
    CronSchedule cron = CronSchedule.of("0 */6 * * *", UTC);
    Instant from = at("2026-11-20T06:00:00Z");

    assertThat(cron.between(from, at("2026-11-20T18:00:00Z"), 100))
        .containsExactly(at("2026-11-20T12:00:00Z"), at("2026-11-20T18:00:00Z"));
    assertThat(cron.between(from, from.plus(Duration.ofDays(2)), 3)).hasSize(3);
    assertThat(cron.between(from, from, 3)).isEmpty();
  }

  @Test
  void comesOnEitherDayIfBothAreGiven() {
    assertThat(times(CronSchedule.of("0 0 13 * FRI", UTC), "2026-12-05T00:00:00Z", 3))
        .containsExactly(
            at("2026-12-11T00:00:00Z"), at("2026-12-13T00:00:00Z"), at("2026-12-18T00:00:00Z"));
  }

  @Test
  void findsTheLeapDay() {
    assertThat(times(CronSchedule.of("0 0 29 2 *", UTC), "2026-01-01T00:00:00Z", 1))
        .containsExactly(at("2028-02-29T00:00:00Z"));
  }

  @Test
  void comesAtTheLeapWhereTheClockSkipsItsTime() {
    CronSchedule early = CronSchedule.of("30 2 * * *", BERLIN);

    assertThat(times(early, "2026-03-28T12:00:00Z", 2))
        .as("on 29 March 2 o'clock is 3 o'clock at once")
        .containsExactly(at("2026-03-29T01:00:00Z"), at("2026-03-30T00:30:00Z"));
    assertThat(early.last(at("2026-03-29T00:00:00Z"), at("2026-03-29T01:00:00Z")))
        .contains(at("2026-03-29T01:00:00Z"));
  }

  @Test
  void comesOnceWhereTheClockShowsItsTimeTwice() {
    CronSchedule early = CronSchedule.of("30 2 * * *", BERLIN);

    assertThat(times(early, "2026-10-24T12:00:00Z", 2))
        .as("on 25 October the hour from 2 to 3 o'clock comes twice")
        .containsExactly(at("2026-10-25T00:30:00Z"), at("2026-10-26T01:30:00Z"));
    assertThat(early.last(at("2026-10-25T00:30:00Z"), at("2026-10-25T01:45:00Z")))
        .isEmpty();
    assertThat(early.last(at("2026-10-24T12:00:00Z"), at("2026-10-25T01:05:00Z")))
        .as("2:05 the second time; it came at 2:30 the first time")
        .contains(at("2026-10-25T00:30:00Z"));
  }

  @Test
  void tellsTheLastTimeOfAStretchWithoutItsBeginning() {
    CronSchedule hourly = CronSchedule.of("0 * * * *", UTC);

    assertThat(hourly.last(at("2026-01-01T00:00:00Z"), at("2026-01-01T05:59:59Z")))
        .contains(at("2026-01-01T05:00:00Z"));
    assertThat(hourly.last(at("2026-01-01T00:00:00Z"), at("2026-01-01T05:00:00Z")))
        .contains(at("2026-01-01T05:00:00Z"));
    assertThat(hourly.last(at("2026-01-01T05:00:00Z"), at("2026-01-01T05:59:59Z")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 30 2 *", "0 0 31 4,6,9,11 *"})
  void refusesWhatNeverComes(String never) {
    assertThatThrownBy(() -> CronSchedule.of(never, UTC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must come some day, was '" + never + "', which never does");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "0 8 * *",
        "0 0 8 * * *",
        "61 * * * *",
        "* 24 * * *",
        "0 0 0 * *",
        "0 0 * 13 *",
        "a b c d e",
        "*/0 * * * *",
        "5-1 * * * *",
        "@daily",
        "0 0 L * *",
        "-1 * * * *",
        "1.5 * * * *",
        "99999999999 * * * *",
        "0 8 * * MO"
      })
  void refusesWhatIsNoCron(String text) {
    assertThatThrownBy(() -> CronSchedule.of(text, UTC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("must be five fields, minute hour day month weekday, for example "
            + "'0 8 * * MON-FRI', was '" + text + "'")
        .hasMessageMatching(".*(, which has [0-9]|: .* may be .*, was '.*')");
  }

  @Test
  void isTheSameWithAnyBlanks() {
    assertThat(CronSchedule.of(" 0  8 * * 1 ", BERLIN))
        .isEqualTo(CronSchedule.of("0 8 * * 1", BERLIN));
    assertThat(CronSchedule.of("0 8 * * 1", UTC))
        .isNotEqualTo(CronSchedule.of("0 8 * * 1", BERLIN));
    assertThat(CronSchedule.of("0 8 * * 1", BERLIN)).hasToString("'0 8 * * 1' Europe/Berlin");
  }

  // ------------------------------------------------------------------------------- properties

  @Provide
  Arbitrary<CronSchedule> crons() {
    return Arbitraries.of(
            "30 2 * * *",
            "0 3 * * *",
            "*/20 * * * *",
            "15 1-3 * * SUN",
            "0 0 1 * *",
            "59 23 31 12 *")
        .flatMap(text -> Arbitraries.of(
                "UTC",
                "Europe/Berlin",
                "America/New_York",
                "Australia/Lord_Howe",
                "Asia/Kathmandu",
                "America/St_Johns",
                "Pacific/Apia")
            .map(zone -> CronSchedule.of(text, ZoneId.of(zone))));
  }

  @Provide
  Arbitrary<Instant> moments() {
    return Arbitraries.longs().between(1_288_000_000L, 1_830_000_000L).map(Instant::ofEpochSecond);
  }

  /** The next time is the last one of every stretch that ends with it, and of none that ends before. */
  @Property
  void nextAndLastAgree(@ForAll("crons") CronSchedule cron, @ForAll("moments") Instant now) {
    Instant next = cron.next(now).orElseThrow();

    assertThat(next).isAfter(now);
    assertThat(cron.last(now, next)).contains(next);
    assertThat(cron.last(now, next.minusNanos(1))).isEqualTo(Optional.empty());
  }

  /** What is said for once a day comes once on each day of the clock, also on the days of its leaps. */
  @Property
  void onceADayIsOnceOnEachDay(@ForAll("moments") Instant now) {
    for (String zone : List.of("Europe/Berlin", "America/New_York", "Australia/Lord_Howe")) {
      CronSchedule daily = CronSchedule.of("30 2 * * *", ZoneId.of(zone));
      Instant first = daily.next(now).orElseThrow();
      Instant second = daily.next(first).orElseThrow();

      assertThat(second.atZone(daily.zone()).toLocalDate())
          .isEqualTo(first.atZone(daily.zone()).toLocalDate().plusDays(1));
      assertThat(Duration.between(first, second))
          .isBetween(Duration.ofMinutes(22 * 60 + 30), Duration.ofHours(25).plusMinutes(30));
    }
  }
}
