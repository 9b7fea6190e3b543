package io.cloudadapter.simulation.oracle;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.simulation.cloud.ActionBehavior;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.spi.action.ActionTraits;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The actions of a story with a restore, and what is asked of them: one that may not be done twice is done once, seen
 * from the cloud, and one that was open at the backup has the time after the acceptance that it had left at the backup.
 */
public final class RestoredActions {
  /** The wall clock of a record and of the story may differ by as much. */
  private static final Duration ROUNDING = Duration.ofSeconds(1);

  private final SeededRandom dice;
  private final Map<UUID, Duration> leftAtBackup = new HashMap<>();

  public RestoredActions(SeededRandom dice) {
    this.dice = dice;
  }

  /** What the pool can do. The same in each life. */
  public static ActionTypes types() {
    ActionTraits careful = ActionTraits.careful();
    return new ActionTypes(Map.of(
        "Reboot",
        type(careful.repeat(Repeat.TRACEABLE)),
        "Snapshot",
        type(new ActionTraits(true, false, Repeat.ONCE, EnumSet.of(MachineState.RUNNING), false)),
        "Count",
        type(careful.harmless().repeat(Repeat.SAFE))));
  }

  private static ActionTypes.Type type(ActionTraits traits) {
    return new ActionTypes.Type(traits, action -> {});
  }

  /** A request for one of the machines, some of them for much later. */
  public Command.Submit request(String machine) {
    ActionRequest request = drawn(machine);
    return new Command.Submit(
        dice.chance(0.5) ? request.after(Duration.ofSeconds(dice.between(60, 4_000))) : request);
  }

  /** A request that is open when a backup is taken in a moment, and is carried out soon after that. */
  public Command.Submit soon(String machine) {
    return new Command.Submit(drawn(machine).after(Duration.ofSeconds(dice.between(20, 600))));
  }

  private ActionRequest drawn(String machine) {
    return ActionRequest.of(
            new MachineId(machine),
            dice.pick(List.of(
                new Action.Reboot(Action.Mode.HARD),
                new Action.Snapshot("s"),
                new Action.Custom("Count", Map.of()))))
        .attempts((int) dice.between(1, 4))
        .within(Duration.ofSeconds(dice.between(5_000, 12_000)));
  }

  /** A backup is taken. */
  public void backedUp(List<ActionRecord> actions, Instant now) {
    actions.stream()
        .filter(action -> !action.ended())
        .forEach(
            action -> leftAtBackup.put(action.uid(), Duration.between(now, action.deadline())));
  }

  /**
   * Judges something that was done.
   *
   * @param deeds all that was done of the action
   * @return what is wrong; empty if nothing is
   */
  public static String judge(List<ActionBehavior.Deed> deeds, boolean mayRepeat) {
    return mayRepeat || deeds.size() <= 1 ? "" : "done " + deeds.size() + " times: " + deeds;
  }

  /**
   * Judges what becomes durable of an action while its pool waits for the acceptance, or by the acceptance.
   *
   * @param before as it was
   * @param after as it is
   * @return what is wrong; empty if nothing is
   */
  public String judge(ActionRecord before, ActionRecord after, Instant now) {
    Duration left = leftAtBackup.get(after.uid());
    if (left == null || before.deadline().equals(after.deadline())) {
      return "";
    }
    Duration difference = Duration.between(now, after.deadline()).minus(left).abs();
    return difference.compareTo(ROUNDING) <= 0
        ? ""
        : "an action had " + left + " left at the backup, and has "
            + Duration.between(now, after.deadline()) + ": " + after;
  }
}
