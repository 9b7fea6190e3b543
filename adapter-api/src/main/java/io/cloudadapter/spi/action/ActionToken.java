package io.cloudadapter.spi.action;

import io.cloudadapter.spi.feature.ActionFeature;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * Names one attempt of an action towards a cloud.
 *
 * @param action the action's uid: what a cloud that knows tokens, names or tags is given, so that the same
 *     action is not done twice, and can be found again
 * @param type the action's type
 * @param attempt which try, 1 for the first
 * @param since when the attempt was in the ledger, by the wall clock of the core: the cloud did not hear of it
 *     before that. To be compared with times of the cloud only with an allowance for how far the clocks may
 *     differ, see {@link ActionFeature#traceable}
 */
public record ActionToken(UUID action, String type, int attempt, Instant since) {
  /** Checks that nothing is null. */
  public ActionToken {
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(since, "since");
  }
}
