package io.cloudadapter.simulated.limit;

import java.util.HashMap;
import java.util.Map;

/** How many machines of a size fit into a zone, the same everywhere, save where it was set; and into the account. */
public final class ZoneCapacity {
  private final int usual;
  private final Map<String, Integer> special = new HashMap<>();

  private int quota;

  public ZoneCapacity(int usual, int quota) {
    this.usual = usual;
    this.quota = quota;
  }

  public int of(String zone, String size) {
    return special.getOrDefault(zone + "/" + size, usual);
  }

  public void set(String zone, String size, int machines) {
    special.put(zone + "/" + size, machines);
  }

  /** How many machines the account may own. */
  public int quota() {
    return quota;
  }

  public void setQuota(int machines) {
    quota = machines;
  }
}
