package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.cloud.CloudMachine;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.SeededRandom;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A cloud that takes machines back: it announces that two minutes before, or too late, or twice, or never does it. */
public final class SpotReclamation {
  private static final long NOTICE = 120 * SECOND;

  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final Consumer<Event> pool;

  public SpotReclamation(
      SeededRandom dice, InvariantChecker judge, HostileCloud cloud, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.cloud = cloud;
    this.pool = pool;
  }

  public void ask() {
    List<CloudMachine> there = judge.present().stream()
        .map(MachineRecord::id)
        .flatMap(id -> cloud.machine(id).stream())
        .filter(CloudMachine::alive)
        .toList();
    if (there.isEmpty() || !dice.chance(0.3)) {
      return;
    }
    CloudMachine machine = dice.pick(there);
    cloud.chronicle.tell("cloud", () -> "takes " + machine.id + " back");
    int times = dice.between(0, 9) < 8 ? 1 : 2;
    for (int i = 0; i < times; i++) {
      cloud.timeline.after(
          dice.chance(0.8) ? 0 : dice.between(0, 2 * NOTICE),
          () -> pool.accept(new Event.Asked(
              new Command.ReclaimNotice(machine.id, Optional.empty(), false),
              CommandSender.under(Optional.empty()))));
    }
    if (dice.chance(0.9)) {
      cloud.timeline.after(NOTICE, () -> cloud.die(machine));
    }
  }
}
