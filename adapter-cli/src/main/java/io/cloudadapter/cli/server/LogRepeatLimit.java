package io.cloudadapter.cli.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;

/**
 * Limits repeated warnings and errors in the log, so that an outage does not push everything else out of it: of lines
 * with the same words, some are written each minute, and the first one after that is preceded by how many were not.
 * Lines below WARN and those of the audit log are never limited. Any number of threads may use it.
 */
final class LogRepeatLimit extends ProcessLogFilter {
  /** So many lines of the same words are written each minute. */
  static final int LINES = 5;

  static final Duration WINDOW = Duration.ofMinutes(1);

  /** So many different lines are remembered; the one that was not seen for longest is forgotten. */
  private static final int KNOWN = 1_000;

  private static final String REPEATED = "{} more lines were not written within a minute: {}";

  private final InstantSource clock;

  private final Map<String, Count> counts = new LinkedHashMap<>(64, 0.75f, true) {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Count> eldest) {
      return size() > KNOWN;
    }
  };

  /** The lines of the same words since the beginning of a window. */
  private static final class Count {
    private Instant begun;
    private long lines;

    private Count(Instant begun) {
      this.begun = begun;
    }
  }

  LogRepeatLimit(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] params,
      @Nullable Throwable thrown) {
    // Without a format it is only asked whether the level is on; our own line is not counted.
    if (format == null
        || format.equals(REPEATED)
        || !level.isGreaterOrEqual(Level.WARN)
        || logger.getName().startsWith(LogbackLevels.AUDIT)
        || !level.isGreaterOrEqual(logger.getEffectiveLevel())) {
      return FilterReply.NEUTRAL;
    }
    String words = MessageFormatter.arrayFormat(format, params).getMessage();
    long lost = count(logger.getName() + " " + words);
    if (lost > 0) {
      logger.warn(REPEATED, lost, words);
    }
    return lost < 0 ? FilterReply.DENY : FilterReply.NEUTRAL;
  }

  /** Counts a line; how many before it were not written, or -1 if this one must not be. */
  private long count(String line) {
    Instant now = clock.instant();
    synchronized (counts) {
      Count count = counts.computeIfAbsent(line, text -> new Count(now));
      // A clock that is set back begins another window, too.
      if (now.isBefore(count.begun) || !now.isBefore(count.begun.plus(WINDOW))) {
        long lost = Math.max(0, count.lines - LINES);
        count.begun = now;
        count.lines = 1;
        return lost;
      }
      count.lines++;
      return count.lines > LINES ? -1 : 0;
    }
  }
}
