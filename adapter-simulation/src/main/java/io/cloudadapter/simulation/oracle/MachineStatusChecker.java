package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.counts;
import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.VirtualTime;
import java.util.HashMap;
import java.util.Map;

/** Checks how the status of machines may change: none reopens (I9), and each ends for a reason that holds (I5, I12). */
final class MachineStatusChecker {
  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final MachineTimeChecker times;
  private final ResourceChecker resources;
  private final Map<String, Long> retiredAt = new HashMap<>();

  MachineStatusChecker(InvariantChecker judge, HostileCloud cloud, VirtualTime timeline) {
    this.judge = judge;
    this.cloud = cloud;
    this.resources = judge.resources;
    this.times = new MachineTimeChecker(judge, timeline);
  }

  void newLife() {
    times.newLife();
  }

  /** Returns when the end of a machine was decided; the beginning of time if that was not observed. */
  long retiredAt(String id) {
    return retiredAt.getOrDefault(id, 0L);
  }

  /** A machine is in the ledger for the first time. */
  void joins(MachineRecord now) {
    rule(
        now.made() || now.remark() || now.status() != Status.LIVE,
        "I7",
        () -> "without having been launched, attached or made by its group joins " + now);
    rule(
        !(now.made() && now.status() == Status.LIVE && now.ran())
            || now.entering() == entrance(now),
        "I7",
        () -> "around its hooks enters " + now);
  }

  /** A machine's record changed. Returns whether it is decided here that the machine ends as surplus. */
  boolean changes(String id, MachineRecord before, MachineRecord now) {
    boolean launched = now.made() && now.status() == Status.LIVE;
    if (launched && now.ran() && !before.ran()) {
      rule(now.entering() == entrance(now), "I7", () -> "around its hooks enters " + now);
    }
    if (launched && before.entering() && !now.entering() && before.warm() == null) {
      judge.pauses.passes(now);
      resources.enters(now);
      judge.health.enters(now);
    }
    return before.status() != now.status() && moved(id, before, now);
  }

  private boolean entrance(MachineRecord machine) {
    boolean cold = machine.warm() == null;
    return cloud.resources.exist()
        || (cold && judge.config().health().beforeService())
        || (cold
            && judge.config().hooks().stream()
                .anyMatch(hook -> hook.transition() == LifecycleTransition.LAUNCH));
  }

  private boolean moved(String id, MachineRecord before, MachineRecord now) {
    Status from = before.status();
    Status to = now.status();
    boolean anew = now.generation() == before.generation() + 1
        && (to == Status.RETIRING || to == Status.ATTACHING || to == Status.QUARANTINED);
    rule(!from.terminal() || anew, "I9", "machine " + id + " reopened from " + from + " to " + to);
    rule(
        from != Status.DELETING || to == Status.GONE,
        "I9",
        "machine " + id + " went from DELETING to " + to);
    judge.joined += from == Status.ATTACHING && to == Status.LIVE ? 1 : 0;
    judge.strays.moved(id, from, now);
    judge.attachKeys.moved(id, from, to);
    boolean asked = String.valueOf(now.reason()).equals("it was detached");
    if (from == Status.RETIRING && !asked && (to == Status.DELETING || to == Status.DETACHING)) {
      times.hasHadItsTime(now, retiredAt.getOrDefault(id, Long.MIN_VALUE));
    }
    if (to == Status.DELETING) {
      rule(now.reason() != null, "I5", "machine " + id + " is deleted for no reason");
      rule(!now.released(), "I5", "machine " + id + " was to live on, but is deleted");
      times.ends(now);
      judge.pauses.passes(now);
    }
    keeps(before, now);
    if (to != Status.RETIRING) {
      return false;
    }
    String reason = String.valueOf(now.reason());
    if (reason.startsWith("it did not run within")) {
      // An older machine's age is known by the wall clock only, which may have jumped meanwhile.
      cloud.machine(id).filter(m -> m.born >= judge.lifeBegan()).ifPresent(times::givenUp);
    }
    if (reason.startsWith(RefreshRecord.REASON)) {
      judge.refreshes.takesOut(before);
    }
    judge.disruptions.takesOut(before, now);
    if (reason.startsWith("it was unhealthy") || reason.startsWith("it turned out unhealthy")) {
      judge.health.replaces(before);
    }
    rule(
        !reason.equals(MachineRecord.DISPOSED) || (before.inactive() && !before.isProtected()),
        "I19",
        () -> "not disposable was " + before + ", and now it is " + now);
    boolean surplus = reason.startsWith(InvariantChecker.SURPLUS);
    judge.shrunk += surplus && now.byCommand() ? 1 : 0;
    retiredAt.put(id, judge.decidedAt());
    rule(
        !surplus || (!before.isProtected() && counts(before)),
        "I5",
        "machine " + id + " ended as surplus, protected " + before.isProtected() + ", service "
            + before.serviceState());
    rule(
        !surplus || !judge.undertakings.holds(id),
        "I12",
        "machine " + id + " ended as surplus in the middle of an action");
    return surplus;
  }

  /** A member that is to be kept ends, or is detached, by nothing but the cloud and the deletion of its pool. */
  private static void keeps(MachineRecord before, MachineRecord now) {
    Status from = before.status();
    boolean stayed = from == Status.LIVE
        || from == Status.PRESUMED_GONE
        || (from == Status.GONE && before.closedAt() == null);
    boolean goes = now.status() == Status.RETIRING || now.status() == Status.DETACHING;
    String reason = String.valueOf(now.reason());
    rule(
        !stayed
            || !goes
            || !before.kept()
            || reason.equals("its pool is deleted")
            || isTaken(reason),
        "I19",
        () -> "not evictable was " + before + ", and now it is " + now);
  }

  private static boolean isTaken(String reason) {
    return reason.startsWith("the cloud takes it back") || reason.equals("its group ends it");
  }

  /** Whether the next end without a command waits for the hour's budget. */
  boolean isBudgetOfEndsSpent() {
    return times.isBudgetSpent();
  }
}
