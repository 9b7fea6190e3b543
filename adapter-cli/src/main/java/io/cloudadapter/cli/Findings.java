package io.cloudadapter.cli;

import java.util.ArrayList;
import java.util.List;

/** What the doctor has found, in its order. */
final class Findings {
  private final List<String> lines = new ArrayList<>();
  private boolean anyFault;

  void ok(String what) {
    lines.add("ok     " + what);
  }

  void warn(String what) {
    lines.add("warn   " + what);
  }

  void fault(String what) {
    lines.add("fault  " + what);
    anyFault = true;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  boolean anyFault() {
    return anyFault;
  }
}
