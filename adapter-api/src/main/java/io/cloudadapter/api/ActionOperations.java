package io.cloudadapter.api;

import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The operations of a pool on actions: submits, shows, watches, cancels, claims and reports them. {@link MachinePool}
 * has them; a pool that supports no actions throws a {@link PoolException} with the reason UNSUPPORTED.
 */
public interface ActionOperations {

  /**
   * Submits an action for a machine. The action is durable when this method returns; {@link #action} and {@link
   * #watchActions} show its progress.
   *
   * @param request the machine, the action, and when it may run
   * @param options idempotency key and caller
   * @return the action's uid
   * @throws PoolException INVALID if there is no such type or its parameters are wrong; UNSUPPORTED if the pool's
   *     cloud does not support the action, or this implementation has no actions; NOT_FOUND if the machine is not a
   *     member; CONFLICT if the machine is ending, is in a state that the action does not allow, or has another uid
   *     than the request names; THROTTLED if the machine or the caller has too many actions that have not ended
   */
  default UUID submit(ActionRequest request, WriteOptions options) {
    throw noActions();
  }

  /**
   * Submits an action for a machine.
   *
   * @param request the machine, the action, and when it may run
   * @return the action's uid
   * @throws PoolException as {@link #submit(ActionRequest, WriteOptions)}
   */
  default UUID submit(ActionRequest request) {
    return submit(request, WriteOptions.none());
  }

  /**
   * Returns all actions of the pool: those that have not ended, and those that have ended and are still kept.
   *
   * @return the actions, with a version to watch from
   * @throws PoolException UNAVAILABLE if the pool does not answer, UNSUPPORTED as for {@link #submit}
   */
  default ActionList actions() {
    throw noActions();
  }

  /**
   * Returns one action by its uid.
   *
   * @param uid the uid that {@link #submit} returned
   * @return the action; empty if there is none, or the pool no longer keeps it
   * @throws PoolException as {@link #actions}
   */
  default Optional<ActionStatus> action(UUID uid) {
    Objects.requireNonNull(uid, "uid");
    return actions().actions().stream()
        .filter(action -> action.uid().equals(uid))
        .findFirst();
  }

  /**
   * Watches the actions of this pool for changes.
   *
   * @param version the version of a list, or the last one of an earlier watch
   * @return a watch, which the caller closes
   * @throws PoolException as {@link #actions}
   */
  default ActionWatch watchActions(long version) {
    throw noActions();
  }

  /**
   * Cancels an action. An action that has not begun becomes CANCELLED. If an attempt is under way, it goes on and its
   * effect stays, but no other attempt follows. The call may be repeated.
   *
   * @param uid the action's uid
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if there is no such action, CONFLICT if it has ended in another way,
   *     UNSUPPORTED as for {@link #submit}
   */
  default void cancelAction(UUID uid, WriteOptions options) {
    throw noActions();
  }

  /**
   * Claims an action of a custom type for an executor, or renews its claim. No other executor gets the action until
   * the lease expires.
   *
   * @param uid the action's uid
   * @param holder the executor's name, 1 to 128 printable characters; the holder of a lease renews it under the same
   *     name
   * @param lease how long the claim lasts, 1 second to 1 hour
   * @param options the caller
   * @return the lease
   * @throws PoolException NOT_FOUND if there is no such action; CONFLICT if it has ended, is not due, may not be
   *     tried again, or another executor holds it; INVALID if an argument is out of its range; UNSUPPORTED if
   *     executors do not run its type
   */
  default ActionLease claimAction(UUID uid, String holder, Duration lease, WriteOptions options) {
    throw noActions();
  }

  /**
   * Reports the progress of an action that an executor has claimed.
   *
   * @param uid the action's uid
   * @param epoch the epoch of the lease
   * @param progress DONE and FAILED end the action; NOT_DONE ends the attempt; UNDER_WAY changes nothing; UNKNOWN
   *     leads to another attempt if the type allows one, and ends the action otherwise
   * @param options the caller
   * @throws PoolException NOT_FOUND if there is no such action; CONFLICT if the epoch is not that of its last lease,
   *     or the action was concluded otherwise; the pool accepts the same report again
   */
  default void reportAction(UUID uid, int epoch, ActionProgress progress, WriteOptions options) {
    throw noActions();
  }

  private static PoolException noActions() {
    return new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool does not support actions", "");
  }
}
