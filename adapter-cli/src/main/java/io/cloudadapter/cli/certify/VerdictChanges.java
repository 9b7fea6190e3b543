package io.cloudadapter.cli.certify;

import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What differs between two rounds of a watched certification, for people and for programs. */
final class VerdictChanges {
  private VerdictChanges() {}

  /** The total, then each rule whose verdict is another one; before the first round, each rule that is broken. */
  static List<String> lines(Optional<List<RuleResult>> before, List<RuleResult> now) {
    List<String> lines = new ArrayList<>();
    Map<String, Verdict> past = verdicts(before.orElse(List.of()));
    for (RuleResult ruling : now) {
      Verdict was = past.get(ruling.rule().id());
      if (before.isEmpty() ? ruling.verdict() == Verdict.FAIL : ruling.verdict() != was) {
        lines.add(ruling.rule().id() + " " + CertifyProgress.word(ruling.verdict())
            + (was == null ? "" : ", was " + CertifyProgress.word(was)));
        if (ruling.verdict() == Verdict.FAIL) {
          ViolationExplanation.of(ruling).lines().map(line -> "  " + line).forEach(lines::add);
        }
      }
    }
    if (before.isPresent() && lines.isEmpty()) {
      lines.add("no verdict has changed");
    }
    lines.add(total(now));
    return lines;
  }

  /** Such as {@code 146 pass, 24 not claimed}. */
  private static String total(List<RuleResult> rulings) {
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    rulings.forEach(ruling -> counts.merge(ruling.verdict(), 1, Integer::sum));
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + CertifyProgress.word(count.getKey()))
        .collect(Collectors.joining(", "));
  }

  /** The verdicts that differ, by rule; before the first round, all. */
  static Map<String, Object> fields(Optional<List<RuleResult>> before, List<RuleResult> now) {
    Map<String, Verdict> past = verdicts(before.orElse(List.of()));
    Map<String, Object> changed = new TreeMap<>();
    now.stream()
        .filter(ruling -> ruling.verdict() != past.get(ruling.rule().id()))
        .forEach(ruling -> changed.put(ruling.rule().id(), ruling.verdict().name()));
    return changed;
  }

  private static Map<String, Verdict> verdicts(List<RuleResult> rulings) {
    return rulings.stream()
        .collect(Collectors.toMap(ruling -> ruling.rule().id(), RuleResult::verdict));
  }
}
