package io.cloudadapter.testkit;

import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.feature.ProviderFeatures;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The features that an adapter claims or lacks, and whether rules have tried those that it claims. */
final class FeatureClaims {
  private static final Set<Verdict> DECIDED =
      EnumSet.of(Verdict.PASS, Verdict.FAIL, Verdict.WAIVED);

  private final AdapterUnderTest subject;

  FeatureClaims(AdapterUnderTest subject) {
    this.subject = subject;
  }

  /** A feature that is claimed and of which no rule was tried is no more than a claim. */
  Map<String, String> features(List<RuleResult> rulings, Optional<LaunchKeySupport.Kind> keys) {
    Map<String, String> said = new LinkedHashMap<>();
    all().forEach((feature, claimed) -> {
      List<RuleResult> its = rulings.stream()
          .filter(ruling -> ruling.rule().feature().equals(Optional.of(feature)))
          .toList();
      boolean tried =
          its.isEmpty() || its.stream().anyMatch(ruling -> DECIDED.contains(ruling.verdict()));
      said.put(feature, claimed ? (tried ? "claimed" : "untried") : "lacking");
    });
    keys.ifPresent(kind -> said.put("launch keys", kind.name().toLowerCase(Locale.ROOT)));
    return said;
  }

  /** Each feature that the kit knows, and whether it is claimed. */
  Map<String, Boolean> all() {
    Map<String, Boolean> claims = new LinkedHashMap<>();
    ProviderFeatures.ALL.forEach(
        type -> claims.put(type.getSimpleName(), subject.features().contains(type)));
    return claims;
  }
}
