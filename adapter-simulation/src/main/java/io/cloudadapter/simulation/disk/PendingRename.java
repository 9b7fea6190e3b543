package io.cloudadapter.simulation.disk;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A change of names: a creation has no {@code from}, a deletion no {@code to}. */
record PendingRename(@Nullable String from, @Nullable String to, SimulatedFile file) {

  void applyTo(Map<String, SimulatedFile> names) {
    if (from != null) {
      names.remove(from, file);
    }
    if (to != null) {
      names.put(to, file);
    }
  }
}
