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

  PendingAtoms() {
    next();
  }

  /** From here on, changes belong to a new atom. */
  void next() {
    if (atoms.isEmpty() || !atoms.get(atoms.size() - 1).isEmpty()) {
      atoms.add(new LinkedHashMap<>());
    }
  }

  void put(String key, Optional<byte[]> value) {
    atoms.get(atoms.size() - 1).put(key, value);
  }

  /** All changes since the last call. */
  List<Map<String, Optional<byte[]>>> take() {
    List<Map<String, Optional<byte[]>>> taken = new ArrayList<>(atoms.size());
    for (Map<String, Optional<byte[]>> atom : atoms) {
      if (!atom.isEmpty()) {
        taken.add(Collections.unmodifiableMap(atom));
      }
    }
    atoms.clear();
    next();
    return taken;
  }
}
