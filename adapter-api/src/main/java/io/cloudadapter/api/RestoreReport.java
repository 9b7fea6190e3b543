package io.cloudadapter.api;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The report of a pool whose ledger was restored from a backup: what the cloud has of what the ledger holds. The pool
 * launches and ends nothing until {@link MachinePool#acceptRestore} is called.
 *
 * @param generation the generation of the ledger that the restore began
 * @param revision the revision of the backup
 * @param takenAt when the backup was taken
 * @param restoredAt when the ledger was restored
 * @param lists how many complete lists this process has compared so far; a decision needs {@link #LISTS_NEEDED}
 * @param storedSize the desired size of the ledger
 * @param acceptedSize the desired size that an acceptance sets: not less than what was found
 * @param matched machines of the ledger that the last list has shown
 * @param changed the matched machines whose state, zone, size or addresses differ from the backup
 * @param missing machines of the ledger that the last lists have not shown, or that have ended; an acceptance records
 *     their end
 * @param unknown machines with the pool's mark that the ledger does not contain; an acceptance adopts those of this
 *     pool up to {@code acceptedSize}, and the others stay in quarantine
 */
public record RestoreReport(
    String generation,
    long revision,
    Instant takenAt,
    Instant restoredAt,
    int lists,
    int storedSize,
    int acceptedSize,
    List<MachineId> matched,
    List<MachineId> changed,
    List<MachineId> missing,
    List<MachineId> unknown) {
  /** How many complete lists a decision needs. */
  public static final int LISTS_NEEDED = 3;

  /** Copies the lists. */
  public RestoreReport {
    Objects.requireNonNull(generation, "generation");
    Objects.requireNonNull(takenAt, "takenAt");
    Objects.requireNonNull(restoredAt, "restoredAt");
    matched = List.copyOf(matched);
    changed = List.copyOf(changed);
    missing = List.copyOf(missing);
    unknown = List.copyOf(unknown);
  }

  /**
   * Whether enough lists were compared for a decision.
   *
   * @return true if the restore can be accepted
   */
  public boolean ready() {
    return lists >= LISTS_NEEDED;
  }
}
