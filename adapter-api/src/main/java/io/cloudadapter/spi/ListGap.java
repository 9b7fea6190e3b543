package io.cloudadapter.spi;

import java.util.Objects;

/**
 * A part of the cloud that a list could not read: an unreachable zone, a cell that is down.
 *
 * @param scope the part
 * @param why the cloud's explanation, for people
 */
public record ListGap(ErrorScope scope, String why) {
  /** Checks that nothing is missing. */
  public ListGap {
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(why, "why");
  }
}
