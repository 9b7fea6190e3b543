package io.cloudadapter.testkit.channel;

import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.wire.RecordedExchange;
import java.util.List;
import java.util.Optional;

/**
 * What one run of one rule for channels showed.
 *
 * @param findings the rules that were seen broken, not only the one that was tried
 * @param exchanges what crossed between the channel and its receiver
 * @param bit whether the planned fault struck, if there was one
 * @param untestable why it could not be tried
 * @param hung whether it had to be given up
 */
record ChannelTrialResult(
    List<Violation> findings,
    List<RecordedExchange> exchanges,
    boolean bit,
    Optional<NotTestableException> untestable,
    boolean hung) {
  ChannelTrialResult {
    findings = List.copyOf(findings);
    exchanges = List.copyOf(exchanges);
  }

  boolean breaks(String rule) {
    return findings.stream().anyMatch(finding -> finding.rule().equals(rule));
  }
}
