package io.cloudadapter.client.message;

import io.cloudadapter.api.LogLevels;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The levels of a server's log as JSON. */
public final class LogMessages {
  private LogMessages() {}

  /** Writes levels. */
  public static Map<String, Object> levels(Map<String, LogLevels.Level> levels) {
    return MessageFields.of("levels", new TreeMap<>(levels));
  }

  /** Reads levels. */
  public static Map<String, LogLevels.Level> levels(JsonFields message) {
    Map<String, LogLevels.Level> levels = new LinkedHashMap<>();
    message.freeForm("levels").forEach((logger, level) -> {
      try {
        levels.put(logger, LogLevels.Level.valueOf(level));
      } catch (IllegalArgumentException e) {
        throw message.garbled("level " + level + " is unknown");
      }
    });
    return levels;
  }
}
