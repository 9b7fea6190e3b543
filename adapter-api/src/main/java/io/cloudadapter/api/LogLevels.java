package io.cloudadapter.api;

import java.time.Duration;
import java.util.Map;

/**
 * The levels of the log of a server, for people who look into a problem: they can be changed while the server runs, for
 * a time. Any number of threads may use it.
 */
public interface LogLevels {
  /** The name of the logger above all others. */
  String ROOT = "ROOT";

  /** The shortest time for which a level can be set. */
  Duration SHORTEST = Duration.ofSeconds(1);

  /** The longest time for which a level can be set. */
  Duration LONGEST = Duration.ofDays(1);

  /** How much a logger writes; each level includes those before it. */
  enum Level {
    /** Nothing. */
    OFF,
    /** What failed and needs a person. */
    ERROR,
    /** What may need a person. */
    WARN,
    /** What happened. */
    INFO,
    /** Details for people who look into a problem. */
    DEBUG,
    /** All details. */
    TRACE
  }

  /**
   * The levels that are set.
   *
   * @return levels by the names of loggers, {@link #ROOT} among them; other loggers have that of the next one above
   */
  Map<String, Level> levels();

  /**
   * Sets the level of a logger and those below it. When the time is over, the logger has the level that it had before
   * the first change.
   *
   * @param logger its name, such as {@code io.cloudadapter.core}
   * @param level the level
   * @param time for how long, {@link #SHORTEST} to {@link #LONGEST}
   * @throws IllegalArgumentException with the field, its value and what is allowed
   */
  void set(String logger, Level level, Duration time);
}
