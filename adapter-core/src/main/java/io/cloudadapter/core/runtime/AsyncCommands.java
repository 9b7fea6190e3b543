package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.QuarantineDecision;
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
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The commands of a pool for callers that do not wait: each makes a {@link Command} and hands it over. */
abstract class AsyncCommands implements MachinePool {

  /** Hands a command over; the stage completes when what it changed is durable. */
  abstract CompletionStage<CommandResult> executeAsync(Command command, WriteOptions options);

  private CompletionStage<@Nullable Void> send(Command command, WriteOptions options) {
    return executeAsync(command, options).thenApply(done -> null);
  }

  @Override
  public CompletionStage<@Nullable Void> setDesiredSizeAsync(
      int desiredSize, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return send(new Command.SetDesiredSize(desiredSize), options);
  }

  @Override
  public CompletionStage<@Nullable Void> increaseDesiredSizeAsync(
      int machines, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return send(new Command.IncreaseDesiredSize(machines), options);
  }

  @Override
  public CompletionStage<@Nullable Void> cancelLaunchesAsync(int machines, WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return send(new Command.CancelLaunches(machines), options);
  }

  @Override
  public CompletionStage<ScalingDecision> scaleAsync(
      ScalingRequest request, PolicySelector by, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(by, "by");
    Objects.requireNonNull(options, "options");
    return executeAsync(new Command.Scale(request, by), options)
        .thenApply(result -> ((CommandResult.Scaled) result).decision());
  }

  @Override
  public CompletionStage<ResizeDecision> resizeAsync(ResizeRequest resize, WriteOptions options) {
    Objects.requireNonNull(resize, "resize");
    Objects.requireNonNull(options, "options");
    return executeAsync(new Command.Resize(resize), options)
        .thenApply(result -> ((CommandResult.Resized) result).decision());
  }

  @Override
  public CompletionStage<@Nullable Void> terminateAsync(
      MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    return send(new Command.Terminate(machine, decrementDesiredSize), options);
  }

  @Override
  public CompletionStage<@Nullable Void> setServiceStateAsync(
      MachineId machine, ServiceState serviceState, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(serviceState, "serviceState");
    Objects.requireNonNull(options, "options");
    return send(new Command.SetServiceState(machine, serviceState), options);
  }

  @Override
  public CompletionStage<@Nullable Void> reportHealthAsync(
      HealthSource source, List<HealthReport> reports, WriteOptions options) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(reports, "reports");
    Objects.requireNonNull(options, "options");
    return send(new Command.ReportHealth(source, reports), options);
  }

  @Override
  public CompletionStage<@Nullable Void> detachAsync(
      MachineId machine, boolean decrementDesiredSize, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    return send(new Command.Detach(machine, decrementDesiredSize), options);
  }

  @Override
  public CompletionStage<@Nullable Void> attachAsync(MachineId machine, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    return send(new Command.Attach(machine), options);
  }

  @Override
  public CompletionStage<@Nullable Void> protectAsync(
      MachineId machine, boolean isProtected, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(options, "options");
    return send(new Command.Protect(machine, isProtected), options);
  }

  @Override
  public CompletionStage<@Nullable Void> setMembershipStatusAsync(
      MachineId machine, MembershipStatus status, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(options, "options");
    return send(new Command.SetMembershipStatus(machine, status), options);
  }

  @Override
  public CompletionStage<@Nullable Void> adoptAsync(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return send(new Command.Adopt(), options);
  }

  @Override
  public CompletionStage<@Nullable Void> disownAsync(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return send(new Command.Disown(), options);
  }

  @Override
  public CompletionStage<@Nullable Void> refreshAsync(
      RefreshRequest request, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(options, "options");
    return send(new Command.StartRefresh(request), options);
  }

  @Override
  public CompletionStage<@Nullable Void> controlRefreshAsync(
      RefreshControl control, WriteOptions options) {
    Objects.requireNonNull(control, "control");
    Objects.requireNonNull(options, "options");
    return send(new Command.ControlRefresh(control), options);
  }

  @Override
  public CompletionStage<@Nullable Void> acceptRestoreAsync(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return send(new Command.AcceptRestore(), options);
  }

  @Override
  public CompletionStage<@Nullable Void> thawAsync(WriteOptions options) {
    Objects.requireNonNull(options, "options");
    return send(new Command.Thaw(), options);
  }

  @Override
  public CompletionStage<@Nullable Void> settleQuarantineAsync(
      MachineId machine, QuarantineDecision decision, WriteOptions options) {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(options, "options");
    return send(new Command.Settle(machine, decision), options);
  }

  @Override
  public CompletionStage<@Nullable Void> answerHookAsync(
      UUID token, HookResult result, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(options, "options");
    return send(new Command.Answer(token, result), options);
  }

  @Override
  public CompletionStage<Instant> heartbeatAsync(UUID token, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(options, "options");
    return executeAsync(new Command.Heartbeat(token), options)
        .thenApply(result -> ((CommandResult.Deadline) result).at());
  }

  @Override
  public CompletionStage<@Nullable Void> reportHookAsync(
      UUID token, Optional<String> trouble, WriteOptions options) {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(trouble, "trouble");
    Objects.requireNonNull(options, "options");
    return send(new Command.ReportHook(token, trouble), options);
  }

  @Override
  public CompletionStage<UUID> submitAsync(ActionRequest request, WriteOptions options) {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(options, "options");
    return executeAsync(new Command.Submit(request), options)
        .thenApply(result -> ((CommandResult.Accepted) result).action());
  }

  @Override
  public CompletionStage<@Nullable Void> cancelActionAsync(UUID uid, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(options, "options");
    return send(new Command.CancelAction(uid), options);
  }

  @Override
  public CompletionStage<ActionLease> claimActionAsync(
      UUID uid, String holder, Duration lease, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(holder, "holder");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(options, "options");
    return executeAsync(new Command.ClaimAction(uid, holder, lease), options)
        .thenApply(result -> ((CommandResult.Leased) result).lease());
  }

  @Override
  public CompletionStage<@Nullable Void> reportActionAsync(
      UUID uid, int epoch, ActionProgress progress, WriteOptions options) {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(options, "options");
    return send(new Command.ReportAction(uid, epoch, progress), options);
  }
}
