package io.cloudadapter.api.action;

import java.time.Instant;
import java.util.Objects;

/**
 * Who may work at an action at present.
 *
 * @param holder by its own name
 * @param epoch one higher than that of the lease before; what is reported under an older one is refused
 * @param expiresAt when somebody else may take it
 */
public record ActionLease(String holder, int epoch, Instant expiresAt) {
  /** Checks that nothing is null. */
  public ActionLease {
    Objects.requireNonNull(holder, "holder");
    Objects.requireNonNull(expiresAt, "expiresAt");
  }
}
