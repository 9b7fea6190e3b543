package io.cloudadapter.testkit.subject;

import java.time.Duration;
import java.util.Objects;

/**
 * What a cloud promises of its own times, by its documentation: no adapter may declare less, since the core
 * gives up, and
 * launches again, by what is declared.
 *
 * @param lateAcceptance how late a request may be accepted that was sent
 * @param visibleWithin how late lists may show a machine that was made
 * @param goneWithin how late lists may still show a machine that has ended
 * @param keyLifetime for how long the cloud remembers a launch key; zero if it has none
 */
public record CloudPromises(
    Duration lateAcceptance, Duration visibleWithin, Duration goneWithin, Duration keyLifetime) {

  /** Checks that each is there. */
  public CloudPromises {
    Objects.requireNonNull(lateAcceptance, "lateAcceptance");
    Objects.requireNonNull(visibleWithin, "visibleWithin");
    Objects.requireNonNull(goneWithin, "goneWithin");
    Objects.requireNonNull(keyLifetime, "keyLifetime");
  }
}
