package io.cloudadapter.server.security;

import io.cloudadapter.spi.ConfigFault;
import java.util.List;

/** Tries what a start would do, and notes why that would fail. */
final class Attempt {
  private Attempt() {}

  static void at(String key, Runnable work, List<ConfigFault> faults) {
    try {
      work.run();
    } catch (IllegalArgumentException e) {
      faults.add(new ConfigFault(key, String.valueOf(e.getMessage())));
    }
  }
}
