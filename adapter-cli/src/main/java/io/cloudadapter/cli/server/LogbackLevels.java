package io.cloudadapter.cli.server;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import io.cloudadapter.api.LogLevels;
import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The levels of the loggers of this process. A change is taken back when its time is over: the logger has the level
 * again that it had before the first change.
 */
final class LogbackLevels implements LogLevels {
  /** The logger of the audit log, unless that has a file of its own. Nothing leaves lines of it out. */
  static final String AUDIT = "io.cloudadapter.audit";

  /** A change that has not been taken back. */
  private record Change(ch.qos.logback.classic.@Nullable Level before, long number) {}

  private final LoggerContext context;
  private final BiConsumer<Runnable, Duration> timer;
  private final Map<String, Change> changes = new HashMap<>();
  private long numbers;

  /**
   * The levels of some loggers.
   *
   * @param context makes the loggers
   * @param timer runs work once a time has passed
   */
  LogbackLevels(LoggerContext context, BiConsumer<Runnable, Duration> timer) {
    this.context = context;
    this.timer = timer;
    // A level of its own, so that one above it does not silence it.
    Logger audit = context.getLogger(AUDIT);
    if (audit.getLevel() == null) {
      audit.setLevel(ch.qos.logback.classic.Level.INFO);
    }
  }

  /** The levels of this process; empty if something else than logback writes its log. */
  static Optional<LogLevels> ofProcess() {
    return LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        ? Optional.of(new LogbackLevels(
            context,
            (work, time) -> CompletableFuture.delayedExecutor(
                    time.toMillis(), TimeUnit.MILLISECONDS)
                .execute(work)))
        : Optional.empty();
  }

  @Override
  public Map<String, Level> levels() {
    Map<String, Level> levels = new TreeMap<>();
    for (Logger logger : context.getLoggerList()) {
      Optional.ofNullable(logger.getLevel())
          .ifPresent(level -> levels.put(
              logger.getName(),
              level.toString().equals("ALL") ? Level.TRACE : Level.valueOf(level.toString())));
    }
    return levels;
  }

  @Override
  public void set(String logger, Level level, Duration time) {
    if (!logger.matches("[A-Za-z0-9_.$-]{1,200}")) {
      throw new IllegalArgumentException(
          "logger must be the name of a logger, 1 to 200 of [A-Za-z0-9_.$-], was " + logger);
    }
    if (time.compareTo(LogLevels.SHORTEST) < 0 || time.compareTo(LogLevels.LONGEST) > 0) {
      throw new IllegalArgumentException("time must be 1s to 1d, was " + TimeSpan.text(time));
    }
    if (logger.startsWith(AUDIT)) {
      throw new IllegalArgumentException("logger must not be " + logger
          + ", whose lines are the audit log: each of them is written");
    }
    if (LogGuard.talkative(logger) && level.compareTo(Level.INFO) > 0) {
      throw new IllegalArgumentException("level must be OFF, ERROR, WARN or INFO for " + logger
          + ", which writes credentials below INFO, was " + level);
    }
    Logger changed = context.getLogger(logger);
    // Logback reads root and ROOT as one name.
    String name = changed.getName();
    long number;
    synchronized (changes) {
      Change known = changes.get(name);
      number = ++numbers;
      changes.put(name, new Change(known == null ? changed.getLevel() : known.before(), number));
      changed.setLevel(ch.qos.logback.classic.Level.valueOf(level.name()));
    }
    timer.accept(() -> end(name, number), time);
  }

  /** Takes a change back, unless another has followed it. */
  private void end(String logger, long number) {
    synchronized (changes) {
      Change change = changes.get(logger);
      if (change == null || change.number() != number) {
        return;
      }
      changes.remove(logger);
      context.getLogger(logger).setLevel(change.before());
    }
  }
}
