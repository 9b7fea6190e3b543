package io.cloudadapter.simulation.process;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;
import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult.Stay;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.cloud.GroupBehavior;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Handles the machines that wait in one pool's group, as the pool decides, sometimes late; and checks the pool's
 * decisions. The group ends members without a request now and then.
 */
public final class GroupHookResponder {
  private static final long LONGEST_GAP = 30 * SECOND;

  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final Consumer<Event> pool;

  public GroupHookResponder(
      SeededRandom dice, InvariantChecker judge, HostileCloud cloud, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.cloud = cloud;
    this.pool = pool;
  }

  /** Starts, and continues in the calm: machines that wait then must still be released. */
  public void begin() {
    cloud.timeline.after(dice.between(SECOND, LONGEST_GAP), () -> {
      List.copyOf(cloud.groups.held(judge.config().name())).forEach(this::ask);
      if (!cloud.faults.isCalm() && dice.chance(0.02)) {
        cloud.groups.drop(judge.config().name());
      }
      begin();
    });
  }

  private void ask(GroupBehavior.Held held) {
    if (held.transition() == LifecycleTransition.TERMINATE) {
      Command.ReclaimNotice end =
          new Command.ReclaimNotice(held.machine().id, Optional.empty(), true);
      CommandSender caller = asks(end);
      whenAccepted(caller, () -> {
        MachineRecord now = judge.machine(held.machine().id.value());
        rule(now == null || left(now) || now.dropped(), "I3", () -> end + " was accepted: " + now);
      });
    }
    CommandSender caller = asks(new Command.GroupHookQuery(held.machine().id, held.transition()));
    whenAccepted(caller, () -> heard(held, (Stay) caller.answer().join()));
  }

  private CommandSender asks(Command command) {
    CommandSender caller = CommandSender.under(Optional.empty());
    pool.accept(new Event.Asked(command, caller));
    return caller;
  }

  private void whenAccepted(CommandSender caller, Runnable then) {
    var unused = caller.answer().whenComplete((outcome, refusal) -> {
      if (refusal == null) {
        cloud.timeline.after(dice.between(1, 2 * SECOND), then);
      }
    });
  }

  private void heard(GroupBehavior.Held held, Stay stay) {
    cloud.chronicle.tell("group", () -> "hears of " + held + ": " + stay);
    if (stay == Stay.LONGER) {
      cloud.groups.extend(held);
    } else if (stay == Stay.NO_LONGER) {
      mayGo(held);
      cloud.groups.release(held);
    }
  }

  /** A machine that may be released once may be released for ever: its hooks have ended, and no later ones follow. */
  private void mayGo(GroupBehavior.Held held) {
    MachineRecord machine = judge.machine(held.machine().id.value());
    if (machine == null
        || machine.status() == Status.DETACHING
        || machine.status().terminal()) {
      return;
    }
    boolean answered = held.transition() == LifecycleTransition.LAUNCH
        ? machine.ran() && !machine.entering()
        : machine.status() == Status.DELETING;
    boolean pauses = judge.pauses.lasting().stream()
        .anyMatch(hook -> hook.machine().equals(machine.id())
            && hook.generation() == machine.generation()
            && hook.transition() == held.transition());
    rule(answered && !pauses, "I7", () -> held + " may go on, durable is " + machine);
  }

  private static boolean left(MachineRecord machine) {
    return machine.status() == Status.DETACHING || machine.status().terminal();
  }
}
