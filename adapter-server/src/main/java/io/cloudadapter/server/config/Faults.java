package io.cloudadapter.server.config;

import io.cloudadapter.spi.ConfigException;
import io.cloudadapter.spi.ConfigFault;
import java.util.ArrayList;
import java.util.List;

/** Collects everything that is wrong, so that a person mends it all at once. */
final class Faults {
  private final List<ConfigFault> all = new ArrayList<>();

  void add(String path, String problem, int line) {
    all.add(new ConfigFault(path.isEmpty() ? "(file)" : path, problem + " (line " + line + ")"));
  }

  void add(String path, String problem) {
    all.add(new ConfigFault(path, problem));
  }

  int count() {
    return all.size();
  }

  List<ConfigFault> list() {
    return List.copyOf(all);
  }

  void throwIfAny() {
    if (!all.isEmpty()) {
      throw new ConfigException(all);
    }
  }
}
