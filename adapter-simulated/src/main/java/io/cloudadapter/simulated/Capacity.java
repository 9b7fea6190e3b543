package io.cloudadapter.simulated;

import java.util.HashMap;
import java.util.Map;

/** How many machines of a size fit into a zone: the same everywhere, save where it was set. */
final class Capacity {
  private final int usual;
  private final Map<String, Integer> special = new HashMap<>();

  Capacity(int usual) {
    this.usual = usual;
  }

  int of(String zone, String size) {
    return special.getOrDefault(zone + "/" + size, usual);
  }

  void set(String zone, String size, int machines) {
    special.put(zone + "/" + size, machines);
  }
}
