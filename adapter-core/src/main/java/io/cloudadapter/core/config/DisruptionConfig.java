package io.cloudadapter.core.config;

import java.util.Objects;

/**
 * How a pool may disrupt machines by itself: when work may begin.
 *
 * @param windows when work may begin; by default at any time
 */
public record DisruptionConfig(DisruptionWindows windows) {
  private static final DisruptionConfig NONE = new DisruptionConfig(DisruptionWindows.none());

  /** Checks that there is a value. */
  public DisruptionConfig {
    Objects.requireNonNull(windows, "windows");
  }

  /**
   * Disruption at any time.
   *
   * @return the default
   */
  public static DisruptionConfig none() {
    return NONE;
  }

  /**
   * The same with one window more.
   *
   * @param name its name
   * @param window when it is open
   * @return another configuration
   * @throws IllegalArgumentException if the name is none, or there are too many
   */
  public DisruptionConfig with(String name, DisruptionWindow window) {
    return new DisruptionConfig(windows.with(name, window));
  }
}
