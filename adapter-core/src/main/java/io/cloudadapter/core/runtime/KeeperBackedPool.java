package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.RestoreReport;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
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
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A pool whose reads and commands go to a keeper. Each method that changes the pool makes a {@link Command}, and
 * {@link #execute} carries it out, refuses it, or forwards it.
 */
public abstract class KeeperBackedPool extends AsyncCommands {

  /** The keeper's answer to a question. */
  public abstract <T> T ask(Function<Keeper, T> question);

  /** Has a command carried out; what it changed is durable when this returns. */
  public abstract CommandResult execute(Command command, WriteOptions options);

  /** Has a command carried out before it returns, unless a pool can hand it over. */
  @Override
  CompletionStage<CommandResult> executeAsync(Command command, WriteOptions options) {
    try {
      return CompletableFuture.completedFuture(execute(command, options));
    } catch (PoolException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public List<QuarantinedMachine> quarantine() {
    return ask(Keeper::quarantine);
  }

  @Override
  public void setDesiredSize(int desiredSize, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    execute(new Command.SetDesiredSize(desiredSize), options);
  }

  @Override
  public void increaseDesiredSize(int machines, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    execute(new Command.IncreaseDesiredSize(machines), options);
  }

  @Override
  public void cancelLaunches(int machines, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    execute(new Command.CancelLaunches(machines), options);
  }

  @Override
  public ScalingDecision scale(ScalingRequest request, PolicySelector by, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(by, "by");
    Objects.requireNonNull(options, "options");
    return ((CommandResult.Scaled) execute(new Command.Scale(request, by), options)).decision();
  }

  @Override
  public ResizeDecision resize(ResizeRequest resize, WriteOptions options) {
    Objects.requireNonNull(resize, "resize");
    Objects.requireNonNull(options, "options");
    return ((CommandResult.Resized) execute(new Command.Resize(resize), options)).decision();
  }

  @Override
  public void terminate(MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    execute(new Command.Terminate(machine, decrementDesiredSize), options);
  }

  @Override
  public void setServiceState(MachineId machine, ServiceState serviceState, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(serviceState, "serviceState");
    Objects.requireNonNull(options, "options");
    execute(new Command.SetServiceState(machine, serviceState), options);
  }

  @Override
  public void reportHealth(HealthSource source, List<HealthReport> reports, WriteOptions options) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(reports, "reports");
    Objects.requireNonNull(options, "options");
    execute(new Command.ReportHealth(source, reports), options);
  }

  @Override
  public void detach(MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    execute(new Command.Detach(machine, decrementDesiredSize), options);
  }

  @Override
  public void attach(MachineId machine, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    execute(new Command.Attach(machine), options);
  }

  @Override
  public void protect(MachineId machine, boolean isProtected, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    execute(new Command.Protect(machine, isProtected), options);
  }

  @Override
  public void setMembershipStatus(
      MachineId machine, MembershipStatus status, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(options, "options");
    execute(new Command.SetMembershipStatus(machine, status), options);
  }

  @Override
  public void answerHook(UUID token, HookResult result, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(options, "options");
    execute(new Command.Answer(token, result), options);
  }

  @Override
  public void reportHook(UUID token, Optional<String> trouble, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(trouble, "trouble");
    Objects.requireNonNull(options, "options");
    execute(new Command.ReportHook(token, trouble), options);
  }

  @Override
  public Instant heartbeat(UUID token, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(options, "options");
    return ((CommandResult.Deadline) execute(new Command.Heartbeat(token), options)).at();
  }

  @Override
  public UUID submit(ActionRequest request, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(options, "options");
    return ((CommandResult.Accepted) execute(new Command.Submit(request), options)).action();
  }

  @Override
  public void cancelAction(UUID uid, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(options, "options");
    execute(new Command.CancelAction(uid), options);
  }

  @Override
  public ActionLease claimAction(UUID uid, String holder, Duration lease, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(holder, "holder");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(options, "options");
    return ((CommandResult.Leased) execute(new Command.ClaimAction(uid, holder, lease), options))
        .lease();
  }

  @Override
  public void reportAction(UUID uid, int epoch, ActionProgress progress, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(options, "options");
    execute(new Command.ReportAction(uid, epoch, progress), options);
  }

  @Override
  public void settleQuarantine(
      MachineId machine, QuarantineDecision decision, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(options, "options");
    execute(new Command.Settle(machine, decision), options);
  }

  @Override
  public Optional<RestoreReport> restoreReport() {
    return ask(Keeper::restoreReport);
  }

  @Override
  public void acceptRestore(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    execute(new Command.AcceptRestore(), options);
  }

  @Override
  public void refresh(RefreshRequest request, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(options, "options");
    execute(new Command.StartRefresh(request), options);
  }

  @Override
  public void controlRefresh(RefreshControl control, WriteOptions options) {
    Objects.requireNonNull(control, "control");
    Objects.requireNonNull(options, "options");
    execute(new Command.ControlRefresh(control), options);
  }

  @Override
  public void adopt(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    execute(new Command.Adopt(), options);
  }

  @Override
  public void disown(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    execute(new Command.Disown(), options);
  }

  @Override
  public void thaw(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    execute(new Command.Thaw(), options);
  }
}
