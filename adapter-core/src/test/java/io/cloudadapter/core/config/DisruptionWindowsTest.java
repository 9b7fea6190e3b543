package io.cloudadapter.core.config;

import static io.cloudadapter.api.DisruptionReason.DRIFT;
import static io.cloudadapter.api.DisruptionReason.LIFETIME;
import static io.cloudadapter.api.DisruptionReason.REFRESH;
import static io.cloudadapter.api.DisruptionReason.REMEDIATION;
import static io.cloudadapter.api.DisruptionReason.SHRINK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.DisruptionReason;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** When a pool may begin to disrupt machines by itself, by the wall clocks of people. */
class DisruptionWindowsTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId UTC = ZoneId.of("UTC");

  private static Instant at(String text) {
    return Instant.parse(text);
  }

  private static DisruptionWindow window(String cron, ZoneId zone, Duration duration) {
    return DisruptionWindow.of(CronSchedule.of(cron, zone), duration);
  }

  private static DisruptionWindows nights(ZoneId zone) {
    return DisruptionWindows.none().with("nights", window("0 22 * * MON-FRI", zone, hours(6)));
  }

  private static Duration hours(int hours) {
    return Duration.ofHours(hours);
  }

  private static WindowState open(String until, String name) {
    return new WindowState(true, Optional.of(at(until)), Optional.empty(), Optional.of(name));
  }

  private static WindowState closed(String opens, String name) {
    return new WindowState(false, Optional.empty(), Optional.of(at(opens)), Optional.of(name));
  }

  @Test
  void without_windows_work_may_begin_at_any_time() {
    assertThat(DisruptionWindows.none().state(SHRINK, at("2026-11-29T12:00:00Z")))
        .isEqualTo(new WindowState(true, Optional.empty(), Optional.empty(), Optional.empty()));
  }

  @Test
  void a_window_permits_work_from_its_opening_until_its_duration_is_over() {
    DisruptionWindows nights = nights(BERLIN);

    assertThat(nights.state(REFRESH, at("2026-11-27T20:59:59Z")))
        .isEqualTo(closed("2026-11-27T21:00:00Z", "nights"));
    assertThat(nights.state(REFRESH, at("2026-11-27T21:00:00Z")))
        .isEqualTo(open("2026-11-28T03:00:00Z", "nights"));
    assertThat(nights.state(REFRESH, at("2026-11-28T02:59:59Z")))
        .isEqualTo(open("2026-11-28T03:00:00Z", "nights"));
    assertThat(nights.state(REFRESH, at("2026-11-28T03:00:00Z")))
        .as("the next one is on Monday")
        .isEqualTo(closed("2026-11-30T21:00:00Z", "nights"));
  }

  @Test
  void windows_that_meet_are_open_until_the_last_of_them_closes() {
    DisruptionWindows windows = DisruptionWindows.none()
        .with("evening", window("0 20 * * *", UTC, hours(2)))
        .with("night", window("0 22 * * *", UTC, hours(3)))
        .with("overlap", window("30 0 * * *", UTC, hours(1)));

    assertThat(windows.state(SHRINK, at("2026-11-29T20:30:00Z")))
        .isEqualTo(open("2026-11-30T01:30:00Z", "evening"));
    assertThat(windows.state(SHRINK, at("2026-11-30T01:30:00Z")))
        .isEqualTo(closed("2026-11-30T20:00:00Z", "evening"));
  }

  @Test
  void windows_without_a_gap_have_no_end() {
    DisruptionWindows always =
        DisruptionWindows.none().with("all", window("0 * * * *", UTC, hours(1)));

    assertThat(always.state(SHRINK, at("2026-11-29T20:30:00Z")))
        .isEqualTo(new WindowState(true, Optional.empty(), Optional.empty(), Optional.of("all")));
  }

  @Test
  void a_window_for_one_reason_holds_back_no_other() {
    DisruptionWindows windows = DisruptionWindows.none()
        .with(
            "nights",
            new DisruptionWindow(CronSchedule.of("0 22 * * *", UTC), hours(6), Set.of(REFRESH)));

    assertThat(windows.state(REFRESH, at("2026-11-29T12:00:00Z")).open()).isFalse();
    assertThat(windows.state(REMEDIATION, at("2026-11-29T12:00:00Z")))
        .isEqualTo(WindowState.ALWAYS);
  }

  @Test
  void a_time_that_the_clock_skips_opens_the_window_at_the_change() {
    DisruptionWindows early =
        DisruptionWindows.none().with("early", window("30 2 * * *", BERLIN, hours(2)));

    assertThat(early.state(REFRESH, at("2026-03-29T00:59:59Z")))
        .isEqualTo(closed("2026-03-29T01:00:00Z", "early"));
    assertThat(early.state(REFRESH, at("2026-03-29T01:00:00Z")))
        .isEqualTo(open("2026-03-29T03:00:00Z", "early"));
  }

  @Test
  void a_time_that_comes_twice_opens_the_window_the_first_time_alone() {
    DisruptionWindows early = DisruptionWindows.none()
        .with("early", window("30 2 * * *", BERLIN, Duration.ofMinutes(30)));

    assertThat(early.state(REFRESH, at("2026-10-25T00:30:00Z")))
        .isEqualTo(open("2026-10-25T01:00:00Z", "early"));
    assertThat(early.state(REFRESH, at("2026-10-25T01:30:00Z")))
        .as("2:30 the second time")
        .isEqualTo(closed("2026-10-26T01:30:00Z", "early"));
  }

  @Test
  void a_duration_is_elapsed_time() {
    DisruptionWindows nights =
        DisruptionWindows.none().with("nights", window("0 22 * * *", BERLIN, hours(6)));

    assertThat(nights.state(REFRESH, at("2026-10-24T20:00:00Z")))
        .as("its end is at 3 o'clock, since 2 o'clock comes twice")
        .isEqualTo(open("2026-10-25T02:00:00Z", "nights"));
  }

  @Test
  void refuses_durations_reasons_and_names_that_are_none() {
    CronSchedule daily = CronSchedule.of("0 22 * * *", UTC);

    assertThatThrownBy(() -> DisruptionWindow.of(daily, Duration.ofSeconds(59)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("duration must be 1m to 7d, was 59s");
    assertThatThrownBy(() -> DisruptionWindow.of(daily, hours(169)))
        .hasMessage("duration must be 1m to 7d, was 169h");
    assertThatThrownBy(() -> new DisruptionWindow(daily, hours(1), Set.of()))
        .hasMessage(
            "reasons must be one or more of shrink, refresh, drift, lifetime, remediation, was ");
    assertThatThrownBy(() -> DisruptionWindow.reasons(List.of("refresh", "action")))
        .hasMessage(
            "reasons must be one or more of shrink, refresh, drift, lifetime, remediation, was action");
    assertThatThrownBy(
            () -> DisruptionWindows.none().with("a b", DisruptionWindow.of(daily, hours(1))))
        .hasMessage("disruption.windows must have names of 1 to 64 letters, digits, '.', '_' or"
            + " '-', was 'a b'");
  }

  @Provide
  static Arbitrary<DisruptionWindows> windows() {
    Arbitrary<String> crons = Combinators.combine(
            Arbitraries.of("0", "17", "30", "*/20"), Arbitraries.of("*", "2", "1-3", "23", "*/5"))
        .as((minute, hour) -> minute + " " + hour + " * * *");
    Arbitrary<ZoneId> zones =
        Arbitraries.of("UTC", "Europe/Berlin", "Australia/Lord_Howe").map(ZoneId::of);
    Arbitrary<Duration> durations =
        Arbitraries.of(1, 19, 20, 45, 60, 61, 300).map(Duration::ofMinutes);
    Arbitrary<DisruptionWindow> one =
        Combinators.combine(crons, zones, durations).as(DisruptionWindowsTest::window);
    return one.list().ofMinSize(1).ofMaxSize(3).map(list -> {
      DisruptionWindows all = DisruptionWindows.none();
      for (DisruptionWindow window : list) {
        all = all.with("w" + all.byName().size(), window);
      }
      return all;
    });
  }

  /** Moments around both changes of the clock in Berlin. */
  @Provide
  static Arbitrary<Instant> moments() {
    return Combinators.combine(
            Arbitraries.of("2026-03-28T20:00:00Z", "2026-10-24T20:00:00Z", "2026-04-04T12:00:00Z"),
            Arbitraries.integers().between(0, 24 * 60 - 1))
        .as((day, minutes) -> at(day).plus(Duration.ofMinutes(minutes)));
  }

  /** The state minute by minute, by the openings of each window alone, which another test holds to the clock. */
  private static boolean isOpen(DisruptionWindows windows, Instant now) {
    for (DisruptionWindow window : windows.byName().values()) {
      Instant at = now.minus(window.duration());
      Optional<Instant> next = window.cron().next(at);
      if (next.isPresent() && !next.get().isAfter(now)) {
        return true;
      }
    }
    return false;
  }

  @Property(tries = 300)
  void what_it_promises_holds_at_each_minute_until_then(
      @ForAll("windows") DisruptionWindows windows, @ForAll("moments") Instant now) {
    WindowState state = windows.state(REFRESH, now);

    assertThat(state.open()).isEqualTo(isOpen(windows, now));
    Instant change = state.open()
        ? state.until().orElse(now.plus(Duration.ofDays(2)))
        : state.opens().orElseThrow();
    Instant last = now.plus(Duration.ofDays(2));
    Instant end = change.isBefore(last) ? change : last;
    for (Instant minute = now; minute.isBefore(end); minute = minute.plusSeconds(60)) {
      assertThat(isOpen(windows, minute)).as("%s", minute).isEqualTo(state.open());
    }
    if (change.isBefore(last)) {
      assertThat(isOpen(windows, change)).as("the change at %s", change).isEqualTo(!state.open());
    }
  }

  @Test
  void an_action_is_no_reason_of_a_window() {
    assertThat(DisruptionWindow.HELD)
        .isEqualTo(EnumSet.of(SHRINK, REFRESH, DRIFT, LIFETIME, REMEDIATION))
        .doesNotContain(DisruptionReason.ACTION);
  }
}
