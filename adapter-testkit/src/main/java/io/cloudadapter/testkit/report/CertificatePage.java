package io.cloudadapter.testkit.report;

import com.samskivert.mustache.Mustache;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.Waiver;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A certificate for people: one page that needs nothing but itself, on a screen and on paper. The template
 * {@code certificate.html} takes its facts from here by their names.
 */
public final class CertificatePage {
  private final Certificate certificate;

  public CertificatePage(Certificate certificate) {
    this.certificate = certificate;
  }

  /** How many rules have a verdict. */
  record Count(Verdict verdict, int rules) {}

  /** A waiver with the rule that it is about. */
  record WaivedRule(Waiver waiver, Rule rule) {}

  public String html() {
    return PageTemplates.fill("certificate.html", this);
  }

  Certificate certificate() {
    return certificate;
  }

  /** Never without the tier: a certificate of SMOKE must not pass for one of FULL. */
  String headline() {
    return certificate.headline().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** What the result means, in sentences. */
  String meaning() {
    return certificate.count(Verdict.PASS) + " of the " + Badge.applying(certificate)
        + " rules that apply held in " + certificate.runs() + " runs."
        + switch (certificate.tier()) {
          case SAMPLE -> " Faults struck some of their exchanges, not each.";
          case LIVE -> " No fault struck any of their exchanges.";
          case SMOKE, FULL, DEEP -> "";
        }
        + untriedInWords()
        + switch (certificate.result()) {
          case CERTIFIED ->
            " In what was tried the pool library may believe this " + subject() + ".";
          case CERTIFIED_WITH_WAIVERS -> " Some are known to be broken, and waived below.";
          case SMOKE_ONLY ->
            " Nothing is broken in peace, but no fault was tried: this is no certificate.";
          case INCOMPLETE -> " Nothing binding is broken, but not everything could be tried.";
          case NOT_CERTIFIED ->
            (certificate.isOfChannel() ? " Messages or secrets" : " Money or machines")
                + " can be lost with this " + subject()
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

  String subject() {
    return certificate.isOfChannel() ? "channel" : "adapter";
  }

  List<Count> counts() {
    return Stream.of(Verdict.values())
        .map(verdict -> new Count(verdict, certificate.count(verdict)))
        .filter(count -> count.rules() > 0)
        .toList();
  }

  /** The digest of the rules, as far as people compare it. */
  String rulesSha256() {
    return certificate.rulesSha256().replaceAll("(.{12}).*", "$1…");
  }

  /** How long it took; empty if that is not known. */
  String took() {
    return certificate.seconds() > 0
        ? String.format(Locale.ROOT, "%.1f s", certificate.seconds())
        : "";
  }

  List<WaivedRule> waivers() {
    return certificate.waivers().stream()
        .map(waiver -> new WaivedRule(waiver, certificate.ruling(waiver.rule()).rule()))
        .toList();
  }

  List<RuleResult> broken() {
    return certificate.rulings().stream()
        .filter(ruling -> !ruling.findings().isEmpty())
        .toList();
  }

  TimeTable times() {
    return TimeTable.of(certificate);
  }

  NotClaimed notClaimed() {
    return NotClaimed.of(certificate);
  }

  FaultMatrix matrix() {
    return FaultMatrix.of(certificate);
  }

  /** Rules that a reader may take for tried although they were not, or not wholly. */
  List<RuleResult> untried() {
    return certificate.rulings().stream()
        .filter(ruling -> ruling.findings().isEmpty() && !ruling.why().isEmpty())
        .filter(ruling -> ruling.verdict() != Verdict.NOT_CLAIMED)
        .sorted(Comparator.comparing(RuleResult::verdict))
        .toList();
  }

  /** Turns a constant of an enumeration into the name of its style. */
  Mustache.Lambda style() {
    return (constant, out) -> out.write(constant.execute().replace(' ', '_'));
  }

  /** Shows what a sentence of the rules has in backticks as code. */
  Mustache.Lambda backticks() {
    return (sentence, out) -> out.write(HtmlEscaper.code(sentence.execute()));
  }
}
