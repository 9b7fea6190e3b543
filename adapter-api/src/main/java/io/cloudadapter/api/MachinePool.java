package io.cloudadapter.api;

import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * A pool of machines that keeps itself at its desired size.
 *
 * <p>Safe for use by any number of threads. A read never waits for the cloud. A write returns when it
 * is durable: from then on no crash, restart or lost reply undoes it, and the machines follow as fast
 * as the cloud allows. Writes act once: repeating a terminate, detach or attach changes the desired
 * size once, and any write may carry an idempotency key (see {@link WriteOptions}) under which its
 * first answer is repeated.
 *
 * <p>Every method may throw {@link PoolException}; its reason says what to do. The operations are those
 * of the cloud adapter REST API 2.0, with protection, plan and first start beside them.
 */
public interface MachinePool {

  /**
   * The pool's name.
   *
   * @return the name
   */
  PoolName name();

  /**
   * The pool at this moment (Get machine pool). Does not wait for the cloud: until the first complete list
   * the view says {@link ListStatus#NOT_LISTED} and shows what the ledger has.
   *
   * @return machines, desired size, status and alarms
   * @throws PoolException UNAVAILABLE if the pool cannot be read
   */
  PoolView view();

  /**
   * The pool's size (Get pool size).
   *
   * @return desired size, allocated machines, out-of-service machines
   * @throws PoolException UNAVAILABLE if the pool cannot be read
   */
  default PoolSize size() {
    return view().size();
  }

  /**
   * Waits until the pool looks as wished. A convenience for programs and tests; does not poll the cloud.
   *
   * @param wish what the view must fulfil
   * @param atMost how long to wait
   * @return the first view that fulfils the wish
   * @throws PoolException UNAVAILABLE if the time is over first
   * @throws InterruptedException if the waiting thread is interrupted
   */
  PoolView await(Predicate<? super PoolView> wish, Duration atMost) throws InterruptedException;

  /**
   * What the keeper would do next, and why.
   *
   * @return the plan for this moment; nothing is changed
   * @throws PoolException UNAVAILABLE until the cloud has been listed completely once
   */
  PoolPlan plan();

  /**
   * Sets the desired size (Set desired size).
   *
   * @param desiredSize 0 to the pool's maxSize
   * @param options idempotency key and caller
   * @throws PoolException INVALID if out of range, CONFLICT if the pool is being deleted
   */
  void setDesiredSize(int desiredSize, WriteOptions options);

  /**
   * Sets the desired size (Set desired size).
   *
   * @param desiredSize 0 to the pool's maxSize
   * @throws PoolException INVALID if out of range, CONFLICT if the pool is being deleted
   */
  default void setDesiredSize(int desiredSize) {
    setDesiredSize(desiredSize, WriteOptions.none());
  }

  /**
   * Scales out or in, or answers a metric, as policies decide. The decision is made on the pool's own
   * numbers in the transaction that carries it out, so two callers at once never decide from the same old
   * size. A decision that is not OK changes nothing, and neither does a count of 0; only a count above 0
   * starts a cooldown. Under an idempotency key the first decision that was OK is repeated.
   *
   * @param request what is asked
   * @param by whose policies decide
   * @param options idempotency key and caller
   * @return what was decided: OK, or ERROR with the reason
   * @throws PoolException NOT_FOUND if there is no policy of that name, INVALID if it is not one that
   *     scales, CONFLICT while the pool is observing, UNAVAILABLE until the cloud has been listed once,
   *     UNSUPPORTED if the pool is reached in a way that does not know policies, or if machines that go are
   *     to live on and the cloud's adapter cannot take marks off
   */
  default ScalingDecision scale(ScalingRequest request, PolicySelector by, WriteOptions options) {
    throw noPolicies();
  }

  /**
   * Scales as the pool's own policies decide.
   *
   * @param request what is asked
   * @return what was decided: OK, or ERROR with the reason
   * @throws PoolException as {@link #scale(ScalingRequest, PolicySelector, WriteOptions)}
   */
  default ScalingDecision scale(ScalingRequest request) {
    return scale(request, PolicySelector.own(), WriteOptions.none());
  }

  /**
   * Sets a size, limits, or both. Decided and carried out in one transaction, as {@link
   * #scale(ScalingRequest, PolicySelector, WriteOptions) scaling} is; neither waits for a cooldown nor starts
   * one. Limits that are set hold until they are set again, or until the configuration's own change.
   *
   * @param resize what is asked
   * @param options idempotency key and caller
   * @return what was decided: OK, or ERROR with the reason
   * @throws PoolException CONFLICT while the pool is observing, UNAVAILABLE until the cloud has been listed
   *     once, UNSUPPORTED as for scaling
   */
  default ResizeDecision resize(ResizeRequest resize, WriteOptions options) {
    throw noPolicies();
  }

