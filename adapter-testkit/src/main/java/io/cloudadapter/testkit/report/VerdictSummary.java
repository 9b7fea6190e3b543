package io.cloudadapter.testkit.report;

import io.cloudadapter.testkit.report.Certificate.Result;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.RuleLevel;
import io.cloudadapter.testkit.rule.Waiver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the verdicts of a certification. */
public final class VerdictSummary {
  private final List<RuleResult> rulings;
  private final Thoroughness tier;

  public VerdictSummary(List<RuleResult> rulings, Thoroughness tier) {
    this.rulings = rulings;
    this.tier = tier;
  }

  /**
   * What was certified.
   *
   * @param code the class whose origin distinguishes the code from any other
   * @param live whether it was a real account, which cannot show everything
   */
  public record Certified(
      String name,
      String version,
      String mode,
      Class<?> code,
      List<Waiver> waivers,
      boolean live) {}

  public Certificate certificate(
      Certified subject, long seed, RuleBook book, Map<String, String> features, int runs) {
    List<String> broken = new ArrayList<>();
    List<String> open = new ArrayList<>();
    // Many rules may wait for one.
    Map<String, List<String>> blocked = new LinkedHashMap<>();
    Map<String, List<String>> untested = new LinkedHashMap<>();
    boolean waived = false;
    for (RuleResult ruling : rulings) {
      switch (ruling.verdict()) {
        case FAIL -> {
          if (ruling.rule().level() == RuleLevel.MUST) {
            broken.add(ruling.rule().id() + " FAIL: " + ruling.why());
          }
        }
        case BLOCKED -> {
          if (ruling.rule().level() == RuleLevel.MUST) {
            blocked
                .computeIfAbsent(ruling.why(), why -> new ArrayList<>())
                .add(ruling.rule().id());
          }
        }
        case UNTESTED -> {
          if (counts(ruling, subject)) {
            untested
                .computeIfAbsent(ruling.why(), why -> new ArrayList<>())
                .add(ruling.rule().id());
          }
        }
        case WAIVED -> waived = true;
        case PASS, NOT_CLAIMED -> {}
      }
      if (ruling.vacuous() > 0) {
        open.add(
            ruling.rule().id() + ": " + ruling.vacuous() + " runs in which the fault never struck");
      }
    }
    blocked.forEach((why, rules) -> broken.add(String.join(", ", rules) + " BLOCKED: " + why));
    untested.forEach((why, rules) -> open.add(String.join(", ", rules) + " UNTESTED: " + why));
    List<String> reasons = new ArrayList<>(broken);
    reasons.addAll(open);
    return new Certificate(
        subject.name(),
        subject.version(),
        subject.mode(),
        tier,
        seed,
        book.version(),
        book.sha256(),
        CodeDigest.sha256(subject.code()),
        features,
        rulings,
        subject.waivers(),
        result(broken, open, waived),
        reasons,
        runs,
        Map.of(),
        "",
        0,
        Map.of());
  }

  /**
   * A rule that documents why nothing tests it leaves no gap, nor does one that a real account cannot show. One that
   * only this certification could not try leaves a gap on a real account, too.
   */
  private boolean counts(RuleResult ruling, Certified subject) {
    return ruling.rule().level() == RuleLevel.MUST
        && ruling.rule().untested().isEmpty()
        && (ruling.inconclusive() || tier != Thoroughness.LIVE || !subject.live());
  }

  private Result result(List<String> broken, List<String> open, boolean waived) {
    if (!broken.isEmpty()) {
      return Result.NOT_CERTIFIED;
    }
    if (!open.isEmpty()) {
      return Result.INCOMPLETE;
    }
    if (tier == Thoroughness.SMOKE) {
      return Result.SMOKE_ONLY;
    }
    return waived ? Result.CERTIFIED_WITH_WAIVERS : Result.CERTIFIED;
  }
}
