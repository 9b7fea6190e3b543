package io.cloudadapter.api;

import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.scaling.PolicySelector;
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
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a pool for callers that do not wait: each method returns at once, and its stage completes when the
 * method of the same name without {@code Async} would return. {@link MachinePool} has them, and only a {@link
 * MachinePool} may implement this interface.
 *
 * <p>A stage fails with the {@link PoolException} that the other method throws. Dependent stages run on threads that
 * the library keeps for its callers; a slow one delays neither the pool nor other stages. A pool of this process needs
 * no thread for a call under way. A pool on another server needs one for each call: a virtual thread from Java 21 on,
 * a daemon thread before. Cancelling a stage ends the wait, not the operation.
 */
public interface AsyncOperations {

  /**
   * Waits in the background until the pool's view meets a condition; see {@link MachinePool#await}.
   *
   * @param wish the condition that the view must meet; a thread of the library may test it
   * @param atMost how long to wait
   * @return completes with the first view that meets the condition, or fails with UNAVAILABLE if no view meets it in
   *     time, or with what the condition throws
   */
  default CompletionStage<PoolView> awaitAsync(Predicate<? super PoolView> wish, Duration atMost) {
    Objects.requireNonNull(wish, "wish");
    Objects.requireNonNull(atMost, "atMost");
    return BackgroundCall.start(this, pool -> pool.await(wish, atMost));
  }

  /**
   * Calls a listener with the pool's view as it is, and with each later view that differs, one at a time and in
   * order. A pool of this process queues up to 64 views for each listener; a listener that is slower loses the oldest
   * of them, and {@link PoolSubscription#dropped} counts those. A replica and a pool on another server read the view
   * each second, and skip what changes in between. An exception of the listener is logged, and the next view is
   * delivered.
   *
   * @param listener receives the views, on a thread of the library
   * @return close it to end the calls
   * @throws PoolException UNAVAILABLE if the pool is down for good
   */
  default PoolSubscription addListener(PoolListener listener) {
    Objects.requireNonNull(listener, "listener");
    return ViewPolling.start(this, listener);
  }

  /**
   * Sets the desired size; see {@link MachinePool#setDesiredSize(int, WriteOptions)}.
   *
   * @param desiredSize 0 to the pool's maxSize
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> setDesiredSizeAsync(
      int desiredSize, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.setDesiredSize(desiredSize, options));
  }

  /**
   * Raises the desired size by a number of machines; see {@link SizeOperations#increaseDesiredSize}.
   *
   * @param machines 1 or more
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> increaseDesiredSizeAsync(
      int machines, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.increaseDesiredSize(machines, options));
  }

  /**
   * Lowers the desired size by machines that are still to be launched; see {@link SizeOperations#cancelLaunches}.
   *
   * @param machines 1 or more
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> cancelLaunchesAsync(int machines, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.cancelLaunches(machines, options));
  }

  /**
   * Scales as policies decide; see {@link MachinePool#scale(ScalingRequest, PolicySelector, WriteOptions)}.
   *
   * @param request what is asked
   * @param by which policies decide
   * @param options idempotency key and caller
   * @return completes with what was decided: OK, or ERROR with the reason, or fails with a {@link PoolException}
   */
  default CompletionStage<ScalingDecision> scaleAsync(
      ScalingRequest request, PolicySelector by, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(by, "by");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.start(this, pool -> pool.scale(request, by, options));
  }

  /**
   * Sets a size, limits, or both; see {@link MachinePool#resize(ResizeRequest, WriteOptions)}.
   *
   * @param resize what is asked
   * @param options idempotency key and caller
   * @return completes with what was decided: OK, or ERROR with the reason, or fails with a {@link PoolException}
   */
  default CompletionStage<ResizeDecision> resizeAsync(ResizeRequest resize, WriteOptions options) {
    Objects.requireNonNull(resize, "resize");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.start(this, pool -> pool.resize(resize, options));
  }

