package io.cloudadapter.core.ledger;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's machines by id: those that are there, the tombstones of those that have ended, and how many count. Part
 * of {@link Ledger}, which writes them. Refuses changes that must never happen (I5, I7, I9).
 */
final class MachineIndex {
  private final Map<String, MachineRecord> present = new TreeMap<>();
  private final Map<String, MachineRecord> ended = new TreeMap<>();
  private final NavigableSet<String> warm = new TreeSet<>();
  private int effective;
  private int waking;

  /** Takes in a machine as it is stored. */
  void load(MachineRecord machine) {
    count(null, machine);
    if (machine.status().terminal()) {
      ended.put(machine.id(), machine);
    } else {
      present.put(machine.id(), machine);
    }
  }

  private void count(@Nullable MachineRecord before, MachineRecord machine) {
    effective -= before != null && before.effective() ? 1 : 0;
    effective += machine.effective() ? 1 : 0;
    waking -= before != null && before.waking() ? 1 : 0;
    waking += machine.waking() ? 1 : 0;
    if (machine.status() == MachineRecord.Status.LIVE && machine.warm() != null) {
      warm.add(machine.id());
    } else {
      warm.remove(machine.id());
    }
  }

  void put(@Nullable MachineRecord before, MachineRecord machine, HookIndex hooks) {
    checkChange(before, ended.remove(machine.id()), machine, hooks);
    count(before, machine);
    present.remove(machine.id());
    (machine.status().terminal() ? ended : present).put(machine.id(), machine);
  }

  void drop(MachineRecord tombstone) {
    check(tombstone.status().terminal(), "I4", "machine " + tombstone.id() + " has not ended");
    ended.remove(tombstone.id());
  }

  /** Those of these ids that are there. A copy. */
  List<MachineRecord> all(Collection<String> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    List<MachineRecord> machines = new ArrayList<>(ids.size());
    for (String id : ids) {
      find(id).ifPresent(machines::add);
    }
    return machines;
  }

  Optional<MachineRecord> find(String id) {
    return Optional.ofNullable(present.get(id));
  }

  Optional<MachineRecord> findEnded(String id) {
    return Optional.ofNullable(ended.get(id));
  }

  Collection<MachineRecord> present() {
    return Collections.unmodifiableCollection(present.values());
  }

  Collection<MachineRecord> ended() {
    return Collections.unmodifiableCollection(ended.values());
  }

  /** The ids of live machines in the warm pool, on their way there, or on their way into service. */
  NavigableSet<String> warm() {
    return warm;
  }

  /** How many machines leave the warm pool for service. */
  int waking() {
    return waking;
  }

  /** How many machines count for the pool's size. */
  int effective() {
    return effective;
  }

  /**
   * Checks a change.
   *
   * @param before the record before, if the machine had not ended
   * @param tombstone the record of its end, if it had
   * @param machine the record from now on
   * @param hooks the pool's hooks
   * @throws InvariantViolationException if the change must not happen
   */
  private static void checkChange(
      @Nullable MachineRecord before,
      @Nullable MachineRecord tombstone,
      MachineRecord machine,
      HookIndex hooks) {
    if (before != null) {
      check(
          StatusTransitions.mayFollow(before.status(), machine.status()),
          "I9",
          "machine " + machine.id() + " may not go from " + before.status() + " to "
              + machine.status());
      check(
          before.status() != MachineRecord.Status.QUARANTINED
              || machine.status() != MachineRecord.Status.RETIRING
              || machine.byCommand(),
          "I5",
          "machine " + machine.id() + " may leave its quarantine to end only by a command");
    } else if (tombstone != null) {
      check(
          machine.generation() == tombstone.generation() + 1,
          "I9",
          "machine " + machine.id() + " has ended as " + tombstone.status());
    }
    check(
        machine.status() != MachineRecord.Status.DELETING || machine.reason() != null,
        "I5",
        "machine " + machine.id() + " would be ended without a recorded reason");
    check(
        machine.status() != MachineRecord.Status.DELETING || !hooks.pauses(machine.id()),
        "I7",
        "machine " + machine.id() + " would be ended while a hook of it waits");
  }
}
