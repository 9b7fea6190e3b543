package io.cloudadapter.server.access;

import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolSize;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.RestoreReport;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.server.options.PoolVerb;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * A pool as a caller of a limited scope has it. Each call checks the scope anew, since a watch holds its pool for long:
 * a pool that has left the scope is NOT_FOUND, and a change by another verb is 403. Every operation of a pool is here,
 * so that none keeps the interface's default and goes past the check.
 */
final class ScopedPool implements MachinePool {
  private final MachinePool pool;
  private final ScopedPools scope;

  ScopedPool(MachinePool pool, ScopedPools scope) {
    this.pool = pool;
    this.scope = scope;
  }

  private MachinePool read() {
    if (!scope.covers(pool.name())) {
      throw new PoolException(
          Reason.NOT_FOUND, "there is no pool " + pool.name(), "GET /pools lists the pools.");
    }
    return pool;
  }

  private MachinePool change(PoolVerb verb) {
    MachinePool readable = read();
    if (!scope.allows(verb)) {
      throw AccessDenial.of(verb);
    }
    return readable;
  }

  @Override
  public PoolName name() {
    return pool.name();
  }

  @Override
  public Map<String, String> labels() {
    return read().labels();
  }

  @Override
  public PoolView view() {
    return read().view();
  }

  @Override
  public PoolSize size() {
    return read().size();
  }

  @Override
  public PoolView await(Predicate<? super PoolView> wish, Duration atMost)
      throws InterruptedException {
    return read().await(wish, atMost);
  }

  @Override
  public PoolPlan plan() {
    return read().plan();
  }

  @Override
  public PoolPlan planFor(int desiredSize) {
    return read().planFor(desiredSize);
  }

  @Override
  public PoolEventPage events(PoolEventQuery query) {
    return read().events(query);
  }

  @Override
  public PoolScaling scaling() {
    return read().scaling();
  }

  @Override
  public List<QuarantinedMachine> quarantine() {
    return read().quarantine();
  }

  @Override
  public ActionList actions() {
    return read().actions();
  }

  @Override
  public Optional<ActionStatus> action(UUID uid) {
    return read().action(uid);
  }

  @Override
  public ActionWatch watchActions(long version) {
    return new ScopedWatch(read().watchActions(version), scope);
  }

  @Override
  public void setDesiredSize(int desiredSize, WriteOptions options) {
    change(PoolVerb.RESIZE).setDesiredSize(desiredSize, options);
  }

  @Override
  public void increaseDesiredSize(int machines, WriteOptions options) {
    change(PoolVerb.RESIZE).increaseDesiredSize(machines, options);
  }

  @Override
  public void cancelLaunches(int machines, WriteOptions options) {
    change(PoolVerb.RESIZE).cancelLaunches(machines, options);
  }

  @Override
  public ScalingDecision scale(ScalingRequest request, PolicySelector by, WriteOptions options) {
    return change(PoolVerb.RESIZE).scale(request, by, options);
  }

  @Override
  public ResizeDecision resize(ResizeRequest resize, WriteOptions options) {
    return change(PoolVerb.RESIZE).resize(resize, options);
  }

  @Override
  public void terminate(MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    change(PoolVerb.TERMINATE).terminate(machine, decrementDesiredSize, options);
  }

  @Override
  public void setServiceState(MachineId machine, ServiceState serviceState, WriteOptions options) {
    change(PoolVerb.SERVICE_STATE).setServiceState(machine, serviceState, options);
  }

  @Override
  public void reportHealth(HealthSource source, List<HealthReport> reports, WriteOptions options) {
    change(PoolVerb.SERVICE_STATE).reportHealth(source, reports, options);
  }

  @Override
  public void detach(MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    change(PoolVerb.DETACH).detach(machine, decrementDesiredSize, options);
  }

  @Override
  public void attach(MachineId machine, WriteOptions options) {
    change(PoolVerb.ATTACH).attach(machine, options);
  }

  @Override
  public void protect(MachineId machine, boolean isProtected, WriteOptions options) {
    change(PoolVerb.PROTECT).protect(machine, isProtected, options);
  }

  @Override
  public void setMembershipStatus(
      MachineId machine, MembershipStatus status, WriteOptions options) {
    change(PoolVerb.MEMBERSHIP).setMembershipStatus(machine, status, options);
  }

  @Override
  public void adopt(WriteOptions options) {
    change(PoolVerb.ADOPT).adopt(options);
  }

  @Override
  public PoolSamples samples(SampleSpan span) {
    return read().samples(span);
  }

  @Override
  public DisruptionStatus disruption() {
    return read().disruption();
  }

  @Override
  public Optional<RefreshStatus> refreshStatus() {
    return read().refreshStatus();
  }

  @Override
  public void refresh(RefreshRequest request, WriteOptions options) {
    change(PoolVerb.REFRESH).refresh(request, options);
  }

  @Override
  public void controlRefresh(RefreshControl control, WriteOptions options) {
    change(PoolVerb.REFRESH).controlRefresh(control, options);
  }

  @Override
  public Optional<RestoreReport> restoreReport() {
    return read().restoreReport();
  }

  /** Adopts what a restored pool has found, and gives up what is missing. */
  @Override
  public void acceptRestore(WriteOptions options) {
    change(PoolVerb.ADOPT).acceptRestore(options);
  }

  @Override
  public void disown(WriteOptions options) {
    change(PoolVerb.DISOWN).disown(options);
  }

  @Override
  public void thaw(WriteOptions options) {
    change(PoolVerb.THAW).thaw(options);
  }

  @Override
  public void settleQuarantine(
      MachineId machine, QuarantineDecision decision, WriteOptions options) {
    change(PoolVerb.QUARANTINE).settleQuarantine(machine, decision, options);
  }

  /** The tokens are for those who may answer. */
  @Override
  public List<WaitingHook> hooks() {
    return change(PoolVerb.HOOKS).hooks();
  }

  @Override
  public Optional<WaitingHook> hook(UUID token) {
    return change(PoolVerb.HOOKS).hook(token);
  }

  @Override
  public void answerHook(UUID token, HookResult result, WriteOptions options) {
    change(PoolVerb.HOOKS).answerHook(token, result, options);
  }

  @Override
  public Instant heartbeat(UUID token, WriteOptions options) {
    return change(PoolVerb.HOOKS).heartbeat(token, options);
  }

  @Override
  public void reportHook(UUID token, Optional<String> trouble, WriteOptions options) {
    change(PoolVerb.HOOKS).reportHook(token, trouble, options);
  }

  @Override
  public UUID submit(ActionRequest request, WriteOptions options) {
    return change(PoolVerb.ACTIONS).submit(request, options);
  }

  @Override
  public void cancelAction(UUID uid, WriteOptions options) {
    change(PoolVerb.ACTIONS).cancelAction(uid, options);
  }

  @Override
  public ActionLease claimAction(UUID uid, String holder, Duration lease, WriteOptions options) {
    return change(PoolVerb.ACTIONS).claimAction(uid, holder, lease, options);
  }

  @Override
  public void reportAction(UUID uid, int epoch, ActionProgress progress, WriteOptions options) {
    change(PoolVerb.ACTIONS).reportAction(uid, epoch, progress, options);
  }
}
