package io.cloudadapter.spi;

import java.util.Objects;

/**
 * A part of the cloud that a list could not see: an unreachable zone, a cell that is down.
 *
 * @param scope which part
 * @param why what the cloud said, for people
 */
public record ListGap(ErrorScope scope, String why) {
  /** Checks that nothing is missing. */
  public ListGap {
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(why, "why");
  }
}
