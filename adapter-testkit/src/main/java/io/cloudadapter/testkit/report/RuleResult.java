package io.cloudadapter.testkit.report;

import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The verdict on one rule, and what it rests on.
 *
 * @param rule the rule
 * @param verdict the verdict
 * @param why the reason for any verdict but PASS, for people; with PASS the parts of the rule that could not be
 *     tried here, empty if there are none
 * @param runs how many runs there were
 * @param faults what each kind of fault did
 * @param findings what was seen broken: the first few
 * @param inconclusive whether the rule is UNTESTED for a cause beside the adapter, as a machine that was too busy or a
 *     test cloud that failed: another certification may try it
 */
public record RuleResult(
    Rule rule,
    Verdict verdict,
    String why,
    int runs,
    Map<WireFault, FaultStatistics> faults,
    List<Violation> findings,
    boolean inconclusive) {
  /** Copies the collections. */
  public RuleResult {
    Map<WireFault, FaultStatistics> copy = new EnumMap<>(WireFault.class);
    copy.putAll(faults);
    faults = Collections.unmodifiableMap(copy);
    findings = List.copyOf(findings);
  }

  /** A verdict that rests on the adapter, or on what its cloud is. */
  public RuleResult(
      Rule rule,
      Verdict verdict,
      String why,
      int runs,
      Map<WireFault, FaultStatistics> faults,
      List<Violation> findings) {
    this(rule, verdict, why, runs, faults, findings, false);
  }

  public static RuleResult without(Rule rule, Verdict verdict, String why) {
    return new RuleResult(rule, verdict, why, 0, Map.of(), List.of());
  }

  public RuleResult with(Verdict other, String reason) {
    boolean stays = inconclusive && other == Verdict.UNTESTED;
    return new RuleResult(rule, other, reason, runs, faults, findings, stays);
  }

  /** The same, but UNTESTED for a cause beside the adapter. */
  public RuleResult withoutConclusion(String cause) {
    return new RuleResult(rule, Verdict.UNTESTED, cause, runs, faults, findings, true);
  }

  boolean failed() {
    return verdict == Verdict.FAIL;
  }

  /** How many runs said nothing, because their fault never struck. */
  int vacuous() {
    return faults.values().stream().mapToInt(FaultStatistics::vacuous).sum();
  }
}
