package io.cloudadapter.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogRepeatLimitTest {
  private final LoggerContext context = new LoggerContext();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = context.getLogger("io.cloudadapter.test");
  private Instant now = Instant.EPOCH;

  @BeforeEach
  void open() {
    new LogRepeatLimit(() -> now).installIn(context);
    configure();
  }

  private void configure() {
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.INFO);
  }

  private List<String> texts() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private void warns(int times) {
    for (int i = 0; i < times; i++) {
      logger.warn("store {} is away", "a");
    }
  }

  @Test
  void a_line_that_repeats_is_written_a_few_times_each_minute_and_then_with_a_count() {
    warns(500);
    assertThat(texts()).hasSize(LogRepeatLimit.LINES).containsOnly("store a is away");

    now = now.plus(Duration.ofMinutes(1));
    warns(1);

    assertThat(texts().subList(LogRepeatLimit.LINES, texts().size()))
        .containsExactly(
            "495 more lines were not written within a minute: store a is away", "store a is away");
  }

  @Test
  void a_configuration_that_is_read_again_keeps_the_limit_and_its_counts() {
    warns(3);
    context.reset();
    configure();

    warns(500);

    assertThat(texts()).hasSize(LogRepeatLimit.LINES);
  }

  @Test
  void a_configuration_that_is_read_again_lets_no_library_write_credentials() {
    new LogGuard().installIn(context);
    context.reset();
    Logger library = context.getLogger("io.netty.handler");
    lines.start();
    library.addAppender(lines);
    library.setLevel(Level.TRACE);

    library.debug("Authorization: Bearer");
    library.info("connected");

    assertThat(texts()).containsExactly("connected");
  }

  @Test
  void other_words_are_another_line() {
    warns(20);
    logger.warn("store {} is away", "b");
    logger.error("store a is gone");

    assertThat(texts()).hasSize(LogRepeatLimit.LINES + 2);
  }

  @Test
  void lines_below_a_warning_are_never_left_out() {
    for (int i = 0; i < 50; i++) {
      logger.info("machine i-1 ended");
    }
    assertThat(texts()).hasSize(50);
  }

  @Test
  void lines_of_the_audit_log_are_never_left_out() {
    Logger audit = context.getLogger("io.cloudadapter.audit");
    audit.addAppender(lines);
    for (int i = 0; i < 50; i++) {
      audit.warn("{\"outcome\":\"refused\"}");
    }
    assertThat(texts()).hasSize(50);
  }

  @Test
  void a_line_that_came_seldom_is_not_announced_again() {
    warns(LogRepeatLimit.LINES);
    now = now.plus(Duration.ofMinutes(2));
    warns(1);

    assertThat(texts()).hasSize(LogRepeatLimit.LINES + 1).containsOnly("store a is away");
  }

  @Test
  void the_question_whether_a_level_is_on_is_answered_during_a_storm() {
    warns(100);

    assertThat(logger.isWarnEnabled()).isTrue();
  }
}
