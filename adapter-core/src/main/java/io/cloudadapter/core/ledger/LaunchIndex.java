package io.cloudadapter.core.ledger;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's launches by key, and how many machines they still promise. Part of {@link Ledger}, which writes them.
 * Refuses transitions that must not happen.
 */
final class LaunchIndex {
  private final Map<String, LaunchRecord> unresolved = new TreeMap<>();
  private final Map<String, LaunchRecord> resolved = new TreeMap<>();
  private int open;

  /** Takes in a launch as it is stored. */
  void load(LaunchRecord launch) {
    (launch.unresolved() ? unresolved : resolved).put(launch.key(), launch);
    open += launch.open();
  }

  void put(@Nullable LaunchRecord before, LaunchRecord launch) {
    if (before != null) {
      check(
          StatusTransitions.mayFollow(before.status(), launch.status()),
          "I9",
          "launch " + launch.key() + " may not go from " + before.status() + " to "
              + launch.status());
    }
    check(
        launch.bound() <= launch.ids().size(), "I2", "launch " + launch.key() + " has lost an id");
    if (before != null) {
      forget(before);
    }
    load(launch);
  }

  void drop(LaunchRecord launch) {
    check(
        launch.status() != LaunchRecord.Status.SENT,
        "I1",
        "launch " + launch.key() + " may have been sent");
    forget(launch);
  }

  private void forget(LaunchRecord launch) {
    open -= launch.open();
    unresolved.remove(launch.key());
    resolved.remove(launch.key());
  }

  Optional<LaunchRecord> find(String key) {
    LaunchRecord launch = unresolved.get(key);
    return Optional.ofNullable(launch == null ? resolved.get(key) : launch);
  }

  Collection<LaunchRecord> unresolved() {
    return Collections.unmodifiableCollection(unresolved.values());
  }

  Collection<LaunchRecord> resolved() {
    return Collections.unmodifiableCollection(resolved.values());
  }

  /** How many machines the launches still promise. */
  int open() {
    return open;
  }
}
