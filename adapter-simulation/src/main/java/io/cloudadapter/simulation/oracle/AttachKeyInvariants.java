package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges the idempotency keys of attaches: when a machine joins, each key under which that was asked for is kept, also
 * if another process than the one that was asked completes the attach.
 */
final class AttachKeyInvariants {
  private final InvariantChecker judge;
  private final Map<String, Set<String>> keys = new HashMap<>();
  private final Map<CommandSender, String> machines = new HashMap<>();
  private final Set<String> joined = new HashSet<>();

  AttachKeyInvariants(InvariantChecker judge) {
    this.judge = judge;
  }

  /** A step is durable as a whole: who was refused may ask anew, who was not answered waits. */
  void answered(List<Event.Asked> unanswered, Set<CommandSender> refused) {
    for (CommandSender caller : refused) {
      String machine = machines.remove(caller);
      if (machine != null) {
        keys.remove(machine);
      }
    }
    for (Event.Asked asked : unanswered) {
      if (asked.command() instanceof Command.Attach attach) {
        String machine = attach.machine().value();
        asked.caller().idempotencyKey().ifPresent(key -> {
          keys.computeIfAbsent(machine, id -> new HashSet<>()).add(key);
          machines.put(asked.caller(), machine);
        });
      }
    }
  }

  /** The status of a recorded machine has changed. */
  void moved(String id, Status from, Status to) {
    if (from == Status.ATTACHING && to == Status.LIVE) {
      joined.add(id);
    } else if (from == Status.ATTACHING) {
      keys.remove(id);
    }
  }

  /** An atom has become durable. */
  void durable() {
    for (String id : joined) {
      Set<String> asked = keys.remove(id);
      if (asked != null) {
        asked.forEach(key -> rule(
            judge.replied(key),
            "I6",
            () -> "machine " + id + " is attached, and the answer under " + key + " is not kept"));
      }
    }
    joined.clear();
  }

  /** Another process goes on: an attach that was not written down is forgotten, and so are those who wait. */
  void newLife() {
    machines.clear();
    keys.keySet().removeIf(id -> {
      MachineRecord machine = judge.machine(id);
      return machine == null || machine.status() != Status.ATTACHING;
    });
  }
}
