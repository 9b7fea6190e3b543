package io.cloudadapter.api;

import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshStatus;
import java.util.Objects;
import java.util.Optional;

/**
 * The operations of a pool on its refresh, a rolling replacement of machines that were made from an earlier launch
 * template. {@link MachinePool} has them; a pool that supports no refresh throws a {@link PoolException} with the
 * reason UNSUPPORTED.
 */
public interface RefreshOperations {

  /**
   * Starts a refresh. It is durable when this method returns, and goes on through restarts until it has ended. A pool
   * has one refresh at a time.
   *
   * @param request how machines are replaced
   * @param options idempotency key and caller
   * @throws PoolException CONFLICT if a refresh is under way, one of its stop alarms stands, a rollback on failure is
   *     not possible, or the pool is observing or being deleted; UNAVAILABLE before the first complete list;
   *     UNSUPPORTED if the cloud sizes the pool by itself, as a group, or this implementation has no refresh
   */
  default void refresh(RefreshRequest request, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    throw noRefresh();
  }

  /**
   * Starts a refresh; see {@link #refresh(RefreshRequest, WriteOptions)}.
   *
   * @param request how machines are replaced
   */
  default void refresh(RefreshRequest request) {
    refresh(request, WriteOptions.none());
  }

  /**
   * Returns the refresh that is under way, or the last one.
   *
   * @return its state and progress; empty if there was none
   * @throws PoolException UNAVAILABLE if the pool does not answer in time, UNSUPPORTED if this implementation has no
   *     refresh
   */
  default Optional<RefreshStatus> refreshStatus() {
    throw noRefresh();
  }

  /**
   * Pauses, resumes or cancels the refresh that is under way, or has it roll back. A repetition changes nothing.
   *
   * @param control what is asked
   * @param options idempotency key and caller
   * @throws PoolException CONFLICT if no refresh is under way, it does not wait and so cannot be resumed, or it cannot
   *     roll back; the message names the reason. UNSUPPORTED as for {@link #refresh(RefreshRequest, WriteOptions)}
   */
  default void controlRefresh(RefreshControl control, WriteOptions options) {
    Objects.requireNonNull(control, "control");
    throw noRefresh();
  }

  private static PoolException noRefresh() {
    return new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool does not support refreshes", "");
  }
}
