package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.simulation.cloud.CloudMachine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Judges what becomes of machines in quarantine: each leaves it only by a person's decision about it, or because it
 * has ended; an adopted one counts; one that was disowned lives on for ever; one that was terminated ends.
 */
final class QuarantineInvariants {
  private final InvariantChecker judge;

  /** Decisions of the present step. */
  private final Map<String, QuarantineDecision> decided = new HashMap<>();

  private final Set<String> ended = new HashSet<>();
  private final Set<String> disowned = new HashSet<>();
  private boolean adopted;

  QuarantineInvariants(InvariantChecker judge) {
    this.judge = judge;
  }

  /** A step accepts a decision about a machine that is in quarantine. */
  void decided(String id, QuarantineDecision decision) {
    decided.put(id, decision);
  }

  /** The desired size that a step makes durable together with an adoption, if it changes it. */
  OptionalInt sizeAfterAdoption(String id, StepResult step) {
    String key = Keeper.prefix(judge.config()) + "pool";
    for (Map<String, Optional<byte[]>> atom : step.atoms()) {
      if (judge.written(id, atom).filter(now -> now.status() == Status.LIVE).isPresent()) {
        return atom.getOrDefault(key, Optional.empty())
            .map(bytes ->
                OptionalInt.of(RecordCodec.read(key, bytes, PoolRecord.class).desired()))
            .orElseGet(OptionalInt::empty);
      }
    }
    return OptionalInt.empty();
  }

  /** The status of a recorded machine has changed. */
  void moved(String id, Status from, MachineRecord now) {
    if (now.status() == Status.QUARANTINED) {
      ended.remove(id);
      disowned.remove(id);
    }
    if (from != Status.QUARANTINED || now.status() == Status.GONE) {
      return;
    }
    QuarantineDecision decision = decided.get(id);
    Status due = decision == null
        ? Status.QUARANTINED
        : switch (decision) {
          case ADOPT -> Status.LIVE;
          case DISOWN -> Status.DETACHED;
          case TERMINATE -> Status.RETIRING;
        };
    rule(
        now.status() == due,
        "I5",
        () -> "machine " + id + " went from quarantine to " + now.status() + ", decided was "
            + decision);
    switch (now.status()) {
      case LIVE -> adopted = true;
      case DETACHED -> disowned.add(id);
      default -> ended.add(id);
    }
  }

  /**
   * An atom has become durable: an adopted machine fills a gap, also of the headroom, or else the desired size grows by
   * it. Launches that the cloud has not heard of make room.
   */
  void durable(int desiredBefore) {
    if (!adopted) {
      return;
    }
    adopted = false;
    int certain = judge.effective() + judge.open();
    for (LaunchRecord launch : judge.unresolved()) {
      certain -= launch.status() == LaunchRecord.Status.PLANNED ? launch.open() : 0;
    }
    int above = Math.max(0, Math.min(certain - desiredBefore, judge.headroom(desiredBefore)));
    int due = Math.max(desiredBefore, certain - above);
    rule(
        judge.desired() == due,
        "I6",
        "a machine was adopted, desired went from " + desiredBefore + " to " + judge.desired()
            + ", not to " + due);
    rule(
        due == desiredBefore || due <= judge.most(),
        "limits",
        "a machine was adopted, " + due + " are above the most of " + judge.most());
  }

  /** A step has been made durable: what it has accepted is so. */
  void compare(List<Event.Asked> accepted, boolean whole) {
    decided.clear();
    if (!whole) {
      return;
    }
    for (Event.Asked asked : accepted) {
      if (asked.command() instanceof Command.Settle settle) {
        MachineRecord machine = judge.machine(settle.machine().value());
        rule(
            machine != null && done(settle.decision(), machine),
            "I6",
            () -> settle + " was accepted, but durable is " + machine);
      }
    }
  }

  private static boolean done(QuarantineDecision decision, MachineRecord machine) {
    Status status = machine.status();
    return switch (decision) {
      case ADOPT -> status != Status.QUARANTINED && status != Status.ATTACHING;
      case DISOWN -> status == Status.DETACHED;
      case TERMINATE ->
        status == Status.RETIRING
            || status == Status.DELETING
            || status == Status.GONE
            // A later command of the same step may spare it.
            || String.valueOf(machine.reason()).equals("it was detached");
    };
  }

  /** Whether a person has decided to end this machine in quarantine. */
  boolean ended(String id) {
    return ended.contains(id);
  }

  /** Whether a machine that no launch of this pool made is where it may stay. */
  boolean placed(CloudMachine machine, MachineRecord record) {
    boolean returned = record.status() == Status.QUARANTINED && record.acknowledged();
    if (machine.key != null && returned) {
      return true; // It was to be kept, and no person is there to decide.
    }
    boolean stray = machine.key == null
        && machine.truth().marks.filter(m -> m.key().isPresent()).isPresent();
    return stray
        && (record.status() == Status.QUARANTINED
            || (record.status() == Status.DETACHED && disowned.contains(record.id())));
  }
}
