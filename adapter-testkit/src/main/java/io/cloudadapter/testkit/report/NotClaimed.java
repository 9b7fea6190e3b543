package io.cloudadapter.testkit.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rules that do not apply to an adapter, by the reason why.
 *
 * @param reasons each reason with its rules
 * @param rules how many rules there are
 */
record NotClaimed(List<Reason> reasons, int rules) {

  /** A reason, with the rules that it is given for. */
  record Reason(String why, List<RuleResult> rulings) {
    int count() {
      return rulings.size();
    }
  }

  static NotClaimed of(Certificate certificate) {
    Map<String, List<RuleResult>> byReason = new LinkedHashMap<>();
    certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() == Verdict.NOT_CLAIMED)
        .forEach(ruling ->
            byReason.computeIfAbsent(ruling.why(), why -> new ArrayList<>()).add(ruling));
    return new NotClaimed(
        byReason.entrySet().stream()
            .map(reason -> new Reason(reason.getKey(), reason.getValue()))
            .toList(),
        certificate.count(Verdict.NOT_CLAIMED));
  }
}
