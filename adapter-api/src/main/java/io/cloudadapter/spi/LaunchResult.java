package io.cloudadapter.spi;

import java.util.List;
import java.util.Optional;

/**
 * The result of a launch: the machines that it made.
 *
 * @param machines at least one, at most as many as requested; each with its key
 * @param shortfall why there are fewer than requested, if so; the missing ones will never come
 */
public record LaunchResult(List<MachineSighting> machines, Optional<LaunchFailure> shortfall) {

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there is no machine: that is a {@link CloudException}
   */
  public LaunchResult {
    machines = List.copyOf(machines);
    if (machines.isEmpty()) {
      throw new IllegalArgumentException(
          "a launch result must have a machine; a launch that made none throws a CloudException");
    }
  }

  /**
   * Returns the result of a launch that made all requested machines.
   *
   * @param machines the machines
   * @return the result
   */
  public static LaunchResult of(List<MachineSighting> machines) {
    return new LaunchResult(machines, Optional.empty());
  }
}
