package io.cloudadapter.cli.history;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the desired size of a pool depends on.
 *
 * @param desired the desired size
 * @param gone the machines that have left by a command and were not attached again
 * @param kept what was acknowledged under each idempotency key
 */
record PoolState(int desired, Set<String> gone, Map<String, SizeAnswer> kept) {
  PoolState {
    gone = Set.copyOf(gone);
    kept = Map.copyOf(kept);
  }

  static PoolState of(int desired, Set<String> gone) {
    return new PoolState(desired, gone, Map.of());
  }

  PoolState resized(int size) {
    return new PoolState(size, gone, kept);
  }

  PoolState without(String machine, int size) {
    Set<String> more = new HashSet<>(gone);
    more.add(machine);
    return new PoolState(size, more, kept);
  }

  PoolState with(String machine, int size) {
    Set<String> fewer = new HashSet<>(gone);
    fewer.remove(machine);
    return new PoolState(size, fewer, kept);
  }

  PoolState keeping(String key, SizeAnswer answer) {
    Map<String, SizeAnswer> more = new HashMap<>(kept);
    more.put(key, answer);
    return new PoolState(desired, gone, more);
  }

  /** The same without what was done under a key. */
  PoolState forgettingKey(String key) {
    Map<String, SizeAnswer> fewer = new HashMap<>(kept);
    fewer.remove(key);
    return new PoolState(desired, gone, fewer);
  }
}
