package io.cloudadapter.core.ledger;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The record of a restore that waits for a person's decision. While a pool's record holds one, the pool writes nothing
 * to the cloud and none of its deadlines passes.
 *
 * @param generation the generation of the store that the restore began
 * @param revision the revision of the backup
 * @param takenAt when the backup was taken
 * @param restoredAt when the store was restored
 * @param changed ids of machines whose state, zone, size or addresses were found to differ, at most {@link #MOST}
 */
public record RestoreRecord(
    String generation, long revision, Instant takenAt, Instant restoredAt, List<String> changed) {
  /** How many changed machines are remembered: the record is written with each. */
  static final int MOST = 1000;

  /** Copies the list; one that was left out when stored is empty. */
  public RestoreRecord {
    changed = changed == null ? List.of() : List.copyOf(changed);
  }

  /** The same, with one more machine that has changed. */
  public RestoreRecord changed(String id) {
    return changed.contains(id) || changed.size() >= MOST
        ? this
        : new RestoreRecord(
            generation,
            revision,
            takenAt,
            restoredAt,
            Stream.concat(changed.stream(), Stream.of(id)).toList());
  }

  /** Whether the cloud shows a machine in another way than an earlier record has it. */
  public static boolean differs(MachineRecord now, MachineRecord before) {
    return now.state() != before.state()
        || !Objects.equals(now.zone(), before.zone())
        || !Objects.equals(now.size(), before.size())
        || !now.publicIps().equals(before.publicIps())
        || !now.privateIps().equals(before.privateIps());
  }
}
