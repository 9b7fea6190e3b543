package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionWindow;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RefreshRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the account of disruption (I18): what the pool takes out of service by itself is within the limits of that
 * moment, by the ledger and by what is true of the cloud, and begins in a window.
 */
final class DisruptionChecker {
  private static final String RULE = "I18";

  private final InvariantChecker judge;
  private final Map<String, DisruptionReason> reasons = new HashMap<>();

  DisruptionChecker(InvariantChecker judge) {
    this.judge = judge;
  }

  /** It is decided that a machine goes; the records of the pool and of the other machines are those before. */
  void takesOut(MachineRecord before, MachineRecord now) {
    Optional<DisruptionReason> reason = reason(now);
    reasons.remove(now.id());
    if (reason.isEmpty() || before.status() != Status.LIVE || before.warm() != null) {
      return;
    }
    reasons.put(now.id(), reason.get());
    rule(
        now.disruption() == reason.get(),
        RULE,
        () -> now.id() + " is taken out as " + reason.get() + ", its debit is " + now);
    within(reason.get(), before, 0);
    rule(
        isOpen(reason.get())
            || (reason.get() == DisruptionReason.LIFETIME
                && judge.refreshes.ages().isPastHardLifetime(before)),
        RULE,
        () -> now.id() + " is taken out as " + reason.get() + " at " + judge.decidedWall()
            + ", outside of " + config().windows());
  }

  /** An action begins to disrupt its machine. */
  void begins(String machine) {
    MachineRecord before = judge.machine(machine);
    if (before != null && before.status() == Status.LIVE) {
      within(DisruptionReason.ACTION, before, 1);
    }
  }

  private void within(DisruptionReason reason, MachineRecord machine, int beginning) {
    int desired = judge.desired();
    int disrupting = judge.undertakings.disrupting() + beginning;
    int ofReason = reason == DisruptionReason.ACTION ? disrupting : 0;
    int debits = disrupting;
    int serving = 0;
    for (MachineRecord other : judge.present()) {
      boolean leaves = other.status() == Status.RETIRING || other.status() == Status.DELETING;
      debits += leaves && served(other) ? 1 : 0;
      ofReason += leaves && reasons.get(other.id()) == reason ? 1 : 0;
      serving += judge.refreshes.serves(other) ? 1 : 0;
    }
    int counted = ofReason;
    config()
        .limit(reason, judge.config().maxSize())
        .ifPresent(limit -> rule(
            counted <= limit.of(desired),
            RULE,
            () -> machine.id() + " is taken out as " + reason + ", and " + counted
                + " are unavailable for it, allowed are " + limit));
    if (beginning == 0 && !served(machine)) {
      return; // It costs no availability.
    }
    int all = debits;
    int left = serving - (beginning > 0 && judge.refreshes.serves(machine) ? 1 : 0);
    boolean sound = judge.refreshes.servesWhileLive(machine);
    int wanted = desired + judge.headroom();
    config()
        .maxUnavailable()
        .ifPresent(limit -> rule(
            all <= limit.of(desired) && (!sound || wanted - left <= limit.of(desired)),
            RULE,
            () -> machine.id() + " is taken out as " + reason + "; " + all
                + " are on their way out, " + left + " serve, wanted are " + wanted
                + ", allowed are " + limit));
  }

  /** Whether the windows permit work of a reason to begin. */
  boolean isOpen(DisruptionReason reason) {
    return config().windows().byName().isEmpty()
        || !DisruptionWindow.HELD.contains(reason)
        || config().windows().state(reason, judge.decidedWall()).open();
  }

  private DisruptionConfig config() {
    return judge.config().disruption();
  }

  private static boolean served(MachineRecord machine) {
    return machine.ran()
        && !machine.entering()
        && machine.warm() == null
        && machine.serviceState() != ServiceState.OUT_OF_SERVICE;
  }

  /** Why the pool takes a machine out by itself; empty if a caller or the cloud does. */
  private Optional<DisruptionReason> reason(MachineRecord now) {
    String why = String.valueOf(now.reason());
    if (why.startsWith(RefreshRecord.REASON)) {
      return Optional.of(
          why.endsWith("it drifts")
              ? DisruptionReason.DRIFT
              : why.endsWith("its greatest age")
                  ? DisruptionReason.LIFETIME
                  : DisruptionReason.REFRESH);
    } else if (why.startsWith("it was unhealthy") || why.equals(MachineRecord.DISPOSED)) {
      return Optional.of(DisruptionReason.REMEDIATION);
    }
    boolean asked = judge.pool().filter(DisruptionChecker::hasAsked).isPresent();
    return why.startsWith(InvariantChecker.SURPLUS) && !asked
        ? Optional.of(DisruptionReason.SHRINK)
        : Optional.empty();
  }

  /** Whether callers have asked for fewer machines, and not all of these have gone. */
  private static boolean hasAsked(PoolRecord pool) {
    return pool.shrinkAllowance() > pool.automaticShrink();
  }
}
