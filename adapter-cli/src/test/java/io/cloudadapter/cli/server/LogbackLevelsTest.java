package io.cloudadapter.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.LoggerContext;
import io.cloudadapter.api.LogLevels.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Levels of the log change for a time, and are what they were before when it is over. */
class LogbackLevelsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LoggerContext context = new LoggerContext();
  private final List<Runnable> ends = new ArrayList<>();
  private final LogbackLevels levels = new LogbackLevels(context, (work, time) -> ends.add(work));

  @BeforeEach
  void set() {
    context.getLogger("ROOT").setLevel(ch.qos.logback.classic.Level.INFO);
    context.getLogger("io.grpc").setLevel(ch.qos.logback.classic.Level.OFF);
  }

  @Test
  void a_change_holds_for_the_logger_and_those_below_it_until_its_time_is_over() {
    levels.set("io.cloudadapter", Level.DEBUG, MINUTE);
    assertThat(context.getLogger("io.cloudadapter.core").isDebugEnabled()).isTrue();
    assertThat(levels.levels())
        .containsOnlyKeys("ROOT", "io.grpc", "io.cloudadapter", "io.cloudadapter.audit")
        .containsEntry("io.grpc", Level.OFF)
        .containsEntry("io.cloudadapter", Level.DEBUG);

    ends.get(0).run();

    assertThat(context.getLogger("io.cloudadapter.core").isDebugEnabled()).isFalse();
    assertThat(levels.levels()).doesNotContainKey("io.cloudadapter");
  }

  @Test
  void a_later_change_counts_and_its_end_brings_the_level_of_before_the_first_one() {
    levels.set("ROOT", Level.DEBUG, MINUTE);
    levels.set("root", Level.ERROR, MINUTE); // one logger for Logback
    ends.get(0).run();
    assertThat(levels.levels()).containsEntry("ROOT", Level.ERROR);

    ends.get(1).run();

    assertThat(levels.levels()).containsEntry("ROOT", Level.INFO);
  }

  @Test
  void a_silent_root_does_not_silence_the_audit_log() {
    levels.set("ROOT", Level.OFF, MINUTE);

    assertThat(context.getLogger("io.cloudadapter.audit").isInfoEnabled()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a b|DEBUG|PT1M|logger must be the name of a logger",
        "io.cloudadapter.audit|OFF|PT1M|logger must not be io.cloudadapter.audit",
        "a|DEBUG|PT0.5S|time must be 1s to 1d",
        "a|DEBUG|PT25H|time must be 1s to 1d, was 25h",
        "org.eclipse.jetty.http|DEBUG|PT1M|level must be OFF, ERROR, WARN or INFO for org.eclipse.jetty.http"
      })
  void what_is_not_allowed_is_refused_and_changes_nothing(
      String logger, Level level, Duration time, String message) {
    assertThatThrownBy(() -> levels.set(logger, level, time))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
    assertThat(levels.levels()).containsOnlyKeys("ROOT", "io.grpc", "io.cloudadapter.audit");
    assertThat(ends).isEmpty();
  }
}
