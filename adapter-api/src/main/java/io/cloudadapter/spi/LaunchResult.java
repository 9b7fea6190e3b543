package io.cloudadapter.spi;

import io.cloudadapter.spi.feature.LaunchOperations;
import java.util.List;
import java.util.Optional;

/**
 * The result of a launch: the machines that it made, or the operation that makes them.
 *
 * @param machines at most as many as requested, each with its key; at least one, unless there is an operation
 * @param shortfall why there are fewer than requested, if so; the missing ones will never come
 * @param operation what the cloud still does; its machines that are not among these may come. Only for adapters with
 *     the feature {@link LaunchOperations}.
 */
public record LaunchResult(
    List<MachineSighting> machines,
    Optional<LaunchFailure> shortfall,
    Optional<LaunchOperation> operation) {

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there is neither a machine nor an operation: that is a {@link CloudException};
   *     or if there are a shortfall and an operation, which has not ended
   */
  public LaunchResult {
    machines = List.copyOf(machines);
    if (machines.isEmpty() && operation.isEmpty()) {
      throw new IllegalArgumentException(
          "a launch result must have a machine; a launch that made none throws a CloudException");
    }
    if (shortfall.isPresent() && operation.isPresent()) {
      throw new IllegalArgumentException(
          "a launch result must not have a shortfall while operation " + operation.get()
              + " runs; its progress shows the shortfall");
    }
  }

  /**
   * Makes the result of a launch that has ended.
   *
   * @param machines at least one
   * @param shortfall why there are fewer than requested, if so
   */
  public LaunchResult(List<MachineSighting> machines, Optional<LaunchFailure> shortfall) {
    this(machines, shortfall, Optional.empty());
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

  /**
   * Returns the result of a launch that the cloud has accepted and still runs.
   *
   * @param operation the operation
   * @param machines those that the cloud shows already, if any
   * @return the result
   */
  public static LaunchResult accepted(LaunchOperation operation, List<MachineSighting> machines) {
    return new LaunchResult(machines, Optional.empty(), Optional.of(operation));
  }
}
