package io.cloudadapter.core;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
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
import java.util.function.Function;
import java.util.function.Predicate;

/** A pool as it is at present: kept here while this process leads, otherwise a copy to be read. */
final class ReplicaPool implements MachinePool {
  private final PoolName name;
  private final MachinePool copy;
  private final Function<String, Optional<MachinePool>> kept;

  ReplicaPool(PoolName name, MachinePool copy, Function<String, Optional<MachinePool>> kept) {
    this.name = name;
    this.copy = copy;
    this.kept = kept;
  }

  private MachinePool now() {
    return kept.apply(name.value()).orElse(copy);
  }

  @Override
  public PoolName name() {
    return name;
  }

  @Override
  public PoolView await(Predicate<? super PoolView> wish, Duration atMost)
      throws InterruptedException {
    Objects.requireNonNull(wish, "wish");
    Objects.requireNonNull(atMost, "atMost");
    return now().await(wish, atMost);
  }

  @Override
  public PoolView view() {
    return now().view();
  }

  @Override
  public PoolPlan plan() {
    return now().plan();
  }

  @Override
  public PoolScaling scaling() {
    return now().scaling();
  }

  @Override
  public List<WaitingHook> hooks() {
    return now().hooks();
  }

  @Override
  public Optional<WaitingHook> hook(UUID token) {
    Objects.requireNonNull(token, "token");
    return now().hook(token);
  }

  @Override
  public ActionList actions() {
    return now().actions();
  }

  @Override
  public Optional<ActionStatus> action(UUID uid) {
    Objects.requireNonNull(uid, "uid");
    return now().action(uid);
  }

  @Override
  public ActionWatch watchActions(long version) {
    return now().watchActions(version);
  }

  @Override
  public void setDesiredSize(int desiredSize, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    now().setDesiredSize(desiredSize, options);
  }

  @Override
  public ScalingDecision scale(ScalingRequest request, PolicySelector by, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(by, "by");
    Objects.requireNonNull(options, "options");
    return now().scale(request, by, options);
  }

  @Override
  public ResizeDecision resize(ResizeRequest resize, WriteOptions options) {
    Objects.requireNonNull(resize, "resize");
    Objects.requireNonNull(options, "options");
    return now().resize(resize, options);
  }

  @Override
  public void terminate(MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    now().terminate(machine, decrementDesiredSize, options);
  }

  @Override
  public void setServiceState(MachineId machine, ServiceState serviceState, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(serviceState, "serviceState");
    Objects.requireNonNull(options, "options");
    now().setServiceState(machine, serviceState, options);
  }

  @Override
  public void detach(MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    now().detach(machine, decrementDesiredSize, options);
  }

  @Override
  public void attach(MachineId machine, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    now().attach(machine, options);
  }

  @Override
  public void protect(MachineId machine, boolean isProtected, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    now().protect(machine, isProtected, options);
  }

  @Override
  public void answerHook(UUID token, HookResult result, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(options, "options");
    now().answerHook(token, result, options);
  }

  @Override
  public Instant heartbeat(UUID token, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(options, "options");
    return now().heartbeat(token, options);
  }

  @Override
  public UUID submit(ActionRequest request, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(options, "options");
    return now().submit(request, options);
  }

  @Override
  public void cancelAction(UUID uid, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(options, "options");
    now().cancelAction(uid, options);
  }

  @Override
  public ActionLease claimAction(UUID uid, String holder, Duration lease, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(holder, "holder");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(options, "options");
    return now().claimAction(uid, holder, lease, options);
  }

  @Override
  public void reportAction(UUID uid, int epoch, ActionProgress progress, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(options, "options");
    now().reportAction(uid, epoch, progress, options);
  }

  @Override
  public List<QuarantinedMachine> quarantine() {
    return now().quarantine();
  }

  @Override
  public void settleQuarantine(
      MachineId machine, QuarantineDecision decision, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(options, "options");
    now().settleQuarantine(machine, decision, options);
  }

  @Override
  public void adopt(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    now().adopt(options);
  }

  @Override
  public void disown(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    now().disown(options);
  }

  @Override
  public void thaw(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    now().thaw(options);
  }
}
