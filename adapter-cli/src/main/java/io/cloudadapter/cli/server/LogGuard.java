package io.cloudadapter.cli.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Keeps credentials out of the log under any configuration: at DEBUG and TRACE, the libraries below write
 * heads of
 * requests with their Authorization, so lines of theirs under INFO are never written.
 */
final class LogGuard extends TurboFilter implements LoggerContextListener {
  private static final List<String> TALKATIVE = List.of(
      "org.eclipse.jetty",
      "io.grpc",
      "io.netty",
      "io.etcd",
      "software.amazon.awssdk",
      "org.apache.http",
      "org.apache.hc",
      "jdk.internal.httpclient",
      "jdk.httpclient");

  private LogGuard() {}

  /** Takes effect for all loggers of this process, also when the configuration is read again. */
  static void install() {
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    if (factory instanceof LoggerContext context) {
      LogGuard guard = new LogGuard();
      context.addTurboFilter(guard);
      context.addListener(guard);
    }
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] params,
      @Nullable Throwable thrown) {
    return level.isGreaterOrEqual(Level.INFO) || !talkative(logger.getName())
        ? FilterReply.NEUTRAL
        : FilterReply.DENY;
  }

  static boolean talkative(String logger) {
    return TALKATIVE.stream()
        .anyMatch(name -> logger.equals(name) || logger.startsWith(name + "."));
  }

  /** A configuration that is read again takes all filters away. */
  @Override
  public boolean isResetResistant() {
    return true;
  }

  @Override
  public void onReset(LoggerContext context) {
    context.addTurboFilter(this);
  }

  @Override
  public void onStart(LoggerContext context) {}

  @Override
  public void onStop(LoggerContext context) {}

  @Override
  public void onLevelChange(Logger logger, Level level) {}
}
