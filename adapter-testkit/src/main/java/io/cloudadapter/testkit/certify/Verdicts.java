package io.cloudadapter.testkit.certify;

import io.cloudadapter.testkit.certify.Certificate.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sums the rulings up. */
final class Verdicts {
  private final List<Ruling> rulings;
  private final Tier tier;

  Verdicts(List<Ruling> rulings, Tier tier) {
    this.rulings = rulings;
    this.tier = tier;
  }

  /**
   * What was certified.
   *
   * @param code the class by whose origin the code is told from any other
   * @param live whether it was a real account, which cannot show everything
   */
  record Certified(
      String name,
      String version,
      String mode,
      Class<?> code,
      List<Waiver> waivers,
      boolean live) {}

  Certificate certificate(
      Certified subject, long seed, RuleBook book, Map<String, String> features, int runs) {
    List<String> broken = new ArrayList<>();
    List<String> open = new ArrayList<>();
    boolean waived = false;
    for (Ruling ruling : rulings) {
      String what = ruling.rule().id() + " " + ruling.verdict() + ": " + ruling.why();
      switch (ruling.verdict()) {
        case FAIL, BLOCKED -> {
          if (ruling.rule().level() == Level.MUST) {
            broken.add(what);
          }
        }
        case UNTESTED -> {
          if (counts(ruling, subject)) {
            open.add(what);
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
        0);
  }

  /** A rule that says itself why nothing tests it leaves no gap, nor what a real account cannot show. */
  private boolean counts(Ruling ruling, Certified subject) {
    return ruling.rule().level() == Level.MUST
        && ruling.rule().untested().isEmpty()
        && !(tier == Tier.LIVE && subject.live());
  }

  private Result result(List<String> broken, List<String> open, boolean waived) {
    if (!broken.isEmpty()) {
      return Result.NOT_CERTIFIED;
    }
    if (!open.isEmpty()) {
      return Result.INCOMPLETE;
    }
    if (tier == Tier.SMOKE) {
      return Result.SMOKE_ONLY;
    }
    return waived ? Result.CERTIFIED_WITH_WAIVERS : Result.CERTIFIED;
  }
}
