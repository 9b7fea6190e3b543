package io.cloudadapter.cli.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.classic.turbo.TurboFilter;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/**
 * The base of a filter that stands before all loggers of this process. A configuration of the log that is read again
 * takes all filters away, so this one puts itself back.
 */
abstract class ProcessLogFilter extends TurboFilter implements LoggerContextListener {
  /** Takes effect for all loggers of this process; has none if they are not of Logback. */
  final void install() {
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    if (factory instanceof LoggerContext context) {
      installIn(context);
    }
  }

  /** Takes effect for the loggers of a context. */
  final void installIn(LoggerContext context) {
    context.addTurboFilter(this);
    context.addListener(this);
  }

  @Override
  public final boolean isResetResistant() {
    return true;
  }

  @Override
  public final void onReset(LoggerContext context) {
    context.addTurboFilter(this);
  }

  @Override
  public final void onStart(LoggerContext context) {}

  @Override
  public final void onStop(LoggerContext context) {}

  @Override
  public final void onLevelChange(Logger logger, Level level) {}
}
