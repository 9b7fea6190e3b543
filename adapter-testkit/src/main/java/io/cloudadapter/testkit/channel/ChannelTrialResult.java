package io.cloudadapter.testkit.channel;

import io.cloudadapter.testkit.report.Violation;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.wire.RecordedExchange;
import java.util.ArrayList;
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
 * @param late whether time ran out, which may be the doing of a machine that is busy
 */
record ChannelTrialResult(
    List<Violation> findings,
    List<RecordedExchange> exchanges,
    boolean bit,
    Optional<NotTestableException> untestable,
    boolean hung,
    boolean late) {
  ChannelTrialResult {
    findings = List.copyOf(findings);
    exchanges = List.copyOf(exchanges);
  }

  boolean breaks(String rule) {
    return findings.stream().anyMatch(finding -> finding.rule().equals(rule));
  }

  /** Whether each rule that another run saw broken was seen broken here, too. */
  boolean repeats(ChannelTrialResult other) {
    return other.findings().stream().allMatch(finding -> breaks(finding.rule()));
  }

  /** The same run with these findings only, and with why its rule is untested. */
  ChannelTrialResult untestable(List<Violation> seen, NotTestableException why) {
    return new ChannelTrialResult(seen, exchanges, bit, Optional.of(why), hung, late);
  }

  /** The same run, and what another one has seen. */
  ChannelTrialResult with(List<Violation> more) {
    List<Violation> all = new ArrayList<>(findings);
    all.addAll(more);
    return new ChannelTrialResult(all, exchanges, bit, untestable, hung, late);
  }
}