  /**
   * Ends one machine; see {@link MachinePool#terminate(MachineId, boolean, WriteOptions)}.
   *
   * @param machine which one
   * @param decrementDesiredSize whether the pool becomes one smaller
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> terminateAsync(
      MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.terminate(machine, decrementDesiredSize, options));
  }

  /**
   * Reports the health of a machine's service; see {@link MachinePool#setServiceState(MachineId, ServiceState,
   * WriteOptions)}.
   *
   * @param machine which one
   * @param serviceState the state to report
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> setServiceStateAsync(
      MachineId machine, ServiceState serviceState, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(serviceState, "serviceState");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.setServiceState(machine, serviceState, options));
  }

  /**
   * Takes reports about the health of machines; see {@link MachinePool#reportHealth(HealthSource, List, WriteOptions)}.
   *
   * @param source AGENT or PROBE
   * @param reports at most one for each machine
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> reportHealthAsync(
      HealthSource source, List<HealthReport> reports, WriteOptions options) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(reports, "reports");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.reportHealth(source, reports, options));
  }

  /**
   * Removes a machine from the pool without ending it; see {@link MachinePool#detach(MachineId, boolean,
   * WriteOptions)}.
   *
   * @param machine which one
   * @param decrementDesiredSize whether the pool becomes one smaller, once
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> detachAsync(
      MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.detach(machine, decrementDesiredSize, options));
  }

  /**
   * Takes a running machine into the pool; see {@link MachinePool#attach(MachineId, WriteOptions)}. The stage completes
   * when the cloud has shown the machine and its mark.
   *
   * @param machine which one
   * @param options idempotency key and caller
   * @return completes when the machine is a member, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> attachAsync(MachineId machine, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.attach(machine, options));
  }

  /**
   * Protects a machine from being chosen when the pool shrinks, or ends that protection; see {@link
   * MachinePool#protect(MachineId, boolean, WriteOptions)}.
   *
   * @param machine which one
   * @param isProtected true to protect the machine, false to end its protection
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> protectAsync(
      MachineId machine, boolean isProtected, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.protect(machine, isProtected, options));
  }

  /**
   * Sets the membership status of a machine; see {@link MachinePool#setMembershipStatus(MachineId, MembershipStatus,
   * WriteOptions)}.
   *
   * @param machine which one
   * @param status its new status
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> setMembershipStatusAsync(
      MachineId machine, MembershipStatus status, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.setMembershipStatus(machine, status, options));
  }

  /**
   * Takes the machines with the pool's mark in as members; see {@link MachinePool#adopt(WriteOptions)}.
   *
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> adoptAsync(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.adopt(options));
  }

  /**
   * Leaves the machines with the pool's mark alone for good; see {@link MachinePool#disown(WriteOptions)}.
   *
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> disownAsync(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.disown(options));
  }

  /**
   * Goes on with a restored ledger as the cloud is; see {@link MachinePool#acceptRestore(WriteOptions)}.
   *
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> acceptRestoreAsync(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.acceptRestore(options));
  }

  /**
   * Resumes a pool after a person has looked at it; see {@link MachinePool#thaw(WriteOptions)}.
   *
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> thawAsync(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.thaw(options));
  }

  /**
   * Decides about a machine in quarantine; see {@link MachinePool#settleQuarantine(MachineId, QuarantineDecision,
   * WriteOptions)}.
   *
   * @param machine the machine's id
   * @param decision what the pool does with it
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> settleQuarantineAsync(
      MachineId machine, QuarantineDecision decision, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.settleQuarantine(machine, decision, options));
  }

  /**
   * Completes the waiting hook of a token; see {@link HookOperations#answerHook(UUID, HookResult, WriteOptions)}.
   *
   * @param token the token from the hook message
   * @param result CONTINUE, or ABANDON to skip the machine's remaining hooks
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> answerHookAsync(
      UUID token, HookResult result, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.answerHook(token, result, options));
  }

  /**
   * Extends the wait of a hook; see {@link HookOperations#heartbeat(UUID, WriteOptions)}.
   *
   * @param token the token from the hook message
   * @param options idempotency key and caller
   * @return completes with the new deadline, or fails with a {@link PoolException}
   */
  default CompletionStage<Instant> heartbeatAsync(UUID token, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.start(this, pool -> pool.heartbeat(token, options));
  }

  /**
   * Reports what keeps the receiver of a waiting hook from its work; see {@link HookOperations#reportHook(UUID,
   * Optional, WriteOptions)}.
   *
   * @param token the token from the hook message
   * @param trouble what is wrong; empty if nothing is any more
   * @param options idempotency key and caller
   * @return completes when the pool has taken note, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> reportHookAsync(
      UUID token, Optional<String> trouble, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(trouble, "trouble");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.reportHook(token, trouble, options));
  }

  /**
   * Requests an action on a machine; see {@link ActionOperations#submit(ActionRequest, WriteOptions)}.
   *
   * @param request what is asked
   * @param options idempotency key and caller
   * @return completes with the action's id, or fails with a {@link PoolException}
   */
  default CompletionStage<UUID> submitAsync(ActionRequest request, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.start(this, pool -> pool.submit(request, options));
  }

  /**
   * Cancels an action; see {@link ActionOperations#cancelAction(UUID, WriteOptions)}.
   *
   * @param uid the action's id
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> cancelActionAsync(UUID uid, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.cancelAction(uid, options));
  }

  /**
   * Claims an action for an executor; see {@link ActionOperations#claimAction(UUID, String, Duration, WriteOptions)}.
   *
   * @param uid the action's id
   * @param holder the executor's name
   * @param lease how long the claim holds
   * @param options idempotency key and caller
   * @return completes with the lease, or fails with a {@link PoolException}
   */
  default CompletionStage<ActionLease> claimActionAsync(
      UUID uid, String holder, Duration lease, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(holder, "holder");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.start(this, pool -> pool.claimAction(uid, holder, lease, options));
  }

  /**
   * Reports what an executor did; see {@link ActionOperations#reportAction(UUID, int, ActionProgress, WriteOptions)}.
   *
   * @param uid the action's id
   * @param epoch the epoch of the lease
   * @param progress what has happened
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> reportActionAsync(
      UUID uid, int epoch, ActionProgress progress, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.reportAction(uid, epoch, progress, options));
  }

  /**
   * Starts a refresh; see {@link MachinePool#refresh(RefreshRequest, WriteOptions)}.
   *
   * @param request how machines are replaced
   * @param options idempotency key and caller
   * @return completes when the refresh is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> refreshAsync(
      RefreshRequest request, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.refresh(request, options));
  }

  /**
   * Pauses, resumes, cancels or rolls back the refresh; see {@link MachinePool#controlRefresh(RefreshControl,
   * WriteOptions)}.
   *
   * @param control what is asked
   * @param options idempotency key and caller
   * @return completes when the change is durable, or fails with a {@link PoolException}
   */
  default CompletionStage<@Nullable Void> controlRefreshAsync(
      RefreshControl control, WriteOptions options) {
    Objects.requireNonNull(control, "control");
    Objects.requireNonNull(options, "options");
    return BackgroundCall.run(this, pool -> pool.controlRefresh(control, options));
  }
}
