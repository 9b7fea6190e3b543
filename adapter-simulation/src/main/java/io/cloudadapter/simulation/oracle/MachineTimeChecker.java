package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.simulation.cloud.CloudMachine;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Checks when machines end: not before the time that they were given or have to start (I11, I5), and without a command
 * no more within an hour than the pace allows (I10).
 */
final class MachineTimeChecker {
  private static final long HOUR = 3600 * SeededRandom.SECOND;

  private final InvariantChecker judge;
  private final VirtualTime timeline;
  private final Deque<Long> ends = new ArrayDeque<>();

  MachineTimeChecker(InvariantChecker judge, VirtualTime timeline) {
    this.judge = judge;
    this.timeline = timeline;
  }

  void newLife() {
    ends.clear();
  }

  /** A machine that was given some time goes when that is over (I11). */
  void hasHadItsTime(MachineRecord machine, long retired) {
    if (machine.goesAt() != null && retired >= judge.lifeBegan()) {
      Duration grace = judge.config().scaling().deletion().orElseThrow().gracePeriod();
      rule(
          judge.decidedAt() - retired >= grace.toNanos(),
          "I11",
          "machine " + machine.id() + " had " + grace + ", and goes after "
              + (judge.decidedAt() - retired) / SeededRandom.SECOND + " s");
    }
  }

  /** A machine that is given up has had its time, and did not run when that was over (I11, I5). */
  void givenUp(CloudMachine machine) {
    long deadline = machine.born + judge.config().bootDeadline().toNanos();
    rule(timeline.nanos() >= deadline, "I11", "machine " + machine.id + " was given up too early");
    rule(
        machine.ranAt() < 0 || machine.ranAt() > deadline,
        "I5",
        "machine " + machine.id + " was given up, but runs");
  }

  /**
   * Ends without a command stay within the hour's budget (I10), by when they are decided: a process that
   * stands still before it writes one down cannot know how long.
   */
  void ends(MachineRecord machine) {
    if (machine.byCommand()) {
      return;
    }
    ends.addLast(judge.decidedAt());
    forgetBefore(judge.decidedAt() - HOUR);
    rule(
        ends.size() <= judge.config().terminationsPerHour(),
        "I10",
        ends.size() + " machines ended within an hour without a command");
  }

  private void forgetBefore(long hourAgo) {
    while (!ends.isEmpty() && ends.getFirst() <= hourAgo) {
      ends.removeFirst();
    }
  }

  /** Whether the next end without a command waits until an earlier one is an hour old. */
  boolean isBudgetSpent() {
    forgetBefore(timeline.nanos() - HOUR);
    return ends.size() >= judge.config().terminationsPerHour();
  }
}
