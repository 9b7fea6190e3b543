package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.broken;
import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.simulation.engine.VirtualTime;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The launches in the ledger of one pool, and a check of how their records may change (I1, I9). */
final class LaunchRecordChecker {
  private final VirtualTime timeline;
  private final Map<String, LaunchRecord> unresolved = new TreeMap<>();
  private final Map<String, LaunchRecord> resolved = new TreeMap<>();
  private final Map<String, Long> endedAt = new HashMap<>();
  private int open;
  private int possible;

  LaunchRecordChecker(VirtualTime timeline) {
    this.timeline = timeline;
  }

  @Nullable
  LaunchRecord get(String key) {
    LaunchRecord intent = unresolved.get(key);
    return intent == null ? resolved.get(key) : intent;
  }

  Collection<LaunchRecord> unresolved() {
    return Collections.unmodifiableCollection(unresolved.values());
  }

  /** How many machines are promised and not known. */
  int open() {
    return open;
  }

  /** How many machines the promises may make at most. */
  int possible() {
    return possible;
  }

  /** A launch's record is durable, or was forgotten; new promises are added. */
  void durable(String key, Optional<LaunchRecord> changedTo, LimitChecker.Promises promises) {
    LaunchRecord before = get(key);
    if (before != null) {
      open -= before.open();
      possible -= before.possible();
      unresolved.remove(key);
    }
    if (changedTo.isEmpty()) {
      boolean old = before != null
          && !before.unresolved()
          && timeline.nanos() - endedAt.getOrDefault(key, 0L) > InvariantChecker.TOMBSTONES;
      rule(
          old || (before != null && before.status() == LaunchRecord.Status.PLANNED),
          "I1",
          "launch " + key + " was forgotten though it may be out");
      resolved.remove(key);
      return;
    }
    LaunchRecord now = changedTo.get();
    if (before == null) {
      rule(now.status() == LaunchRecord.Status.PLANNED, "I1", "launch " + key + " began " + now);
      promises.launch(now);
    } else if (!before.unresolved() && before.status() != now.status()) {
      throw broken(
          "I9", "launch " + key + " reopened from " + before.status() + " to " + now.status());
    } else if (before.frozen() != null
        && now.frozen() != null
        && !before.frozen().equals(now.frozen())) {
      throw broken("I1", "the request of launch " + key + " changed");
    }
    open += now.open();
    possible += now.possible();
    if (now.unresolved()) {
      unresolved.put(key, now);
    } else {
      resolved.put(key, now);
      endedAt.putIfAbsent(key, timeline.nanos());
    }
  }
}
