package io.cloudadapter.simulation.process;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.EventTrace;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The pool's users: ask for this and that, often twice, and sometimes for nonsense. */
public final class RandomUsers {
  /** How many of its commands it may ask again. */
  private static final int REMEMBERED = 5;

  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final EventTrace chronicle;
  private final Consumer<Event> pool;
  private final List<String> outside = new ArrayList<>();
  private final List<Event.Asked> asked = new ArrayList<>();
  private int keys;

  public RandomUsers(
      SeededRandom dice,
      InvariantChecker judge,
      HostileCloud cloud,
      EventTrace chronicle,
      Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.cloud = cloud;
    this.chronicle = chronicle;
    this.pool = pool;
    for (int i = dice.upTo(3); i > 0; i--) {
      outside.add(outsider("out", Optional.empty()));
    }
    if (dice.chance(0.3)) {
      outside.add(outsider("other", Optional.of(marks("elsewhere", "1"))));
    }
    if (dice.chance(0.1)) {
      outside.add(outsider("foreign", Optional.of(marks(name(), "2"))));
    }
  }

  private static OwnershipMarks marks(String pool, String life) {
    return new OwnershipMarks(
        new io.cloudadapter.api.PoolName(pool),
        new PoolIncarnation(life.repeat(27)),
        Optional.empty());
  }

  /** Makes a machine by other means; without marks, or with theirs. */
  private String outsider(String kind, Optional<OwnershipMarks> marks) {
    return cloud
        .add(kind, null, Optional.empty(), MachineState.RUNNING, marks)
        .id
        .value();
  }

  private String name() {
    return judge.config().name().value();
  }

  public void ask() {
    if (!asked.isEmpty() && dice.chance(0.15)) {
      Event.Asked before = dice.pick(asked);
      ask(before.command(), before.caller().idempotencyKey());
      return;
    }
    Optional<String> key = dice.chance(0.3) ? Optional.of("key-" + keys++) : Optional.empty();
    ask(command(), key);
  }

  /** A person who sees to it that the pool can work. */
  public void attend() {
    PoolRecord state = judge.pool().orElse(null);
    if (state != null && state.phase() == PoolRecord.Phase.OBSERVING) {
      ask(dice.chance(0.5) ? new Command.Adopt() : new Command.Disown(), Optional.empty());
    } else if (state != null && state.frozen() != null) {
      ask(new Command.Thaw(), Optional.empty());
    }
  }

  private void ask(Command command, Optional<String> key) {
    Event.Asked event = new Event.Asked(command, CommandSender.under(key));
    asked.add(event);
    if (asked.size() > REMEMBERED) {
      asked.remove(0);
    }
    chronicle.tell("user", () -> "asks " + command + key.map(k -> " under " + k).orElse(""));
    pool.accept(event);
  }

  private Command command() {
    int lot = dice.upTo(99);
    if (lot < 35) {
      return new Command.SetDesiredSize(size());
    } else if (lot < 60) {
      return new Command.Terminate(anybody(), dice.chance(0.5));
    } else if (lot < 75) {
      return new Command.SetServiceState(anybody(), dice.pick(List.of(ServiceState.values())));
    } else if (lot < 82) {
      return new Command.Detach(anybody(), dice.chance(0.5));
    } else if (lot < 90) {
      return new Command.Attach(outside.isEmpty() || dice.chance(0.3) ? anything() : stranger());
    } else if (lot < 96) {
      return new Command.Protect(anybody(), dice.chance(0.5));
    } else if (lot < 97) {
      outsider("foreign", Optional.of(marks(name(), "3")));
      return new Command.Thaw();
    } else {
      return dice.pick(List.of(new Command.Thaw(), new Command.Adopt(), new Command.Disown()));
    }
  }

  private int size() {
    int lot = dice.upTo(9);
    int maxSize = judge.config().maxSize();
    return switch (lot) {
      case 0 -> 0;
      case 1 -> maxSize;
      case 2 -> maxSize + 1;
      case 3 -> -1;
      case 4 -> Math.min(maxSize, judge.desired() + 1);
      case 5 -> Math.max(0, judge.desired() - 1);
      default -> dice.upTo(maxSize);
    };
  }

  private MachineId stranger() {
    return new MachineId(dice.pick(outside));
  }

  /** Returns any machine of the cloud, those in the pool's ledger included. */
  private MachineId anything() {
    List<MachineId> ids = new ArrayList<>(cloud.listed().stream()
        .filter(machine -> machine.alive() || dice.chance(0.1))
        .map(machine -> machine.id)
        .toList());
    ids.add(anybody());
    return dice.pick(ids);
  }

  private MachineId anybody() {
    List<String> ids = new ArrayList<>();
    judge.present().forEach(machine -> ids.add(machine.id()));
    for (MachineRecord machine : judge.ended()) {
      if (dice.chance(0.05)) {
        ids.add(machine.id());
      }
    }
    for (LaunchRecord launch : judge.unresolved()) {
      ids.add("req-" + launch.key() + "-" + dice.upTo(launch.k() - 1));
    }
    ids.add("n-none");
    return new MachineId(dice.pick(ids));
  }
}