  /**
   * Sets a size, limits, or both.
   *
   * @param resize what is asked
   * @return what was decided: OK, or ERROR with the reason
   * @throws PoolException as {@link #resize(ResizeRequest, WriteOptions)}
   */
  default ResizeDecision resize(ResizeRequest resize) {
    return resize(resize, WriteOptions.none());
  }

  /**
   * Within which limits the pool is scaled at present, by which policies, which of them cool down, and when
   * schedules are due.
   *
   * @return what scaling goes by; {@link PoolScaling#unknown} if the pool is reached in a way that does not
   *     tell
   * @throws PoolException UNAVAILABLE if the pool does not answer in time
   */
  default PoolScaling scaling() {
    return PoolScaling.unknown();
  }

  private static PoolException noPolicies() {
    return new PoolException(
        PoolException.Reason.UNSUPPORTED,
        "this pool cannot be scaled by policies from here",
        "Set the desired size instead.");
  }

  /**
   * Ends one machine (Terminate machine). With a decrement no replacement is launched; the desired size
   * goes down by one, once, never below 0. Only a machine that counts can lower it: one that is out of
   * service, stopped, ending or ended is refused, and nothing is changed. A repetition of a termination with a
   * decrement that was carried out is accepted and lowers nothing, for as long as the pool keeps the record of
   * the machine's end, which is a month. For a placeholder ({@code req-…}) the promise is taken back, or the
   * machine is ended as soon as it appears.
   *
   * @param machine which one
   * @param decrementDesiredSize whether the pool becomes one smaller
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is to lower the desired size and does
   *     not count
   */
  void terminate(MachineId machine, boolean decrementDesiredSize, WriteOptions options);

  /**
   * Ends one machine (Terminate machine).
   *
   * @param machine which one
   * @param decrementDesiredSize whether the pool becomes one smaller
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is to lower the desired size and does
   *     not count
   */
  default void terminate(MachineId machine, boolean decrementDesiredSize) {
    terminate(machine, decrementDesiredSize, WriteOptions.none());
  }

  /**
   * Reports the health of a machine's service (Set service state). OUT_OF_SERVICE takes the machine out
   * of the count, so that a replacement is launched; any other state takes it back, which may leave a
   * surplus that shrinks.
   *
   * @param machine which one
   * @param serviceState the state to report
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder
   */
  void setServiceState(MachineId machine, ServiceState serviceState, WriteOptions options);

  /**
   * Reports the health of a machine's service (Set service state).
   *
   * @param machine which one
   * @param serviceState the state to report
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder
   */
  default void setServiceState(MachineId machine, ServiceState serviceState) {
    setServiceState(machine, serviceState, WriteOptions.none());
  }

  /**
   * Removes a machine from the pool without ending it (Detach machine). It is never ended by the pool
   * afterwards. Repeating it while the machine leaves is harmless; later it is NOT_FOUND. With a decrement
   * the desired size goes down as by {@link #terminate(MachineId, boolean, WriteOptions)}: once, only by a
   * machine that counts, and a repetition of what was carried out is accepted for a month.
   *
   * @param machine which one
   * @param decrementDesiredSize whether the pool becomes one smaller, once
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder, already being
   *     deleted, or is to lower the desired size and does not count; UNSUPPORTED if the cloud's adapter cannot
   *     take marks off
   */
  void detach(MachineId machine, boolean decrementDesiredSize, WriteOptions options);

  /**
   * Removes a machine from the pool without ending it (Detach machine).
   *
   * @param machine which one
   * @param decrementDesiredSize whether the pool becomes one smaller, once
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder, already being
   *     deleted, or is to lower the desired size and does not count; UNSUPPORTED if the cloud's adapter cannot
   *     take marks off
   */
  default void detach(MachineId machine, boolean decrementDesiredSize) {
    detach(machine, decrementDesiredSize, WriteOptions.none());
  }

  /**
   * Takes a running machine into the pool; the desired size goes up by one, once (Attach machine). Unlike
   * the other writes this one waits for the cloud: the machine is looked at, for as long as the cloud may
   * take to show a new one; then it is marked, and read again.
   *
   * @param machine which one
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if the cloud does not know it, CONFLICT if it belongs to another pool,
   *     is not running, or the pool is at maxSize, UNSUPPORTED if the cloud's adapter cannot set marks,
   *     UNAVAILABLE if the cloud did not answer in time (the attempt goes on; ask again)
   */
  void attach(MachineId machine, WriteOptions options);

  /**
   * Takes a running machine into the pool; the desired size goes up by one, once (Attach machine).
   *
   * @param machine which one
   * @throws PoolException as {@link #attach(MachineId, WriteOptions)}
   */
  default void attach(MachineId machine) {
    attach(machine, WriteOptions.none());
  }

