package io.cloudadapter.testkit.report;

import static io.cloudadapter.testkit.report.HtmlEscaper.code;
import static io.cloudadapter.testkit.report.HtmlEscaper.sentence;
import static io.cloudadapter.testkit.report.HtmlEscaper.text;

import io.cloudadapter.testkit.report.Certificate.Result;
import io.cloudadapter.testkit.rule.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A certificate for people: one page that needs nothing but itself, on a screen and on paper. */
public final class CertificatePage {
  private static final String STYLE = "certificate.css";

  private final Certificate certificate;

  public CertificatePage(Certificate certificate) {
    this.certificate = certificate;
  }

  public String html() {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s: %s</title>
        <style>
        %s</style>
        </head>
        <body>
        %s%s%s%s%s%s%s%s</body>
        </html>
        """.formatted(
            text(certificate.subject()),
            headline(),
            style(),
            head(),
            waivers(),
            reasons(),
            broken(),
            new FaultMatrix(certificate).html(),
            features(),
            untried(),
            repeat());
  }

  /** Enumerations as people write them. */
  static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String head() {
    String counts = List.of(Verdict.values()).stream()
        .filter(verdict -> certificate.count(verdict) > 0)
        .map(verdict -> "<li class=\"" + verdict.name().toLowerCase(Locale.ROOT) + "\"><b>"
            + certificate.count(verdict) + "</b> " + words(verdict) + "</li>")
        .collect(Collectors.joining("\n"));
    return """
        <header class="%s">
        <p class="who">%s <span>%s</span></p>
        <h1>%s</h1>
        <p>%s</p>
        <ul class="counts">
        %s
        </ul>
        <dl>%s</dl>
        </header>
        """.formatted(
            certificate.result().name().toLowerCase(Locale.ROOT),
            text(certificate.subject()),
            text(certificate.version()),
            headline(),
            meaning(certificate.result()),
            counts,
            circumstances());
  }

  /** Never without the tier: a certificate of SMOKE must not pass for one of FULL. */
  private String headline() {
    return certificate.headline().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String meaning(Result result) {
    long rules = Badge.applying(certificate);
    String held = certificate.count(Verdict.PASS) + " of the " + rules
        + " rules that apply held in " + certificate.runs() + " runs."
        + (certificate.tier() == Thoroughness.SAMPLE
            ? " Faults struck some of their exchanges, not each."
            : "")
        + (certificate.tier() == Thoroughness.LIVE
            ? " No fault struck any of their exchanges."
            : "");
    return held
        + untriedInWords()
        + switch (result) {
          case CERTIFIED -> " In what was tried the pool library may believe this " + what() + ".";
          case CERTIFIED_WITH_WAIVERS -> " Some are known to be broken, and waived below.";
          case SMOKE_ONLY ->
            " Nothing is broken in peace, but no fault was tried: this is no certificate.";
          case INCOMPLETE -> " Nothing binding is broken, but not everything could be tried.";
          case NOT_CERTIFIED ->
            (certificate.isOfChannel() ? " Messages or secrets" : " Money or machines")
                + " can be lost with this " + what()
                + " as it is; what to mend is listed below.";
        };
  }

  /** What no reader may take for held. */
  private String untriedInWords() {
    long untried = certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() == Verdict.UNTESTED)
        .filter(ruling -> ruling.rule().untested().isEmpty())
        .count();
    long partly = certificate.rulings().stream()
        .filter(ruling -> ruling.verdict() == Verdict.PASS && !ruling.why().isEmpty())
        .count();
    return (untried == 0 ? "" : " Not tried: " + untried + " of them.")
        + (partly == 0 ? "" : " Tried in part: " + partly + " of those that held.");
  }

  private String what() {
    return certificate.isOfChannel() ? "channel" : "adapter";
  }

  private String circumstances() {
    StringBuilder all = new StringBuilder();
    term(all, "against", "a cloud of kind " + code(certificate.mode()));
    term(all, "tier", words(certificate.tier()));
    term(all, "seed", code(Long.toString(certificate.seed())));
    term(
        all,
        "rules",
        text(certificate.rules()) + " "
            + code(certificate.rulesSha256().replaceAll("(.{12}).*", "$1…")));
    term(all, "code", code(certificate.codeSha256()));
    if (!certificate.started().isEmpty()) {
      term(all, "started", text(certificate.started()));
    }
    if (certificate.seconds() > 0) {
      term(all, "took", String.format(Locale.ROOT, "%.1f s", certificate.seconds()));
    }
    certificate.environment().forEach((name, value) -> term(all, text(name), text(value)));
    term(all, "digest", code(certificate.digest()));
    return all.toString();
  }

  private static void term(StringBuilder all, String name, String value) {
    all.append("<div><dt>").append(name).append("</dt><dd>").append(value).append("</dd></div>\n");
  }

  private String waivers() {
    if (certificate.waivers().isEmpty()) {
      return "";
    }
    String rows = certificate.waivers().stream()
        .map(waiver -> "<li><a href=\"#" + text(waiver.rule()) + "\">" + text(waiver.rule())
            + "</a> until " + waiver.until() + ": " + text(waiver.why()) + "<br><span>"
            + sentence(certificate.ruling(waiver.rule()).rule().sentence()) + "</span></li>")
        .collect(Collectors.joining("\n"));
    return section("Waivers", "<ul class=\"waivers\">\n" + rows + "\n</ul>");
  }

  private String reasons() {
    if (certificate.reasons().isEmpty()) {
      return "";
    }
    String rows = certificate.reasons().stream()
        .map(reason -> "<li>" + text(reason) + "</li>")
        .collect(Collectors.joining("\n"));
    return section("What it lacks", "<ol>\n" + rows + "\n</ol>");
  }

  private String broken() {
    String cards = certificate.rulings().stream()
        .filter(ruling -> !ruling.findings().isEmpty())
        .map(CertificatePage::card)
        .collect(Collectors.joining());
    return cards.isEmpty() ? "" : section("What is broken", cards);
  }

  private static String card(RuleResult ruling) {
    Rule rule = ruling.rule();
    String findings =
        ruling.findings().stream().map(CertificatePage::finding).collect(Collectors.joining());
    return """
        <article class="%s">
        <h3>%s %s</h3>
        <p class="sentence">%s</p>
        <p class="check"><b>check</b> %s</p>
        %s</article>
        """.formatted(
            ruling.verdict().name().toLowerCase(Locale.ROOT),
            rule.id(),
            rule.level() + (ruling.verdict() == Verdict.FAIL ? "" : ", " + words(ruling.verdict())),
            sentence(rule.sentence()),
            sentence(rule.check()),
            findings);
  }

  private static String finding(Violation finding) {
    String replay = finding.replay().isEmpty()
        ? ""
        : "<dt>replay</dt><dd>" + code("-Dcertify.replay=" + finding.replay()) + "</dd>\n";
    String evidence = finding.evidence().isBlank()
        ? ""
        : "<details><summary>what crossed the wire</summary><pre>" + text(finding.evidence())
            + "</pre></details>\n";
    return "<dl>\n<dt>seen</dt><dd>" + text(finding.seen()) + "</dd>\n<dt>scenario</dt><dd>"
        + text(finding.scenario()) + "</dd>\n" + replay + "</dl>\n" + evidence;
  }

  private String features() {
    if (certificate.features().isEmpty()) {
      return "";
    }
    String rows = certificate.features().entrySet().stream()
        .map(feature -> "<li class=\"" + text(feature.getValue()) + "\">" + code(feature.getKey())
            + " " + text(feature.getValue()) + "</li>")
        .collect(Collectors.joining("\n"));
    return section("Features", "<ul class=\"features\">\n" + rows + "\n</ul>");
  }

  private String untried() {
    Map<Verdict, List<RuleResult>> open = certificate.rulings().stream()
        .filter(ruling -> ruling.findings().isEmpty() && !ruling.why().isEmpty())
        .collect(Collectors.groupingBy(RuleResult::verdict));
    if (open.isEmpty()) {
      return "";
    }
    String rows = open.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .flatMap(entry -> entry.getValue().stream())
        .map(ruling ->
            "<tr><td><a href=\"#" + ruling.rule().id() + "\">" + ruling.rule().id()
                + "</a></td><td>" + ruling.rule().level() + "</td><td>" + words(ruling.verdict())
                + "</td><td>" + text(ruling.why()) + "</td></tr>")
        .collect(Collectors.joining("\n"));
    return section("What was not tried", "<table class=\"open\">\n" + rows + "\n</table>");
  }

  private String repeat() {
    String tier = certificate.tier().name().toLowerCase(Locale.ROOT);
    String test = certificate.isOfChannel() ? "HookChannelCertification" : "AdapterCertification";
    String commandLine = certificate.isOfChannel()
        ? ""
        : "<p>Or from the command line:</p>\n<pre>adapter certify --provider "
            + text(certificate.subject()) + " --tier " + tier + " --seed " + certificate.seed()
            + " --config FILE</pre>\n";
    return section(
        "How to have it again",
        "<p>In the " + what() + "'s own build, where a test extends " + code(test)
            + ":</p>\n<pre>mvn test -Dtest='*CertificationTest' -Dcertify.tier=" + tier
            + " -Dcertify.seed=" + certificate.seed() + "</pre>\n" + commandLine + "<p>The same "
            + what() + ", kit, tier and seed give the same digest.</p>");
  }

  static String section(String title, String body) {
    return "<section>\n<h2>" + title + "</h2>\n" + body + "\n</section>\n";
  }

  private static String style() {
    try (InputStream in = CertificatePage.class.getResourceAsStream(STYLE)) {
      if (in == null) {
        throw new IllegalStateException("the testkit's jar lacks " + STYLE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the testkit's " + STYLE, e);
    }
  }
}
