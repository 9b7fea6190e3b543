package io.cloudadapter.core.keeper;

import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.HealthTrust;
import io.cloudadapter.core.keeper.state.MachineTrackings;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.HealthNote;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sets the service states of machines: as a caller asks, and as agents, load balancers, probes and the cloud report,
 * whose word counts less than a caller's. What a source other than an agent reports of many machines at once is not
 * trusted.
 */
final class ServiceStates {
  /** Within how many intervals all machines that fail at the same moment are found. */
  private static final int ROUND = 3;

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final MachineTrackings trackings;
  private final HealthTrust trust;
  private boolean begun;

  ServiceStates(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      MachineTrackings trackings,
      HealthTrust trust) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.trackings = trackings;
    this.trust = trust;
  }

  void onStep() {
    if (!begun) {
      withdraw();
    }
    begun = true;
    if (trust.isSuspended() && ledger.machines().stream().noneMatch(MachineRecord::effective)) {
      trust.beginAnew();
    }
  }

  /**
   * Keeps no machine UNHEALTHY by a source that does not stand by that any more: a source that the pool does not hear,
   * or that has shown nothing of the machine for too long. No report might ever set it right.
   */
  void withdraw() {
    for (MachineRecord machine : List.copyOf(ledger.machines())) {
      if (machine.status() == Status.LIVE
          && machine.serviceState() == ServiceState.UNHEALTHY
          && !trust.standsBy(machine)) {
        ledger.atom();
        apply(machine, ServiceState.UNKNOWN, null);
      }
    }
  }

  /** Sets what a caller asks for, or a notice of the cloud means. UNKNOWN leaves it to the other sources again. */
  void set(MachineRecord machine, ServiceState state) {
    apply(machine, state, null);
  }

  /** Takes reports; those about machines that do not stay change nothing. */
  void report(HealthSource source, List<HealthReport> reports) {
    boolean trusted = source == HealthSource.AGENT || isTrusted(source, reports);
    for (HealthReport report : reports) {
      ledger.atom();
      Optional<MachineRecord> machine = live(report).filter(known -> mayChange(known, source));
      if (machine.isPresent() && (trusted || report.verdict() == HealthVerdict.OK)) {
        take(machine.get(), source, report);
      }
    }
  }

  private Optional<MachineRecord> live(HealthReport report) {
    return ledger
        .machine(report.machine().value())
        .filter(machine -> machine.status() == Status.LIVE)
        .filter(machine -> machine.warm() == null || machine.waking());
  }

  /**
   * Whether a source may change the service state of a machine: what nothing has set yet, what no higher source has
   * set, and what a higher one does not stand by any more.
   */
  private boolean mayChange(MachineRecord machine, HealthSource source) {
    boolean unset = machine.serviceState() == ServiceState.UNKNOWN && machine.health() == null;
    return unset || !machine.serviceSource().outranks(source) || !trust.standsBy(machine);
  }

  private void take(MachineRecord machine, HealthSource source, HealthReport report) {
    HealthNote health = new HealthNote(source, report.reason());
    switch (report.verdict()) {
      case OK -> change(machine, ServiceState.IN_SERVICE, health);
      case BAD -> {
        if (!waitsAtHook(machine)) {
          change(machine, ServiceState.UNHEALTHY, health);
        }
      }
      case CANNOT_TELL -> {
        if (source == HealthSource.AGENT
            && machine.health() != null
            && machine.serviceSource() == HealthSource.AGENT) {
          apply(machine, ServiceState.UNKNOWN, null);
        }
      }
    }
  }

  /** A machine whose launch hooks are not over is not expected to serve. */
  private boolean waitsAtHook(MachineRecord machine) {
    LifecycleTransition pauses =
        machine.warm() == null ? LifecycleTransition.LAUNCH : LifecycleTransition.WAKE;
    return (machine.entering() || machine.warm() != null)
        && ledger.hooks().of(machine, pauses).stream().anyMatch(HookRecord::waiting);
  }

  /** The reason of an earlier report stands while the state and its source stay: a probe repeats itself. */
  private void change(MachineRecord machine, ServiceState state, HealthNote health) {
    if (machine.serviceState() == state
        && machine.health() != null
        && machine.serviceSource() == health.source()) {
      return;
    }
    apply(machine, state, health);
  }

  /**
   * Whether a source has a result for most machines, and turns few of those that were well, or are new, unhealthy at
   * once. If it does not, the fault is more likely its own, or that of the network between. A machine about which a
   * higher source has decided does not count.
   */
  private boolean isTrusted(HealthSource source, List<HealthReport> reports) {
    int probed = 0;
    int untold = 0;
    int turned = 0;
    for (HealthReport report : reports) {
      Optional<MachineRecord> machine =
          live(report).filter(MachineRecord::effective).filter(known -> mayChange(known, source));
      if (machine.isEmpty()) {
        continue;
      }
      probed++;
      untold += report.verdict() == HealthVerdict.CANNOT_TELL ? 1 : 0;
      turned += report.verdict() == HealthVerdict.BAD && wasWell(machine.get(), source) ? 1 : 0;
    }
    int bearable =
        (int) Math.max(1, Math.floor(settings.config().health().suspendShare() * probed));
    if (untold <= bearable && turned <= bearable) {
      trust.confirm(source);
      return true;
    }
    trust.doubt(
        source,
        name(source) + " "
            + (untold > bearable
                ? "cannot tell about " + untold + " of " + probed + " machines"
                : "turns " + turned + " of " + probed + " machines UNHEALTHY at once")
            + "; the pool does not trust it until that is at most " + bearable);
    return false;
  }

  private static String name(HealthSource source) {
    return switch (source) {
      case CALLER, AGENT, PROBE -> "the health probe";
      case LOAD_BALANCER -> "the load balancers' view";
      case CLOUD -> "the cloud's instance status";
    };
  }

  /**
   * Whether it is well or new, or the source has found it unhealthy just now: not all results of a round come together.
   * While the source is in doubt, what it has found just before goes on to count, as time alone clears no doubt.
   */
  private boolean wasWell(MachineRecord machine, HealthSource source) {
    if (machine.serviceState() != ServiceState.UNHEALTHY) {
      return machine.ran() && !waitsAtHook(machine);
    }
    Duration round = settings.config().health().interval().multipliedBy(ROUND);
    Instant since = machine.serviceSince();
    return machine.serviceSource() == source
        && since != null
        && trust.doubtedFrom(source).isBefore(since.plus(round));
  }

  private void apply(MachineRecord machine, ServiceState state, @Nullable HealthNote health) {
    if (machine.serviceState() == state && Objects.equals(machine.health(), health)) {
      return;
    }
    boolean changes = machine.serviceState() != state;
    boolean back = changes
        && machine.serviceState() == ServiceState.OUT_OF_SERVICE
        && machine.status() == Status.LIVE;
    if (changes) {
      trackings.of(machine.id()).unhealthySince = step.now().nanos();
    }
    ledger.put(machine.edit(edit -> {
      edit.serviceState = state;
      edit.health = health;
      if (changes) {
        edit.serviceSince = step.wall();
      }
    }));
    if (back && (machine.state().allocated() || machine.isWarm(WarmState.WAKING))) {
      ledger.put(ledger.pool().edit(edit -> edit.shrinkAllowance++));
    }
    if (changes
        && settings.relabel()
        && settings.config().mirrorServiceState()
        && !ledger.pool().restored()) {
      step.emit(new Effect.Label(machine.machineId(), Map.of("service-state", state.name())));
    }
  }
}
