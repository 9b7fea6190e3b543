package io.cloudadapter.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Hears what is logged, at every level, to a logger and those below it. */
public final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger logger;
  private final Level before;
  private final boolean additive;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  public LogCapture(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    before = logger.getLevel();
    additive = logger.isAdditive();
    logger.setLevel(Level.TRACE);
    logger.setAdditive(false);
    setContext(logger.getLoggerContext());
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    lines.add(event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage()
        + (event.getThrowableProxy() == null
            ? ""
            : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy())));
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(before);
    logger.setAdditive(additive);
    stop();
  }
}
