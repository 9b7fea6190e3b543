package io.cloudadapter.spi.action;

import io.cloudadapter.spi.feature.ActionFeature;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * The name of one attempt of an action towards a cloud.
 *
 * @param action the action's uid: sent to a cloud that has tokens, names or tags, so that it does not do the same
 *     action twice, and a probe can find it
 * @param type the action's type
 * @param attempt the number of the attempt, 1 for the first
 * @param since when the ledger recorded the attempt, by the wall clock of the core: the cloud got no request for it
 *     before that. Compare it with times of the cloud only with an allowance for the difference of the clocks, see
 *     {@link ActionFeature#traceable}
 */
public record ActionToken(UUID action, String type, int attempt, Instant since) {
  /** Checks that nothing is null. */
  public ActionToken {
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(since, "since");
  }
}