  /**
   * Protects a machine from being chosen when the pool shrinks, or lifts that. A protected machine still
   * counts, and may still be terminated by name.
   *
   * @param machine which one
   * @param isProtected whether it shall be protected
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder
   */
  void protect(MachineId machine, boolean isProtected, WriteOptions options);

  /**
   * Protects a machine from being chosen when the pool shrinks, or lifts that.
   *
   * @param machine which one
   * @param isProtected whether it shall be protected
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder
   */
  default void protect(MachineId machine, boolean isProtected) {
    protect(machine, isProtected, WriteOptions.none());
  }

  /**
   * The pauses of machines that last at present (lifecycle hooks).
   *
   * @return those of all machines, in the order in which they began; each with the token to answer by, so
   *     not for everybody's eyes
   * @throws PoolException UNAVAILABLE if the pool does not answer in time, UNSUPPORTED if it is reached in a
   *     way that does not know hooks
   */
  default List<WaitingHook> hooks() {
    throw noHooks();
  }

  /**
   * One of the pauses that last at present.
   *
   * @param token as the receiver of the hook was told
   * @return the pause; empty if it has ended, or this pool knows no such token
   * @throws PoolException as {@link #hooks}
   */
  default Optional<WaitingHook> hook(UUID token) {
    Objects.requireNonNull(token, "token");
    return hooks().stream().filter(hook -> hook.token().equals(token)).findFirst();
  }

  /**
   * Ends the pause that a token stands for (complete lifecycle). The same answer may be given again; how a
   * pause has ended is known for two days.
   *
   * @param token as the receiver of the hook was told
   * @param result CONTINUE, or ABANDON to skip the machine's remaining hooks
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if this pool knows no such token, CONFLICT if the pause has ended in
   *     another way, UNSUPPORTED as for {@link #hooks}
   */
  default void answerHook(UUID token, HookResult result, WriteOptions options) {
    throw noHooks();
  }

  /**
   * Ends the pause that a token stands for (complete lifecycle).
   *
   * @param token as the receiver of the hook was told
   * @param result CONTINUE, or ABANDON to skip the machine's remaining hooks
   * @throws PoolException as {@link #answerHook(UUID, HookResult, WriteOptions)}
   */
  default void answerHook(UUID token, HookResult result) {
    answerHook(token, result, WriteOptions.none());
  }

  /**
   * Puts off the end of a pause: it lasts its whole timeout again, counted from now, up to its limit.
   *
   * @param token as the receiver of the hook was told
   * @param options idempotency key and caller
   * @return when the pause ends now, if nobody answers
   * @throws PoolException NOT_FOUND if this pool knows no such token, CONFLICT if the pause has ended,
   *     UNSUPPORTED as for {@link #hooks}
   */
  default Instant heartbeat(UUID token, WriteOptions options) {
    throw noHooks();
  }

  private static PoolException noHooks() {
    return new PoolException(
        PoolException.Reason.UNSUPPORTED, "hooks cannot be reached from here", "");
  }

  /**
   * Asks for an action of a machine. It is durable when this returns; what comes of it, {@link #action} and
   * {@link #watchActions} tell.
   *
   * @param request which machine, what, when
   * @param options idempotency key and caller
   * @return the action's uid
   * @throws PoolException INVALID if there is no such type or its parameters are wrong; UNSUPPORTED if the
   *     pool's cloud cannot do it; NOT_FOUND if the machine is not a member; CONFLICT if it is on its way out
   *     or in another state than the action needs, or is not the one that the request names; THROTTLED if too
   *     many actions of the machine or the caller have not ended; UNSUPPORTED if the pool is reached in a
   *     way that does not know actions
   */
  default UUID submit(ActionRequest request, WriteOptions options) {
    throw noActions();
  }

  /**
   * Asks for an action of a machine.
   *
   * @param request which machine, what, when
   * @return the action's uid
   * @throws PoolException as {@link #submit(ActionRequest, WriteOptions)}
   */
  default UUID submit(ActionRequest request) {
    return submit(request, WriteOptions.none());
  }

  /**
   * All actions: those that have not ended, and those that have and are not forgotten yet.
   *
   * @return the actions, with a version to watch from
   * @throws PoolException UNAVAILABLE if the pool does not answer, UNSUPPORTED as for {@link #submit}
   */
  default ActionList actions() {
    throw noActions();
  }

  /**
   * One action.
   *
   * @param uid as {@link #submit} has returned it
   * @return the action; empty if there is none, or it is forgotten
   * @throws PoolException as {@link #actions}
   */
  default Optional<ActionStatus> action(UUID uid) {
    Objects.requireNonNull(uid, "uid");
    return actions().actions().stream()
        .filter(action -> action.uid().equals(uid))
        .findFirst();
  }

