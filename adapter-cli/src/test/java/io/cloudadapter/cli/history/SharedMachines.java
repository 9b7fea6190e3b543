package io.cloudadapter.cli.history;

import io.cloudadapter.cli.history.SizeCommand.Removal;
import io.cloudadapter.cli.history.SizeCommand.Remove;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** What the clients share about machines: which have left, and which live on without a pool. */
final class SharedMachines {
  /** So many of those that were detached last are attached again. */
  private static final int OFFERED = 6;

  private final Set<String> removed = new TreeSet<>();
  private final List<String> detached = new ArrayList<>();

  synchronized void removed(Remove remove) {
    removed.add(remove.machine());
    if (remove.removal() == Removal.DETACH) {
      detached.remove(remove.machine());
      detached.add(remove.machine());
    }
  }

  synchronized Optional<String> detached(SplittableRandom random) {
    int offered = Math.min(OFFERED, detached.size());
    return offered == 0
        ? Optional.empty()
        : Optional.of(detached.get(detached.size() - 1 - random.nextInt(offered)));
  }

  /** Those that have ever left. */
  synchronized Set<String> removed() {
    return new TreeSet<>(removed);
  }
}
