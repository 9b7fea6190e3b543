package io.cloudadapter.simulation.process;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Machines that carry the pool's mark and are not in its ledger, as a restored copy leaves them, and the users who
 * decide about each: twice, too late, about the wrong one, and under keys that they have used before.
 */
public final class QuarantineUsers {
  /** More would leave no room for the pool's own. */
  private static final int AT_ONCE = 3;

  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final Consumer<Event> pool;
  private final List<Event.Asked> asked = new ArrayList<>();
  private int made;
  private int keys;

  public QuarantineUsers(
      SeededRandom dice, InvariantChecker judge, HostileCloud cloud, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.cloud = cloud;
    this.pool = pool;
  }

  public void happen() {
    if (held().size() < AT_ONCE && dice.chance(0.3)) {
      appear();
    } else if (!asked.isEmpty() && dice.chance(0.15)) {
      Event.Asked before = dice.pick(asked);
      ask(before.command(), before.caller().idempotencyKey());
    } else {
      decide(dice.pick(named()));
    }
  }

  /** A person settles what holds launches, also when the storm is over. */
  public void attend() {
    judge.present().stream()
        .filter(machine -> machine.status() == Status.QUARANTINED
            && machine.key() != null
            && !machine.acknowledged())
        .map(MachineRecord::id)
        .toList()
        .forEach(this::decide);
  }

  /** A machine of this life under a key that is in no ledger, or one of another life. */
  private void appear() {
    Optional<PoolIncarnation> ours = judge
        .pool()
        .map(record -> new PoolIncarnation(record.incarnation()))
        .filter(i -> dice.chance(0.7));
    OwnershipMarks marks = new OwnershipMarks(
        judge.config().name(),
        ours.orElseGet(() -> new PoolIncarnation("4".repeat(27))),
        ours.map(i -> new LaunchKey("stray%022d".formatted(made++))));
    cloud.add("stray", null, Optional.empty(), MachineState.RUNNING, Optional.of(marks));
  }

  private List<String> held() {
    return judge.present().stream()
        .filter(machine -> machine.status() == Status.QUARANTINED)
        .map(MachineRecord::id)
        .toList();
  }

  /** Mostly one in quarantine; at times a member, one that has been settled, or none at all. */
  private List<String> named() {
    List<String> held = held();
    if (!held.isEmpty() && dice.chance(0.8)) {
      return held;
    }
    List<String> ids = new ArrayList<>(List.of("unknown"));
    judge.present().forEach(machine -> ids.add(machine.id()));
    judge.ended().stream()
        .filter(machine -> machine.id().startsWith("stray"))
        .forEach(machine -> ids.add(machine.id()));
    return ids;
  }

  private void decide(String id) {
    Optional<String> key = dice.chance(0.3) ? Optional.of("settle-" + keys++) : Optional.empty();
    QuarantineDecision decision = dice.pick(List.of(QuarantineDecision.values()));
    ask(new Command.Settle(new MachineId(id), decision), key);
  }

  private void ask(Command command, Optional<String> key) {
    Event.Asked event = new Event.Asked(command, CommandSender.under(key));
    asked.add(event);
    if (asked.size() > AT_ONCE) {
      asked.remove(0);
    }
    cloud.chronicle.tell(
        "user", () -> "asks " + command + key.map(k -> " under " + k).orElse(""));
    pool.accept(event);
  }
}
