package io.cloudadapter.core.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Reads which pools a tenant or a caller has: the key {@code pools} with names, and the key {@code labels} with labels
 * such as {@code team=a}. Not for use by several threads.
 */
public final class PoolSelectionReader {
  /** The key of the names. */
  public static final String POOLS = "pools";

  /** The key of the labels. */
  public static final String LABELS = "labels";

  private final ProviderConfig values;
  private final BiConsumer<String, String> faults;

  /**
   * A reader of one section.
   *
   * @param values the values of the section
   * @param faults receives the key and the words of each fault
   */
  public PoolSelectionReader(ProviderConfig values, BiConsumer<String, String> faults) {
    this.values = values;
    this.faults = faults;
  }

  /**
   * Reads the names of pools.
   *
   * @return the sound ones, which need not exist
   */
  public Set<PoolName> names() {
    Set<PoolName> names = new HashSet<>();
    for (String name : list(POOLS)) {
      try {
        names.add(new PoolName(name));
      } catch (IllegalArgumentException e) {
        faults.accept(POOLS, String.valueOf(e.getMessage()));
      }
    }
    return names;
  }

  /**
   * Reads the labels.
   *
   * @return the values of the sound ones, by name
   */
  public Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    for (String text : list(LABELS)) {
      int equals = text.indexOf('=');
      if (equals < 0
          || !PoolLabel.isName(text.substring(0, equals))
          || !PoolLabel.isValue(text.substring(equals + 1))) {
        faults.accept(LABELS, "must be labels of the form name=value, was " + text);
      } else {
        labels.put(text.substring(0, equals), text.substring(equals + 1));
      }
    }
    return labels;
  }

  private List<String> list(String key) {
    List<String> list = values.has(key)
        ? values.list(key).stream()
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .toList()
        : List.of();
    if (values.has(key) && list.isEmpty()) {
      faults.accept(key, "is empty; leave it out for no limit, or name at least one");
    }
    return list;
  }
}
