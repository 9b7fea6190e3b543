package io.cloudadapter.api;

import java.util.Objects;

/**
 * Changes of a pool's desired size that begin from the present size, for callers that count machines, as the Cluster
 * Autoscaler of Kubernetes does. {@link MachinePool} has them. The pool reads and changes its size in one transaction,
 * so that no two callers begin from the same size.
 */
public interface SizeOperations {

  /**
   * Raises the desired size by a number of machines. Each call counts: two calls by 1 raise it by 2. A repetition under
   * the same idempotency key changes nothing.
   *
   * @param machines 1 or more
   * @param options idempotency key and caller
   * @throws PoolException INVALID if the number is below 1, or the size would exceed the pool's maxSize; QUOTA if a
   *     tenant's quota has no room; CONFLICT if the pool is being deleted; UNSUPPORTED if this implementation has no
   *     such changes
   */
  default void increaseDesiredSize(int machines, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED,
        "this pool cannot raise its size by a number of machines",
        "Set the desired size instead.");
  }

  /**
   * Lowers the desired size by machines that are still to be launched. Ends no machine, and cancels no launch that was
   * sent to the cloud.
   *
   * @param machines 1 or more
   * @param options idempotency key and caller
   * @throws PoolException INVALID if the number is below 1; CONFLICT if fewer machines are still to be launched;
   *     UNSUPPORTED if this implementation has no such changes
   */
  default void cancelLaunches(int machines, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED,
        "this pool cannot cancel a number of launches",
        "Set the desired size instead.");
  }
}
