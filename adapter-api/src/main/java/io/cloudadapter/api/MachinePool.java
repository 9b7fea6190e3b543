package io.cloudadapter.api;

import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A group of machines that the library keeps at a desired size.
 *
 * <p>Any number of threads may use a pool at once. A read never waits for the cloud. A write returns when it is
 * durable: from then on no crash, restart or lost reply undoes it, and the machines follow as fast as the cloud
 * allows. A write acts once: a repeated terminate, detach or attach changes the desired size once. Any write may
 * carry an idempotency key (see {@link WriteOptions}); a repetition under the same key gets the first answer.
 *
 * <p>Every method may throw a {@link PoolException}, whose reason determines what the caller can do. The operations
 * are those of the cloud adapter REST API 2.0, plus protection, plans, actions and decisions about quarantine. {@link
 * AsyncOperations} has the same operations for callers that do not wait.
 */
public interface MachinePool
    extends SizeOperations,
        HookOperations,
        ActionOperations,
        RefreshOperations,
        HealthOperations,
        AsyncOperations {

  /**
   * The pool's name.
   *
   * @return the name
   */
  PoolName name();

  /**
   * The pool's labels, by which callers are limited to pools and tenants have them. They are part of its
   * configuration.
   *
   * @return names and values; empty if it has none, or this implementation does not have them
   */
  default Map<String, String> labels() {
    return Map.of();
  }

  /**
   * Returns the pool as it is at this moment (Get machine pool). The method does not wait for the cloud: until the
   * first complete list the view has the status {@link ListStatus#NOT_LISTED} and shows the machines of the ledger.
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
   * Waits until the pool's view meets a condition. The method reads the pool only and sends no requests to the cloud.
   * A pool that has never had a complete list of its cloud meets no condition.
   *
   * @param wish the condition that the view must meet
   * @param atMost how long to wait
   * @return the first view that meets the condition
   * @throws PoolException UNAVAILABLE if no view meets it in time
   * @throws InterruptedException if the waiting thread is interrupted
   */
  PoolView await(Predicate<? super PoolView> wish, Duration atMost) throws InterruptedException;

  /**
   * Returns what the keeper would do next, and why.
   *
   * @return the plan for this moment; nothing is changed
   * @throws PoolException UNAVAILABLE until the cloud has been listed completely once
   */
  PoolPlan plan();

  /**
   * Returns what the keeper would do next if the desired size were another: a trial of {@link #setDesiredSize}.
   *
   * @param desiredSize 0 to the pool's maxSize
   * @return the plan for this moment; nothing is changed. If a quota of the pool's tenants has no room for the size, it
   *     is among the holds
   * @throws PoolException INVALID if out of range, UNAVAILABLE until the cloud has been listed completely once,
   *     UNSUPPORTED if this implementation makes no such plans
   */
  default PoolPlan planFor(int desiredSize) {
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool does not plan for other sizes", "");
  }

  /**
   * The account of disruption: how many machines are unavailable, and what the pool may take out of service by itself.
   *
   * @return the present account
   * @throws PoolException with reason UNSUPPORTED if this pool has none; as for any read otherwise
   */
  default DisruptionStatus disruption() {
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool has no account of disruption", "");
  }

  /**
   * Reads the pool's history: what happened to the pool and its machines, oldest first.
   *
   * @param query which events, and from where on
   * @return one page, and the cursor at which the next one begins
   * @throws PoolException INVALID if the cursor lies in the future; GONE if the events after it are no longer kept, or
   *     belong to a history before a restored one; UNAVAILABLE if the history cannot be read; UNSUPPORTED if this
   *     implementation keeps none
   */
  default PoolEventPage events(PoolEventQuery query) {
    Objects.requireNonNull(query, "query");
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool does not keep a history", "");
  }

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
   * Scales out or in, or reacts to a metric, as policies decide. The pool decides and changes its size in one
   * transaction, so two concurrent callers never start from the same old size. A decision that is not OK changes
   * nothing, and neither does a count of 0; only a count above 0 starts a cooldown. A repetition under the same
   * idempotency key gets the first decision that was OK.
   *
   * @param request what is asked
   * @param by which policies decide
   * @param options idempotency key and caller
   * @return what was decided: OK, or ERROR with the reason
   * @throws PoolException NOT_FOUND if there is no policy of that name, INVALID if it is not one that scales,
   *     CONFLICT while the pool is observing, UNAVAILABLE until the cloud has been listed once, UNSUPPORTED if this
   *     implementation has no policies, or if removed machines are to keep running and the cloud's adapter cannot
   *     remove ownership marks
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
   * Sets a size, limits, or both. The pool decides and changes in one transaction, as for {@link
   * #scale(ScalingRequest, PolicySelector, WriteOptions) scaling}, but neither waits for a cooldown nor starts one.
   * Limits that are set hold until the next resize, or until the limits in the configuration change.
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
   * Returns the limits within which the pool scales at present, its policies, their cooldowns, and the times of its
   * schedules.
   *
   * @return limits, policies, cooldowns and schedules; {@link PoolScaling#unknown} if this implementation does not
   *     support scaling
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
   * Ends one machine (Terminate machine). With a decrement the pool launches no replacement: the desired size goes
   * down by one, once, never below 0. Only a machine that counts can lower it: the pool refuses one that is out of
   * service, stopped, ending or ended, and changes nothing. The pool accepts a repeated termination with a decrement
   * without lowering the size again, for as long as it keeps the record of the machine's end, which is a month. For a
   * placeholder ({@code req-…}) the pool cancels the pending launch, or ends the machine as soon as it appears.
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
   * Reports the health of a machine's service (Set service state). OUT_OF_SERVICE takes the machine out of the count,
   * so that a replacement is launched; any other state lets it count again, and the pool then ends any surplus.
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
   * Removes a machine from the pool without ending it (Detach machine). The pool never ends it afterwards. A
   * repetition is harmless while the machine leaves; later the machine is NOT_FOUND. With a decrement the desired
   * size goes down as for {@link #terminate(MachineId, boolean, WriteOptions)}: once, and only for a machine that
   * counts. The pool accepts a repetition for a month.
   *
   * @param machine which one
   * @param decrementDesiredSize whether the pool becomes one smaller, once
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder, already being deleted, or
   *     is to lower the desired size and does not count; UNSUPPORTED if the cloud's adapter cannot remove ownership
   *     marks
   */
  void detach(MachineId machine, boolean decrementDesiredSize, WriteOptions options);

  /**
   * Removes a machine from the pool without ending it (Detach machine).
   *
   * @param machine which one
   * @param decrementDesiredSize whether the pool becomes one smaller, once
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder, already being deleted, or
   *     is to lower the desired size and does not count; UNSUPPORTED if the cloud's adapter cannot remove ownership
   *     marks
   */
  default void detach(MachineId machine, boolean decrementDesiredSize) {
    detach(machine, decrementDesiredSize, WriteOptions.none());
  }

  /**
   * Takes a running machine into the pool; the desired size goes up by one, once (Attach machine). Unlike the other
   * writes, this one waits for the cloud: the pool looks the machine up, for as long as the cloud may need to show a
   * new one, then marks it and reads it again.
   *
   * @param machine which one
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if the cloud has no such machine, CONFLICT if it belongs to another pool, is not
   *     running, or the pool is at maxSize, UNSUPPORTED if the cloud's adapter cannot set marks, UNAVAILABLE if the
   *     cloud did not answer in time (the attempt goes on; repeat the call)
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
   * Protects a machine from being chosen when the pool shrinks, or ends that protection. A protected machine still
   * counts, and can still be terminated by its id.
   *
   * @param machine which one
   * @param isProtected true to protect the machine, false to end its protection
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder
   */
  void protect(MachineId machine, boolean isProtected, WriteOptions options);

  /**
   * Protects a machine from being chosen when the pool shrinks, or ends that protection.
   *
   * @param machine which one
   * @param isProtected true to protect the machine, false to end its protection
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder
   */
  default void protect(MachineId machine, boolean isProtected) {
    protect(machine, isProtected, WriteOptions.none());
  }

  /**
   * Sets the membership status of a machine: whether it counts, and whether the pool may end it. A machine that does
   * not count is replaced. One that is active again counts again, and the pool then ends any surplus. A machine that is
   * not evictable is no victim, no part of a refresh and of remediation, and is not terminated or detached; a deletion
   * of the pool and the cloud itself do end it. The pool ends one that is neither active nor kept, within its account
   * of disruption. A machine that leaves the pool loses its status.
   *
   * @param machine which one
   * @param status its new status
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if it is not a member, CONFLICT if it is a placeholder, UNSUPPORTED if this
   *     pool has no membership status
   */
  default void setMembershipStatus(
      MachineId machine, MembershipStatus status, WriteOptions options) {
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool has no membership status of machines", "");
  }

  /**
   * Sets the membership status of a machine.
   *
   * @param machine which one
   * @param status its new status
   * @throws PoolException as for {@link #setMembershipStatus(MachineId, MembershipStatus, WriteOptions)}
   */
  default void setMembershipStatus(MachineId machine, MembershipStatus status) {
    setMembershipStatus(machine, status, WriteOptions.none());
  }

  /**
   * Ends {@link PoolStatus#OBSERVING} by taking the machines with the pool's mark in as members. The desired size
   * becomes their number unless one was set.
   *
   * @param options idempotency key and caller
   * @throws PoolException CONFLICT if the pool is not observing
   */
  void adopt(WriteOptions options);

  /**
   * Ends {@link PoolStatus#OBSERVING} by leaving the machines with the pool's mark alone for good. The pool starts
   * empty.
   *
   * @param options idempotency key and caller
   * @throws PoolException CONFLICT if the pool is not observing
   */
  void disown(WriteOptions options);

  /**
   * Resumes a pool after a person has looked at it. A FROZEN pool goes on from the machines that it sees now, and
   * counts missing machines as gone. Launches in backoff (for quota, capacity, or repeated failures) are tried again
   * at once, and machines in quarantine no longer hold launches back. If the pool waits for a cloud that failed or
   * asked it to wait, it calls that cloud at once.
   *
   * @param options idempotency key and caller
   * @throws PoolException CONFLICT if the pool is not frozen and nothing is in backoff or waits, or if the
   *     credentials still reach another account
   */
  void thaw(WriteOptions options);

  /**
   * Returns what the cloud has of the machines of a ledger that was restored from a backup.
   *
   * @return the report; empty unless a restore waits for a decision
   * @throws PoolException UNAVAILABLE if the pool cannot be read; UNSUPPORTED if the pool's server has no restores
   */
  default Optional<RestoreReport> restoreReport() {
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool does not support restores", "");
  }

  /**
   * Accepts a restore. Missing machines are recorded as ended, unknown ones of this pool are adopted up to {@link
   * RestoreReport#acceptedSize}, which becomes the desired size, and the pool acts again. Waiting hooks go on with the
   * time that was left at the backup.
   *
   * @param options idempotency key and caller
   * @throws PoolException CONFLICT if no restore waits for a decision, or the pool is frozen; UNAVAILABLE if the pool
   *     has not seen {@link RestoreReport#LISTS_NEEDED} complete lists yet
   */
  default void acceptRestore(WriteOptions options) {
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool does not support restores", "");
  }

  /**
   * Returns the machines in quarantine: they carry the pool's mark, but its ledger does not contain them. The alarm
   * QUARANTINE stands while there is one.
   *
   * @return all of them, in the order of their ids
   * @throws PoolException UNAVAILABLE if the pool cannot be read; UNSUPPORTED if the pool's server has no
   *     quarantine
   */
  default List<QuarantinedMachine> quarantine() {
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool does not support quarantine", "");
  }

  /**
   * Decides about a machine in quarantine. The decision is durable when this method returns. A repetition of the same
   * decision changes nothing.
   *
   * @param machine the machine's id
   * @param decision what the pool does with it
   * @param options idempotency key and caller
   * @throws PoolException NOT_FOUND if the machine is not in quarantine and this decision was not made before;
   *     CONFLICT if adopting it would exceed maxSize, or another decision was made
   */
  default void settleQuarantine(
      MachineId machine, QuarantineDecision decision, WriteOptions options) {
    throw new PoolException(
        PoolException.Reason.UNSUPPORTED, "this pool does not support quarantine", "");
  }

  /**
   * Decides about a machine in quarantine; see {@link #settleQuarantine(MachineId, QuarantineDecision,
   * WriteOptions)}.
   *
   * @param machine the machine's id
   * @param decision what the pool does with it
   */
  default void settleQuarantine(MachineId machine, QuarantineDecision decision) {
    settleQuarantine(machine, decision, WriteOptions.none());
  }

  /**
   * Reads what the pool was like over the last hour, day or week. Samples are kept over restarts.
   *
   * @param span how far back
   * @return the samples that there are
   * @throws PoolException UNAVAILABLE if they cannot be read, UNSUPPORTED if this implementation keeps none
   */
  default PoolSamples samples(SampleSpan span) {
    Objects.requireNonNull(span, "span");
    throw new PoolException(PoolException.Reason.UNSUPPORTED, "this pool keeps no samples", "");
  }
}
