package io.cloudadapter.api.action;

import java.time.Instant;
import java.util.Objects;

/**
 * The right of one executor to work at an action for a while.
 *
 * @param holder the executor's name
 * @param epoch one higher than that of the lease before; the pool refuses reports under an older one
 * @param expiresAt when another executor may claim the action
 */
public record ActionLease(String holder, int epoch, Instant expiresAt) {
  /** Checks that nothing is null. */
  public ActionLease {
    Objects.requireNonNull(holder, "holder");
    Objects.requireNonNull(expiresAt, "expiresAt");
  }
}
