package io.cloudadapter.core.ledger;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The ledger's actions: those that have not ended in full, and of the others only how they ended. Part of {@link
 * Ledger}, which writes them. Refuses transitions that must not happen (I12).
 */
public final class ActionIndex {

  /** What the ledger keeps of an action that has ended. */
  public record Over(UUID uid, ActionPhase phase, int epoch, Instant endedAt) {}

  private final Map<UUID, ActionRecord> open = new LinkedHashMap<>();
  private final Map<UUID, Over> over = new LinkedHashMap<>();
  private final Map<String, Set<UUID>> ofMachine = new HashMap<>();
  private final Map<String, Integer> ofCaller = new HashMap<>();

  /** Machines that are held, and by which action. */
  private final Map<String, UUID> holders = new HashMap<>();

  /** Actions that are not over although their machine goes another way. */
  private final Set<UUID> pointless = new LinkedHashSet<>();

  private int disrupting;
  private long lastNumber;

  void put(ActionRecord action) {
    ActionRecord before = open.get(action.uid());
    check(
        !over.containsKey(action.uid()),
        "I12",
        "action " + action.uid() + " has ended, and would become " + action.phase());
    if (before != null) {
      follows(before, action);
      forget(before);
    }
    lastNumber = Math.max(lastNumber, action.number());
    if (action.ended()) {
      Instant endedAt = action.endedAt();
      check(endedAt != null, "I12", "action " + action.uid() + " would end at no time");
      over.put(
          action.uid(),
          new Over(
              action.uid(),
              action.phase(),
              action.epoch(),
              java.util.Objects.requireNonNull(endedAt)));
      return;
    }
    open.put(action.uid(), action);
    ofMachine.computeIfAbsent(action.machine(), id -> new LinkedHashSet<>()).add(action.uid());
    ofCaller.merge(action.requestedBy(), 1, Integer::sum);
    if (action.begun()) {
      disrupting += action.disrupts() ? 1 : 0;
      if (action.exclusive()) {
        UUID other = holders.put(action.machine(), action.uid());
        check(
            other == null,
            "I12",
            "machine " + action.machine() + " would have two exclusive actions at a time, " + other
                + " and " + action.uid());
      }
    }
  }

  private static void follows(ActionRecord before, ActionRecord after) {
    int more = after.epoch() - before.epoch();
    check(
        more == 0 || (more == 1 && after.phase() == ActionPhase.RUNNING && before.repeatable()),
        "I12",
        "action " + after.uid() + " would be tried again after its attempt " + before.epoch());
    check(
        more == 1 || after.phase() != ActionPhase.RUNNING || before.phase() == ActionPhase.RUNNING,
        "I12",
        "action " + after.uid() + " would run without a new attempt");
  }

  private void forget(ActionRecord action) {
    open.remove(action.uid());
    pointless.remove(action.uid());
    Set<UUID> siblings = ofMachine.get(action.machine());
    if (siblings != null) {
      siblings.remove(action.uid());
      if (siblings.isEmpty()) {
        ofMachine.remove(action.machine());
      }
    }
    ofCaller.computeIfPresent(action.requestedBy(), (caller, n) -> n == 1 ? null : n - 1);
    if (action.begun()) {
      disrupting -= action.disrupts() ? 1 : 0;
      if (action.exclusive()) {
        holders.remove(action.machine());
      }
    }
  }

  void drop(UUID uid) {
    over.remove(uid);
  }

  public Optional<ActionRecord> find(UUID uid) {
    return Optional.ofNullable(open.get(uid));
  }

  public Optional<Over> over(UUID uid) {
    return Optional.ofNullable(over.get(uid));
  }

  /** Those that are not over, in the order in which they changed last. */
  public Collection<ActionRecord> open() {
    return Collections.unmodifiableCollection(open.values());
  }

  /** Those that are over. */
  public Collection<Over> over() {
    return Collections.unmodifiableCollection(over.values());
  }

  /** The number for the next one. */
  public long nextNumber() {
    return lastNumber + 1;
  }

  public int openOf(String machine) {
    Set<UUID> of = ofMachine.get(machine);
    return of == null ? 0 : of.size();
  }

  public int openFor(String caller) {
    return ofCaller.getOrDefault(caller, 0);
  }

  /** The action that holds a machine. */
  public Optional<UUID> holder(String machine) {
    return Optional.ofNullable(holders.get(machine));
  }

  /** Whether a machine is under an exclusive action. */
  public boolean holds(String machine) {
    return holders.containsKey(machine);
  }

  /** How many actions are under way that disrupt their machines. */
  public int disrupting() {
    return disrupting;
  }

  /** A machine has changed: actions are pointless once it is on its way out. */
  void changed(MachineRecord machine) {
    Set<UUID> uids = ofMachine.get(machine.id());
    if (uids == null) {
      return;
    }
    boolean stays = machine.status() == Status.LIVE || machine.status() == Status.PRESUMED_GONE;
    for (UUID uid : uids) {
      ActionRecord action = open.get(uid);
      if (action != null && (!stays || action.generation() != machine.generation())) {
        pointless.add(uid);
      }
    }
  }

  /** Actions that are not over although their machine goes another way. A copy. */
  public List<UUID> pointless() {
    return pointless.isEmpty() ? List.of() : List.copyOf(pointless);
  }
}
