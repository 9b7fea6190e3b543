package io.cloudadapter.testkit.run;

import io.cloudadapter.testkit.report.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one run of one rule showed.
 *
 * @param findings the rules that were seen broken, not only the one that was tried
 * @param crossings the exchanges of the run
 * @param bit whether the first planned fault struck, if there was one
 * @param untestable why the cloud did not let it be tried
 * @param hung whether it had to be given up
 * @param late how often time ran out in it
 * @param wired whether its calls crossed a wire, and so took real time
 * @param leftOut the parts of the rule that were not tried, and why
 */
public record TrialResult(
    List<Violation> findings,
    List<ExchangePoint> crossings,
    boolean bit,
    Optional<NotTestableException> untestable,
    boolean hung,
    int late,
    boolean wired,
    List<String> leftOut) {
  public TrialResult {
    findings = List.copyOf(findings);
    crossings = List.copyOf(crossings);
    leftOut = List.copyOf(leftOut);
  }

  /** The same with what was seen before. */
  TrialResult with(List<Violation> before) {
    List<Violation> all = new ArrayList<>(before);
    all.addAll(findings);
    return new TrialResult(all, crossings, bit, untestable, hung, late, wired, leftOut);
  }

  /** The same with these findings only, and with why its rule is untested. */
  TrialResult untestable(List<Violation> seen, NotTestableException why) {
    return new TrialResult(seen, crossings, bit, Optional.of(why), hung, late, wired, leftOut);
  }

  /** Whether each rule that another run saw broken was seen broken here, too. */
  boolean repeats(TrialResult other) {
    return other.findings().stream().allMatch(finding -> breaks(finding.rule()));
  }

  /** Whether a rule was seen broken. */
  public boolean breaks(String rule) {
    return findings.stream().anyMatch(finding -> finding.rule().equals(rule));
  }
}
