package io.cloudadapter.core.ledger;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import org.jspecify.annotations.Nullable;

/** Refuses changes of a machine's record that must never happen (I5, I7, I9). */
final class MachineChecks {
  private MachineChecks() {}

  /**
   * Checks a change.
   *
   * @param before the record before, if the machine had not ended
   * @param tombstone the record of its end, if it had
   * @param machine the record from now on
   * @param hooks the pool's hooks
   * @throws InvariantViolationException if the change must not happen
   */
  static void checkChange(
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
