package io.cloudadapter.simulation.process;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.core.config.ActionsConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import io.cloudadapter.spi.action.ActionTraits;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Those who want something done to single machines, ask again until they are answered, change their minds; and
 * an executor outside, who takes up what is done there, and oversleeps at times. Their dice are their own.
 */
public final class ActionUsers {

  private static final long ASK_AGAIN = 20 * SECOND;
  private static final int TIMES = 10;

  private final SeededRandom dice;
  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final Consumer<Event> pool;
  private int keys;
  private int executors;

  public ActionUsers(
      SeededRandom dice, InvariantChecker judge, HostileCloud cloud, Consumer<Event> pool) {
    this.dice = dice;
    this.judge = judge;
    this.cloud = cloud;
    this.pool = pool;
  }

  /** The same pool with limits for actions. */
  public static PoolConfig configured(PoolConfig plain, SeededRandom dice) {
    int perMachine = (int) dice.between(1, 6);
    int perCaller = (int) dice.between(3, 30);
    DisruptionLimit disrupted = DisruptionLimit.machines((int) dice.between(1, 3));
    return plain.toBuilder()
        .actions(
            new ActionsConfig(perMachine, perCaller, Duration.ofSeconds(dice.between(10, 7200))))
        .disruption(plain.disruption().with(DisruptionReason.ACTION, disrupted))
        .build();
  }

  /** What the cloud of a story can do, and how it is to be treated. */
  public static ActionTypes types(SeededRandom dice) {
    Map<String, ActionTypes.Type> types = new HashMap<>();
    ActionTraits careful = ActionTraits.careful();
    types.put("Reboot", type(careful.repeat(dice.pick(List.of(Repeat.values())))));
    types.put(
        "Snapshot",
        type(new ActionTraits(
            true,
            false,
            dice.chance(0.5) ? Repeat.TRACEABLE : Repeat.ONCE,
            EnumSet.of(MachineState.RUNNING),
            false)));
    types.put("Count", type(careful.harmless().repeat(Repeat.SAFE)));
    types.put("Patch", type(careful.repeat(dice.pick(List.of(Repeat.values()))).doneOutside()));
    return new ActionTypes(types);
  }

  private static ActionTypes.Type type(ActionTraits traits) {
    return new ActionTypes.Type(traits, action -> {});
  }

  public void ask() {
    List<ActionRecord> open = judge.undertakings.open();
    if (!open.isEmpty() && dice.chance(0.15)) {
      ask(new Command.CancelAction(dice.pick(open).uid()), Optional.empty(), 2);
      return;
    }
    for (int i = dice.upTo(3); i >= 0; i--) {
      Optional<String> key = dice.chance(0.5) ? Optional.of("act-" + keys++) : Optional.empty();
      ask(new Command.Submit(request()), key, key.isPresent() ? TIMES : 1);
    }
    open.stream()
        .filter(action -> action.outside() && dice.chance(0.7))
        .forEach(action -> take(action.uid()));
  }

  private ActionRequest request() {
    List<MachineRecord> machines = List.copyOf(judge.present());
    String machine =
        machines.isEmpty() || dice.chance(0.05) ? "n-none" : dice.pick(machines).id();
    ActionRequest request = ActionRequest.of(
            new MachineId(machine),
            dice.pick(List.of(
                new Action.Reboot(Action.Mode.HARD),
                new Action.Snapshot("s"),
                new Action.Custom("Count", Map.of()),
                new Action.Custom("Patch", Map.of()),
                new Action.Start())))
        .attempts((int) dice.between(1, 6))
        .within(Duration.ofSeconds(dice.between(1, 1800)));
    return dice.chance(0.3) ? request.after(Duration.ofSeconds(dice.between(1, 600))) : request;
  }

  /** The executor outside takes it up, does it or not, and says so in time, too late, or never. */
  private void take(UUID uid) {
    Duration lease = Duration.ofSeconds(dice.between(5, 120));
    CommandSender caller = CommandSender.under(Optional.empty());
    String name = "executor-" + executors++; // Two at a time would not know of each other.
    pool.accept(new Event.Asked(new Command.ClaimAction(uid, name, lease), caller));
    cloud.timeline.after(dice.seconds(1, 5), () -> {
      Object answer = caller.answer().isDone() && !caller.answer().isCompletedExceptionally()
          ? caller.answer().join()
          : null;
      if (answer instanceof CommandResult.Leased leased) {
        work(uid, leased.lease().epoch(), lease);
      }
    });
  }

  private void work(UUID uid, int epoch, Duration lease) {
    String machine = judge.undertakings.open().stream()
        .filter(action -> action.uid().equals(uid))
        .findFirst()
        .map(ActionRecord::machine)
        .orElse("");
    if (machine.isEmpty() || dice.chance(0.1)) {
      return; // It dies before it has begun.
    }
    boolean does = dice.chance(0.8);
    if (does) {
      cloud.deeds.doneOutside(uid, epoch, machine);
    }
    boolean oversleeps = dice.chance(0.2);
    long wait =
        oversleeps ? lease.toNanos() + dice.seconds(0, 60) : dice.between(0, lease.toNanos() / 2);
    ActionProgress says = does ? ActionProgress.done() : ActionProgress.notDone();
    cloud.timeline.after(
        wait, () -> ask(new Command.ReportAction(uid, epoch, says), Optional.empty(), TIMES));
  }

  /** Asks until there is an answer. */
  private void ask(Command command, Optional<String> key, int times) {
    CommandSender caller = CommandSender.under(key).named(InvariantChecker.PRINCIPAL);
    cloud.chronicle.tell("principal", () -> "says " + command);
    pool.accept(new Event.Asked(command, caller));
    cloud.timeline.after(ASK_AGAIN, () -> {
      if (!caller.answer().isDone() && times > 1) {
        ask(command, key, times - 1);
      }
    });
  }
}
