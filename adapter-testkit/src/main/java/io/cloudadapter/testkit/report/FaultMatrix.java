package io.cloudadapter.testkit.report;

import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All rules that apply, by all faults: in how many runs each was tried under which.
 *
 * @param faults the columns: those that were planned for any rule
 * @param chapters the rows, by the chapters of the rules
 */
record FaultMatrix(List<WireFault> faults, List<Chapter> chapters) {
  /** The rules of one chapter. */
  record Chapter(String title, List<Row> rows) {}

  /** A rule's verdict, and what each of the faults did to it: {@code NONE}, if it was not planned. */
  record Row(RuleResult ruling, List<FaultStatistics> cells) {}

  static FaultMatrix of(Certificate certificate) {
    RuleBook book = certificate.isOfChannel() ? RuleBook.channels() : RuleBook.standard();
    List<WireFault> faults = Stream.of(WireFault.values())
        .filter(fault ->
            certificate.rulings().stream().anyMatch(ruling -> ruling.faults().containsKey(fault)))
        .toList();
    List<RuleResult> applying = certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() != Verdict.NOT_CLAIMED)
        .toList();
    Map<String, List<Row>> chapters = new LinkedHashMap<>();
    for (RuleResult ruling : applying) {
      chapters
          .computeIfAbsent(book.chapter(ruling.rule()), title -> new ArrayList<>())
          .add(row(ruling, faults));
    }
    return new FaultMatrix(
        faults,
        chapters.entrySet().stream()
            .map(chapter -> new Chapter(chapter.getKey(), chapter.getValue()))
            .toList());
  }

  private static Row row(RuleResult ruling, List<WireFault> faults) {
    return new Row(
        ruling,
        faults.stream()
            .map(fault -> ruling.faults().getOrDefault(fault, FaultStatistics.NONE))
            .toList());
  }

  /** How many columns the table has: rule, verdict and runs are before those of the faults. */
  int columns() {
    return 3 + faults.size();
  }
}
