package io.cloudadapter.api.refresh;

import java.time.Duration;
import java.util.Objects;

/**
 * A point at which a refresh waits, so that a person or a monitor can look.
 *
 * @param percent of the machines that the refresh was for at its start, 1 to 99
 * @param delay how long, whole seconds, 1 second to 2 days; in a new process it begins again
 */
public record RefreshCheckpoint(int percent, Duration delay) {

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public RefreshCheckpoint {
    Objects.requireNonNull(delay, "delay");
    RefreshRequest.inRange("checkpoints.percent", percent, 1, 99);
    RefreshRequest.check(
        "checkpoints.delay", delay, Duration.ofSeconds(1), RefreshRequest.LONGEST_WAIT);
  }
}
