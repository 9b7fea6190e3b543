package io.cloudadapter.api;

import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.WaitingHook;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The operations of a pool on lifecycle hooks: shows those that wait, completes and extends them. {@link MachinePool}
 * has them; a pool that supports no hooks throws a {@link PoolException} with the reason UNSUPPORTED.
 */
public interface HookOperations {

  /**
   * Returns the lifecycle hooks that wait at present.
   *
   * @return those of all machines, oldest first; each contains the token that completes it, so keep the list
   *     confidential
   * @throws PoolException UNAVAILABLE if the pool does not answer in time, UNSUPPORTED if this implementation has no
   *     hooks
   */
  default List<WaitingHook> hooks() {
    throw noHooks();
  }

  /**
   * Returns one waiting hook by its token.
   *
   * @param token the token from the hook message
   * @return the waiting hook; empty if it has ended, or this pool has no such token
   * @throws PoolException as {@link #hooks}
   */
  default Optional<WaitingHook> hook(UUID token) {
    Objects.requireNonNull(token, "token");
    return hooks().stream().filter(hook -> hook.token().equals(token)).findFirst();
  }

  /**
   * Completes the waiting hook of a token (complete lifecycle). A repetition with the same result is harmless. The
   * pool keeps the result of an ended hook for two days.
   *
   * @param token the token from the hook message
   * @param result CONTINUE, or ABANDON to skip the machine's remaining hooks
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if this pool has no such token, CONFLICT if the hook has ended with another
   *     result, UNSUPPORTED as for {@link #hooks}
   */
  default void answerHook(UUID token, HookResult result, WriteOptions options) {
    throw noHooks();
  }

  /**
   * Completes the waiting hook of a token (complete lifecycle).
   *
   * @param token the token from the hook message
   * @param result CONTINUE, or ABANDON to skip the machine's remaining hooks
   * @throws PoolException as {@link #answerHook(UUID, HookResult, WriteOptions)}
   */
  default void answerHook(UUID token, HookResult result) {
    answerHook(token, result, WriteOptions.none());
  }

  /**
   * Extends a waiting hook: from now on it waits for its whole timeout again, up to its limit.
   *
   * @param token the token from the hook message
   * @param options idempotency key and caller
   * @return when the hook now ends if nothing completes it
   * @throws PoolException NOT_FOUND if this pool has no such token, CONFLICT if the hook has ended, UNSUPPORTED as
   *     for {@link #hooks}
   */
  default Instant heartbeat(UUID token, WriteOptions options) {
    throw noHooks();
  }

  /**
   * Reports what keeps the receiver of a waiting hook from its work. The alarm HOOK shows it until the receiver reports
   * that it can go on, the hook ends, or the process that keeps the pool does. If the hook ends meanwhile, the pool's
   * history has the report.
   *
   * @param token the token from the hook message
   * @param trouble what is wrong, for people and without secrets; empty if nothing is any more
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if this pool has no such token, CONFLICT if the hook has ended, UNSUPPORTED as
   *     for {@link #hooks} and if the pool is far away
   */
  default void reportHook(UUID token, Optional<String> trouble, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(trouble, "trouble");
    Objects.requireNonNull(options, "options");
    throw noHooks();
  }

  private static PoolException noHooks() {
    return new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool does not support lifecycle hooks", "");
  }
}
