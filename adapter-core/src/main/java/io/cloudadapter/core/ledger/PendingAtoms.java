package io.cloudadapter.core.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The changes of a ledger that are not written yet, in atoms: a value for each key, none where the key goes. */
final class PendingAtoms {
  private final List<Map<String, Optional<byte[]>>> atoms = new ArrayList<>();

  /** For each atom, the changes of records that it holds. */
  private final List<List<RecordChange>> changes = new ArrayList<>();

  private List<List<RecordChange>> taken = List.of();

  PendingAtoms() {
    next();
  }

  /** From here on, changes belong to a new atom. */
  void next() {
    if (atoms.isEmpty() || !atoms.get(atoms.size() - 1).isEmpty()) {
      atoms.add(new LinkedHashMap<>());
      changes.add(new ArrayList<>());
    }
  }

  void put(String key, Optional<byte[]> value) {
    atoms.get(atoms.size() - 1).put(key, value);
  }

  /** Notes which record has changed, in the present atom. */
  void note(RecordChange change) {
    changes.get(changes.size() - 1).add(change);
  }

  /** The changes of records in the atoms that were taken last, a list for each atom. */
  List<List<RecordChange>> takenChanges() {
    return taken;
  }

  /** All changes since the last call. */
  List<Map<String, Optional<byte[]>>> take() {
    List<Map<String, Optional<byte[]>>> whole = new ArrayList<>(atoms.size());
    List<List<RecordChange>> notes = new ArrayList<>(atoms.size());
    for (int i = 0; i < atoms.size(); i++) {
      if (!atoms.get(i).isEmpty()) {
        whole.add(Collections.unmodifiableMap(atoms.get(i)));
        notes.add(List.copyOf(changes.get(i)));
      }
    }
    this.taken = notes;
    atoms.clear();
    changes.clear();
    next();
    return whole;
  }
}
