package io.cloudadapter.simulated.machine;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The cloud's records of one kind, by key, in the order of arrival. It marks the keys that have changed since they
 * were last saved.
 */
public final class StateTable<K, V> {
  private final Map<K, V> rows = new LinkedHashMap<>();
  private final Set<K> changed = new LinkedHashSet<>();
  private final boolean noting;

  public StateTable(boolean noting) {
    this.noting = noting;
  }

  public Optional<V> get(K key) {
    return Optional.ofNullable(rows.get(key));
  }

  public @Nullable V put(K key, V value) {
    note(key);
    return rows.put(key, value);
  }

  public @Nullable V remove(K key) {
    note(key);
    return rows.remove(key);
  }

  public Collection<V> values() {
    return rows.values();
  }

  public Map<K, V> rows() {
    return rows;
  }

  public int size() {
    return rows.size();
  }

  public Set<K> changed() {
    return changed;
  }

  private void note(K key) {
    if (noting) {
      changed.add(key);
    }
  }
}
