package io.cloudadapter.cli.server;

import io.cloudadapter.spi.config.ConfigError;
import java.util.ArrayList;
import java.util.List;

/** The findings of the doctor, in order: successes, warnings, and errors for which serve would refuse. */
public final class DoctorReport {
  private final List<String> lines = new ArrayList<>();
  private final List<String> blamed = new ArrayList<>();
  private final List<ConfigError> faults = new ArrayList<>();

  public void ok(String what) {
    lines.add("ok     " + what);
  }

  public void warn(String what) {
    lines.add("warn   " + what);
  }

  void warn(ConfigError what) {
    warn(what.toString());
    blamed.add(what.key());
  }

  public void fault(ConfigError what) {
    lines.add("fault  " + what);
    blamed.add(what.key());
    faults.add(what);
  }

  /** Whether something has been said against a key, or one above or below it. */
  boolean blames(String key) {
    return blamed.stream()
        .anyMatch(said -> (said + ".").startsWith(key + ".") || (key + ".").startsWith(said + "."));
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** The faults, in order. */
  List<ConfigError> faults() {
    return List.copyOf(faults);
  }

  public boolean anyFault() {
    return !faults.isEmpty();
  }
}
