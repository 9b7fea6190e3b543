package io.cloudadapter.testkit.secret;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.LoggerFactory;

/** Changes the logging of this process for a moment. */
@Execution(ExecutionMode.SAME_THREAD)
class LogbackListenerTest {
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final ListAppender<ILoggingEvent> printed = new ListAppender<>();
  private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
  private final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Logger quiet = context.getLogger("example.quiet");
  private final Level before = root.getLevel();

  @BeforeEach
  void print() {
    printed.start();
    root.addAppender(printed);
    root.setLevel(Level.INFO);
    quiet.setLevel(Level.WARN);
  }

  @AfterEach
  void restore() {
    root.detachAppender(printed);
    root.setLevel(before);
    quiet.setLevel(null);
  }

  @Test
  void hears_every_level_and_prints_no_more_than_before() {
    org.slf4j.Logger log = LoggerFactory.getLogger("example.adapter");
    LogbackListener listener = LogbackListener.listen(heard::add);
    assertThat(listener).isNotNull();
    log.trace("token {}", "t0ken");
    log.info("launched");
    log.warn("failed", new IllegalStateException("with a reason"));
    listener.close();
    log.trace("after the end");
    log.info("printed after the end");

    assertThat(heard).hasSize(3);
    assertThat(heard.get(0)).isEqualTo("token t0ken");
    assertThat(heard.get(1)).isEqualTo("launched");
    assertThat(heard.get(2)).contains("failed", "IllegalStateException: with a reason");
    assertThat(printed.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("launched", "failed", "printed after the end");
    assertThat(root.getLevel()).isEqualTo(Level.INFO);
  }

  @Test
  void hears_libraries_that_write_whole_requests_from_info_on() {
    org.slf4j.Logger jetty = LoggerFactory.getLogger("org.eclipse.jetty.client");
    LogbackListener listener = LogbackListener.listen(heard::add);
    assertThat(listener).isNotNull();
    jetty.debug("sends Authorization: t0ken");
    jetty.info("started");
    listener.close();

    assertThat(heard).containsExactly("started");
    assertThat(context.getLogger("org.eclipse.jetty").getLevel()).isNull();
  }
}