  /**
   * Follows the actions of this pool.
   *
   * @param version of a list, or as far as an earlier watch has come
   * @return a watch to be closed
   * @throws PoolException as {@link #actions}
   */
  default ActionWatch watchActions(long version) {
    throw noActions();
  }

  /**
   * Takes an action back. One that has not begun is CANCELLED; of one that is under way the attempt goes on,
   * what it does stands, and no other attempt follows. May be repeated.
   *
   * @param uid which
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if there is no such action, CONFLICT if it has ended in another way,
   *     UNSUPPORTED as for {@link #submit}
   */
  default void cancelAction(UUID uid, WriteOptions options) {
    throw noActions();
  }

  /**
   * Takes up an action whose type is done outside, or keeps it: until the lease expires nobody else gets it.
   *
   * @param uid which
   * @param holder who takes it, 1 to 128 printable characters; the holder of a lease that lasts renews it
   * @param lease for how long, 1 second to 1 hour
   * @param options caller
   * @return the lease
   * @throws PoolException NOT_FOUND if there is no such action; CONFLICT if it has ended, is not due, may not
   *     be tried again, or somebody else has it; INVALID if an argument is out of its range; UNSUPPORTED if
   *     its type is not done outside
   */
  default ActionLease claimAction(UUID uid, String holder, Duration lease, WriteOptions options) {
    throw noActions();
  }

  /**
   * Says what became of an action that was claimed.
   *
   * @param uid which
   * @param epoch of the lease
   * @param progress DONE and FAILED end it; NOT_DONE ends the attempt; UNDER_WAY changes nothing; UNKNOWN leads
   *     to another attempt if the type allows that, or ends it
   * @param options caller
   * @throws PoolException NOT_FOUND if there is no such action; CONFLICT if the epoch is not that of its last
   *     lease, or that was concluded otherwise; the same report again is acknowledged
   */
  default void reportAction(UUID uid, int epoch, ActionProgress progress, WriteOptions options) {
    throw noActions();
  }

  private static PoolException noActions() {
    return new PoolException(
        PoolException.Reason.UNSUPPORTED, "actions cannot be reached from here", "");
  }

  /**
   * Answers {@link PoolStatus#OBSERVING}: the machines found with the pool's mark become members. The
   * desired size becomes their number unless one was set.
   *
   * @param options idempotency key and caller
   * @throws PoolException CONFLICT if the pool is not observing
   */
  void adopt(WriteOptions options);

  /**
   * Answers {@link PoolStatus#OBSERVING}: the machines found with the pool's mark are left alone for
   * good, and the pool starts empty.
   *
   * @param options idempotency key and caller
   * @throws PoolException CONFLICT if the pool is not observing
   */
  void disown(WriteOptions options);

  /**
   * Says that a person has looked: a FROZEN pool goes on from what it sees now (machines that are missing
   * then count as gone), machines in quarantine are known about, and launches that are held back after
   * refusals (quota, capacity, failures in a row) are tried again at once. A cloud that is being waited for, since it
   * failed or asked the account to wait, is asked at once.
   *
   * @param options idempotency key and caller
   * @throws PoolException CONFLICT if nothing is frozen, held back or waited for, or if the credentials still reach
   *     another account
   */
  void thaw(WriteOptions options);

  /**
   * The machines in quarantine: they carry the pool's mark, and its ledger does not know them. The alarm
   * QUARANTINE stands while there is one.
   *
   * @return all of them, in the order of their ids
   * @throws PoolException UNAVAILABLE if the pool cannot be read; UNSUPPORTED if the pool's server has no
   *     quarantine
   */
  default List<QuarantinedMachine> quarantine() {
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool cannot list its quarantine", "");
  }

  /**
   * Settles a machine that is in quarantine; durable when this returns. The same decision again changes
   * nothing.
   *
   * @param machine which
   * @param decision what becomes of it
   * @param options idempotency key, if any
   * @throws PoolException NOT_FOUND if the machine is not in quarantine, and was not settled so; CONFLICT if
   *     adopting it would exceed maxSize, or the machine was settled otherwise
   */
  default void settleQuarantine(
      MachineId machine, QuarantineDecision decision, WriteOptions options) {
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool cannot settle its quarantine", "");
  }

  /**
   * Settles a machine that is in quarantine; see {@link #settleQuarantine(MachineId, QuarantineDecision,
   * WriteOptions)}.
   *
   * @param machine which
   * @param decision what becomes of it
   */
  default void settleQuarantine(MachineId machine, QuarantineDecision decision) {
    settleQuarantine(machine, decision, WriteOptions.none());
  }
}
