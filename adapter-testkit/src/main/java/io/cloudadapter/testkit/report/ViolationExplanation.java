package io.cloudadapter.testkit.report;

import io.cloudadapter.testkit.rule.Rule;
import java.util.List;

/** Explains a broken rule: what was seen, in which run, and what to look at. */
public final class ViolationExplanation {
  private static final int SHOWN_LINES = 40;

  private ViolationExplanation() {}

  /**
   * Why a rule has not passed.
   *
   * @param ruling the ruling
   * @return some lines
   */
  public static String of(RuleResult ruling) {
    StringBuilder text = new StringBuilder();
    heading(text, ruling.rule());
    boolean seen = ruling.findings().stream().anyMatch(f -> f.seen().equals(ruling.why()));
    String why = seen || ruling.why().isEmpty() ? "" : ": " + ruling.why();
    line(text, "verdict", ruling.verdict() + why);
    ruling.findings().stream()
        .findFirst()
        .ifPresent(finding -> findings(text, ruling.rule(), finding));
    return text.append('\n').toString();
  }

  /** One finding, as a replay shows it. */
  public static String of(Rule rule, Violation finding) {
    StringBuilder text = new StringBuilder();
    heading(text, rule);
    findings(text, rule, finding);
    return text.append('\n').toString();
  }

  private static void heading(StringBuilder text, Rule rule) {
    text.append(rule.id()).append(' ').append(rule.level()).append(' ').append(rule.sentence());
  }

  private static void findings(StringBuilder text, Rule rule, Violation finding) {
    line(text, "seen", finding.seen());
    line(text, "scenario", finding.scenario().replace("\n", "\n            "));
    line(text, "check", rule.check());
    if (!finding.replay().isEmpty()) {
      line(text, "replay", "-Dcertify.replay=" + finding.replay());
    }
    if (!finding.evidence().isEmpty()) {
      line(text, "evidence", "");
      evidence(
          text,
          finding
              .evidence()
              .lines()
              .map(one -> Excerpt.ofLine(one, finding.seen()))
              .toList());
    }
  }

  /** From the exchange that a fault struck, or else the end: a failure rarely lies far behind either. */
  private static void evidence(StringBuilder text, List<String> lines) {
    int struck = 0;
    while (struck < lines.size() && !lines.get(struck).contains(", spoilt by ")) {
      struck++;
    }
    int from = Math.max(0, Math.min(struck, lines.size() - SHOWN_LINES));
    int to = Math.min(lines.size(), from + SHOWN_LINES);
    if (from > 0) {
      text.append("\n    … (").append(from).append(" lines)");
    }
    lines.subList(from, to).forEach(shown -> text.append("\n    ").append(shown));
    if (to < lines.size()) {
      text.append("\n    … (").append(lines.size() - to).append(" lines)");
    }
  }

  /**
   * Why a certificate is not earned: its reasons, then what is known of the rules that only runs of other
   * rules showed broken, since no test of their own tells.
   *
   * @param certificate the certificate
   * @return some lines
   */
  public static String of(Certificate certificate) {
    StringBuilder text = new StringBuilder();
    text.append(certificate.subject())
        .append(" is ")
        .append(certificate.headline())
        .append(':');
    certificate.reasons().forEach(reason -> text.append("\n  ").append(reason));
    certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() == Verdict.FAIL && overheard(ruling))
        .forEach(ruling -> text.append("\n\n").append(of(ruling)));
    return text.toString();
  }

  private static boolean overheard(RuleResult ruling) {
    String own = ruling.rule().id() + "/";
    return ruling.findings().stream().noneMatch(finding -> finding.replay().startsWith(own));
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("\n  ")
        .append(String.format(java.util.Locale.ROOT, "%-9s ", name))
        .append(value);
  }
}
