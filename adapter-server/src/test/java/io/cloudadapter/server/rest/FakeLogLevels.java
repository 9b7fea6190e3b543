package io.cloudadapter.server.rest;

import io.cloudadapter.api.LogLevels;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** Levels in memory; a change is never taken back. Refuses a logger that is called forbidden. */
public final class FakeLogLevels implements LogLevels {
  private final Runnable onWrite;
  private final Map<String, Level> levels = new TreeMap<>(Map.of(ROOT, Level.INFO));

  /**
   * Some levels.
   *
   * @param onWrite runs before each change
   */
  public FakeLogLevels(Runnable onWrite) {
    this.onWrite = onWrite;
  }

  @Override
  public Map<String, Level> levels() {
    return Map.copyOf(levels);
  }

  @Override
  public void set(String logger, Level level, Duration time) {
    onWrite.run();
    if (logger.equals("forbidden")) {
      throw new IllegalArgumentException("logger must not be forbidden, was forbidden");
    }
    levels.put(logger, level);
  }
}
