package io.cloudadapter.core.keeper.lifecycle;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.RemediationResponse;
import io.cloudadapter.core.keeper.action.ActionCommandHandler;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.HealthTrust;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Finds the machines that do not run in time, and those that stay unhealthy, so that they end and are replaced. */
public final class Remediator {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final MachineTrackings trackings;
  private final LaunchFailures launchFailures;
  private final DisruptionAccount disruption;
  private final ActionCommandHandler actions;
  private final HealthTrust trust;
  private Optional<PoolPlan.Hold> held = Optional.empty();
  private int untold;

  public Remediator(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      MachineTrackings trackings,
      LaunchFailures launchFailures,
      DisruptionAccount disruption,
      ActionCommandHandler actions,
      HealthTrust trust) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.trackings = trackings;
    this.launchFailures = launchFailures;
    this.disruption = disruption;
    this.actions = actions;
    this.trust = trust;
  }

  void beginStep() {
    untold = 0;
  }

  /** Why a machine that should run by now has to end; empty if it runs, may still come to run, or is to be kept. */
  Optional<String> bootFailure(MachineRecord machine) {
    if (machine.ran() || !machine.state().allocated()) {
      return Optional.empty();
    }
    Duration deadline = settings.config().bootDeadline();
    long at = trackings.of(machine.id()).since + deadline.toNanos();
    if (!step.now().reached(at)) {
      step.wakeAt(at);
    } else if (shownBooting(machine, at)) {
      if (machine.kept()) {
        return Optional.empty();
      }
      String reason = "it did not run within " + TimeSpan.rounded(deadline);
      launchFailures.failed(machine.id(), "machine " + machine.id() + ": " + reason);
      return Optional.of(reason);
    } else if (step.now().reached(at + deadline.toNanos())) {
      untold++;
    } else {
      step.wakeAt(at + deadline.toNanos());
    }
    return Optional.empty();
  }

  /**
   * Whether a look that cannot lag behind the deadline has shown that the machine does not run yet. That
   * time has passed proves nothing: a process that stood still, or could not list, knows only what was.
   */
  private boolean shownBooting(MachineRecord machine, long deadline) {
    long lag = settings.profile().listLag().toNanos();
    return trackings.of(machine.id()).bootingAt - (deadline + lag) >= 0;
  }

  /** Machines that have had twice their boot time and whose state is unknown: only a person may end them. */
  void alarmOnUnknownStates() {
    if (untold == 0) {
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.STATE);
    } else {
      alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.STATE,
          "the cloud has not reported the state of " + untold + " machines that should run by now;"
              + " they count, and the pool does not end them",
          step.wall());
    }
  }

  /**
   * Replaces machines that have been unhealthy for long enough, a few at once, and none while too many are. Where the
   * configuration asks for that, reboots each first, or only raises an alarm.
   *
   * @param end ends a machine for a reason
   */
  void replaceUnhealthy(BiConsumer<MachineRecord, String> end) {
    RemediationConfig remediation = settings.config().remediation();
    held = Optional.empty();
    if (!remediation.enabled()) {
      return;
    }
    int unhealthy = 0;
    for (MachineRecord machine : ledger.machines()) {
      unhealthy += isUnhealthy(machine) ? 1 : 0;
    }
    if (unhealthy == 0) {
      alarms.clear(Alarm.Code.MASS_UNHEALTHY);
      alarms.clear(Alarm.Code.UNHEALTHY);
      return;
    }
    if (remediation.response() == RemediationResponse.ALARM) {
      alarmOnUnhealthy(remediation.after());
      return;
    }
    int bearable = bearable(remediation, ledger.effective());
    if (unhealthy > bearable) {
      alarms.raise(
          Alarm.Code.MASS_UNHEALTHY, tooMany(unhealthy, ledger.effective(), bearable), step.wall());
      return;
    }
    alarms.clear(Alarm.Code.MASS_UNHEALTHY);
    DisruptionAccount.Draft draft = disruption.draft(DisruptionReason.REMEDIATION);
    for (MachineRecord machine : java.util.List.copyOf(ledger.machines())) {
      boolean spared = machine.isSpared() || ledger.actions().holds(machine.id());
      if (isUnhealthy(machine)
          && !spared
          && !trust.doubts(machine)
          && isDue(machine, remediation.after())
          && draft.take(machine)) {
        ledger.atom();
        if (remediation.response() != RemediationResponse.REBOOT
            || !reboots(machine, remediation)) {
          end.accept(
              machine.edit(edit -> edit.disruption = DisruptionReason.REMEDIATION),
              "it was unhealthy for " + TimeSpan.rounded(remediation.after()));
        }
      }
    }
    held = draft.hold();
  }

  private void alarmOnUnhealthy(Duration after) {
    int due = 0;
    for (MachineRecord machine : ledger.machines()) {
      due += isUnhealthy(machine) && isDue(machine, after) ? 1 : 0;
    }
    if (due == 0) {
      alarms.clear(Alarm.Code.UNHEALTHY);
      return;
    }
    alarms.raise(
        Alarm.Code.UNHEALTHY,
        due + (due == 1 ? " machine has" : " machines have") + " been unhealthy for "
            + TimeSpan.rounded(after) + "; the pool leaves "
            + (due == 1 ? "it" : "them") + " to a person",
        step.wall());
  }

  /** Has a machine rebooted, unless that was done lately or cannot be done; it then gets its time once more. */
  private boolean reboots(MachineRecord machine, RemediationConfig remediation) {
    if (isRebootedLately(machine, remediation, step.wall())
        || !actions.reboot(machine, remediation.after())) {
      return false;
    }
    ledger.put(machine.edit(edit -> edit.rebootedAt = step.wall()));
    trackings.of(machine.id()).unhealthySince = step.now().nanos();
    step.wakeAt(step.now().plus(remediation.after()));
    return true;
  }

  /** What holds back the replacement of UNHEALTHY machines, since this step. */
  public Optional<PoolPlan.Hold> held() {
    return held;
  }

  /**
   * Ends machines that are neither active nor to be kept, within the account of disruption.
   *
   * @param end ends a machine for a reason
   */
  void endDisposable(BiConsumer<MachineRecord, String> end) {
    DisruptionAccount.Draft draft = disruption.draft(DisruptionReason.REMEDIATION);
    for (MachineRecord machine : ledger.busyMachines()) {
      if (machine.disposable() && !ledger.actions().holds(machine.id()) && draft.take(machine)) {
        ledger.atom();
        end.accept(
            machine.edit(edit -> edit.disruption = DisruptionReason.REMEDIATION),
            MachineRecord.DISPOSED);
      }
    }
    if (held.isEmpty()) {
      held = draft.hold();
    }
  }

  private boolean isDue(MachineRecord machine, Duration after) {
    long at = trackings.of(machine.id()).unhealthySince + after.toNanos();
    if (step.now().reached(at)) {
      return true;
    }
    step.wakeAt(at);
    return false;
  }

  static boolean isUnhealthy(MachineRecord machine) {
    return machine.effective() && machine.serviceState() == ServiceState.UNHEALTHY;
  }

  /** With more UNHEALTHY machines than this, none is replaced. */
  static int bearable(RemediationConfig remediation, int effective) {
    return (int) Math.max(1, Math.floor(remediation.massUnhealthyShare() * effective));
  }

  /** That there are more, for people. */
  static String tooMany(int unhealthy, int effective, int bearable) {
    return unhealthy + " of " + effective
        + " machines are unhealthy; none is replaced until it is at most " + bearable;
  }

  /** Whether the last reboot of a machine that was UNHEALTHY is so recent that the next remedy is its end. */
  static boolean isRebootedLately(
      MachineRecord machine, RemediationConfig remediation, Instant now) {
    Instant before = machine.rebootedAt();
    return before != null && now.isBefore(before.plus(remediation.rebootWindow()));
  }
}
