package io.cloudadapter.testkit;

import io.cloudadapter.testkit.report.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Violations of rules that were seen while other rules were tried, a few of each rule. Used under the lock of its
 * certification.
 */
final class IncidentalViolations {
  private final Map<String, List<Violation>> byRule = new TreeMap<>();

  /** Since the last verdict. */
  private final List<Violation> fresh = new ArrayList<>();

  /** Adds one that was seen in a run; it belongs to the next verdict that is written down. */
  void add(Violation finding) {
    if (addLast(finding)) {
      fresh.add(finding);
    }
  }

  /** Adds one that was seen after all runs. Returns whether it is shown, of which a few are enough. */
  boolean addLast(Violation finding) {
    List<Violation> known = byRule.computeIfAbsent(finding.rule(), id -> new ArrayList<>());
    if (known.size() >= RuleSweep.SHOWN) {
      return false;
    }
    known.add(finding);
    return true;
  }

  /** Those since the last verdict, which have then been taken. */
  List<Violation> takeFresh() {
    List<Violation> taken = List.copyOf(fresh);
    fresh.clear();
    return taken;
  }

  /** Those of one rule. */
  List<Violation> of(String rule) {
    return List.copyOf(byRule.getOrDefault(rule, List.of()));
  }
}
