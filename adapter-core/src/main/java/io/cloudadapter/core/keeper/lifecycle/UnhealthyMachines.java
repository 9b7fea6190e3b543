package io.cloudadapter.core.keeper.lifecycle;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.health.UnhealthyMachine;
import io.cloudadapter.api.health.UnhealthyMachine.Remedy;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.RemediationResponse;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.DisruptionAccount;
import io.cloudadapter.core.keeper.state.HealthTrust;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shows the UNHEALTHY machines of a pool, each with what the {@link Remediator} does about it and what keeps the pool
 * from that. It decides nothing.
 */
public final class UnhealthyMachines {
  private final RemediationConfig remediation;
  private final Ledger ledger;
  private final CurrentStep step;
  private final MachineTrackings trackings;
  private final DisruptionAccount disruption;
  private final HealthTrust trust;

  public UnhealthyMachines(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      MachineTrackings trackings,
      DisruptionAccount disruption,
      HealthTrust trust) {
    this.remediation = settings.config().remediation();
    this.ledger = ledger;
    this.step = step;
    this.trackings = trackings;
    this.disruption = disruption;
    this.trust = trust;
  }

  /**
   * All that count, in the order in which the pool looks at them.
   *
   * @param notActing why the pool changes nothing at present; empty if it acts
   * @param hears whether this keeper hears the sources of health; one that only answers questions does not
   */
  public List<UnhealthyMachine> all(Optional<PoolPlan.Hold> notActing, boolean hears) {
    List<MachineRecord> unhealthy =
        ledger.machines().stream().filter(Remediator::isUnhealthy).toList();
    if (unhealthy.isEmpty()) {
      return List.of();
    }
    Optional<PoolPlan.Hold> common =
        noRemedy().or(() -> notActing).or(() -> tooMany(unhealthy.size()));
    DisruptionAccount.Draft draft = disruption.draft(DisruptionReason.REMEDIATION);
    List<UnhealthyMachine> all = new ArrayList<>();
    for (MachineRecord machine : unhealthy) {
      long due = hears ? dueHere(machine) : dueByRecord(machine);
      Optional<PoolPlan.Hold> hold = common
          .or(() -> spared(machine))
          .or(() -> hears ? doubted(machine) : Optional.empty())
          .or(() -> limited(machine, due, draft));
      Remedy remedy = remedy(machine);
      all.add(new UnhealthyMachine(
          machine.machineId(),
          health(machine),
          Optional.ofNullable(machine.serviceSince()).map(at -> at.truncatedTo(ChronoUnit.SECONDS)),
          remedy,
          remedy == Remedy.NONE ? Optional.empty() : Optional.of(step.now().wallAt(due)),
          hold));
    }
    return all;
  }

  private static MachineHealth health(MachineRecord machine) {
    MachineRecord.HealthNote note = machine.health();
    return new MachineHealth(machine.serviceSource(), note == null ? "" : note.reason());
  }

  private Remedy remedy(MachineRecord machine) {
    if (noRemedy().isPresent()) {
      return Remedy.NONE;
    }
    return remediation.response() == RemediationResponse.REBOOT
            && !Remediator.isRebootedLately(machine, remediation, step.wall())
        ? Remedy.REBOOT
        : Remedy.REPLACE;
  }

  /** That the configuration leaves UNHEALTHY machines to a person. */
  private Optional<PoolPlan.Hold> noRemedy() {
    if (!remediation.enabled()) {
      return hold(Alarm.Code.UNHEALTHY, "remediation.enabled is false");
    }
    return remediation.response() == RemediationResponse.ALARM
        ? hold(Alarm.Code.UNHEALTHY, "remediation.response is alarm")
        : Optional.empty();
  }

  private Optional<PoolPlan.Hold> tooMany(int unhealthy) {
    int bearable = Remediator.bearable(remediation, ledger.effective());
    return unhealthy > bearable
        ? hold(
            Alarm.Code.MASS_UNHEALTHY, Remediator.tooMany(unhealthy, ledger.effective(), bearable))
        : Optional.empty();
  }

  private Optional<PoolPlan.Hold> spared(MachineRecord machine) {
    if (machine.isProtected()) {
      return hold(Alarm.Code.PROTECTED, "it is protected");
    }
    if (machine.kept()) {
      return hold(Alarm.Code.PROTECTED, "it is not evictable by its membership status");
    }
    return ledger.actions().holds(machine.id())
        ? hold(Alarm.Code.RATE_LIMITED, "an action of it is under way")
        : Optional.empty();
  }

  private Optional<PoolPlan.Hold> doubted(MachineRecord machine) {
    return trust.doubts(machine)
        ? hold(
            Alarm.Code.PROBES_SUSPENDED,
            "the pool does not trust the source " + machine.serviceSource().word()
                + " at present: its verdicts are in doubt, or it has not confirmed this one yet")
        : Optional.empty();
  }

  /** What the account of disruption holds back: a machine that is due, or any machine for as long as a limit is 0. */
  private Optional<PoolPlan.Hold> limited(
      MachineRecord machine, long due, DisruptionAccount.Draft draft) {
    boolean isHeld = step.now().reached(due)
        ? !draft.take(machine)
        : disruption.barred(DisruptionReason.REMEDIATION).isPresent() && !draft.permits(machine);
    return isHeld ? draft.hold() : Optional.empty();
  }

  /** When it will have been UNHEALTHY for long enough by its record. */
  private long dueByRecord(MachineRecord machine) {
    Instant since = machine.serviceSince();
    return since == null
        ? dueHere(machine)
        : step.now().plus(Duration.between(step.wall(), since.plus(remediation.after())));
  }

  /** When it will have been UNHEALTHY for long enough, as far as this keeper remembers. */
  private long dueHere(MachineRecord machine) {
    long since =
        trackings.find(machine.id()).map(track -> track.unhealthySince).orElseGet(step::startedAt);
    return since + remediation.after().toNanos();
  }

  private static Optional<PoolPlan.Hold> hold(Alarm.Code code, String reason) {
    return Optional.of(new PoolPlan.Hold(code, reason, Optional.empty()));
  }
}
