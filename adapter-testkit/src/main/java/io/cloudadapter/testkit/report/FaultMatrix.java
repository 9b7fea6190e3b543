package io.cloudadapter.testkit.report;

import static io.cloudadapter.testkit.report.HtmlEscaper.sentence;
import static io.cloudadapter.testkit.report.HtmlEscaper.text;

import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All rules by all faults: in how many runs each was tried under which. */
final class FaultMatrix {
  private static final String LEGEND =
      "<p class=\"legend\">A number says in how many runs the fault"
          + " struck the rule and it held; <span class=\"broke\">3 of 21</span> in how many it broke;"
          + " <span class=\"vacuous\">∅ 2</span> in how many the fault never struck, so that they say"
          + " nothing. An empty cell: the fault makes no sense there.</p>\n";

  private final Certificate certificate;
  private final RuleBook book;
  private final List<WireFault> faults;

  FaultMatrix(Certificate certificate) {
    this.certificate = certificate;
    this.book = certificate.isOfChannel() ? RuleBook.channels() : RuleBook.standard();
    this.faults = Stream.of(WireFault.values())
        .filter(fault ->
            certificate.rulings().stream().anyMatch(ruling -> ruling.faults().containsKey(fault)))
        .toList();
  }

  String html() {
    StringBuilder rows = new StringBuilder();
    String chapter = "";
    for (RuleResult ruling : certificate.rulings()) {
      String now = book.chapter(ruling.rule());
      if (!now.equals(chapter)) {
        rows.append("<tr class=\"chapter\"><th colspan=\"")
            .append(faults.size() + 3)
            .append("\">")
            .append(text(now))
            .append("</th></tr>\n");
        chapter = now;
      }
      rows.append(row(ruling));
    }
    String head = faults.stream()
        .map(fault -> "<th class=\"fault\"><span>" + CertificatePage.words(fault) + "</span></th>")
        .collect(Collectors.joining());
    return CertificatePage.section(
        "All rules",
        (faults.isEmpty() ? "" : LEGEND)
            + "<div class=\"wide\"><table class=\"matrix\">\n<thead><tr>"
            + "<th>rule</th><th>verdict</th><th>runs</th>" + head + "</tr></thead>\n<tbody>\n"
            + rows
            + "</tbody></table></div>");
  }

  private String row(RuleResult ruling) {
    Rule rule = ruling.rule();
    String verdict = ruling.verdict().name().toLowerCase(Locale.ROOT);
    String cells = faults.stream()
        .map(fault -> cell(ruling.faults().get(fault)))
        .collect(Collectors.joining());
    return "<tr id=\"" + rule.id() + "\"><th class=\"rule\" scope=\"row\"><b>" + rule.id()
        + "</b> <i>"
        + rule.level() + "</i> " + sentence(rule.sentence()) + "</th><td class=\"verdict " + verdict
        + "\">" + CertificatePage.words(ruling.verdict()) + "</td><td class=\"count\">"
        + (ruling.runs() == 0 ? "" : ruling.runs()) + "</td>" + cells + "</tr>\n";
  }

  private static String cell(@Nullable FaultStatistics bites) {
    if (bites == null) {
      return "<td></td>";
    }
    int struck = bites.runs() - bites.vacuous();
    String empty =
        bites.vacuous() == 0 ? "" : " <span class=\"vacuous\">∅ " + bites.vacuous() + "</span>";
    String said = bites.broken() > 0
        ? "<span class=\"broke\">" + bites.broken() + " of " + struck + "</span>"
        : String.valueOf(struck);
    return "<td class=\"count\">" + said + empty + "</td>";
  }
}
