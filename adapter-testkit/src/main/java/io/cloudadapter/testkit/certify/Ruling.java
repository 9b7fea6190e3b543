package io.cloudadapter.testkit.certify;

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
 */
public record Ruling(
    Rule rule,
    Verdict verdict,
    String why,
    int runs,
    Map<WireFault, Bites> faults,
    List<Finding> findings) {
  /** Copies the collections. */
  public Ruling {
    Map<WireFault, Bites> copy = new EnumMap<>(WireFault.class);
    copy.putAll(faults);
    faults = Collections.unmodifiableMap(copy);
    findings = List.copyOf(findings);
  }

  static Ruling without(Rule rule, Verdict verdict, String why) {
    return new Ruling(rule, verdict, why, 0, Map.of(), List.of());
  }

  Ruling with(Verdict other, String reason) {
    return new Ruling(rule, other, reason, runs, faults, findings);
  }

  /** How many runs said nothing, because their fault never struck. */
  int vacuous() {
    return faults.values().stream().mapToInt(Bites::vacuous).sum();
  }
}
