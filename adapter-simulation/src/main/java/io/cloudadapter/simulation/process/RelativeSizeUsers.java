package io.cloudadapter.simulation.process;

import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import java.util.Optional;
import java.util.function.Consumer;

/** Users who change the desired size by a number of machines, as Cluster Autoscaler does. */
public final class RelativeSizeUsers {
  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final Consumer<Event> pool;

  public RelativeSizeUsers(SeededRandom dice, InvariantChecker judge, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.pool = pool;
  }

  public void happen() {
    int machines = dice.upTo(Math.max(1, judge.config().maxSize() / 2));
    Command command = dice.chance(0.6)
        ? new Command.IncreaseDesiredSize(machines)
        : new Command.CancelLaunches(machines);
    pool.accept(new Event.Asked(command, CommandSender.under(Optional.empty())));
  }
}
