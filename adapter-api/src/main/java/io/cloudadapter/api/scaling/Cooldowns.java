package io.cloudadapter.api.scaling;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * When a pool last scaled, for each direction separately. A direction's cooldown ends as soon as its time has passed;
 * the other direction never waits for it, and a decision that changes nothing starts no cooldown.
 *
 * @param in when a scaling in last started the cooldown, if ever
 * @param out when a scaling out last started the cooldown, if ever
 */
public record Cooldowns(Optional<Instant> in, Optional<Instant> out) {
  /** The times of a pool that has never scaled. */
  public static final Cooldowns NONE = new Cooldowns(Optional.empty(), Optional.empty());

  /** Checks that nothing is null. */
  public Cooldowns {
    Objects.requireNonNull(in, "in");
    Objects.requireNonNull(out, "out");
  }

  /**
   * Returns how much of a policy's cooldown is left.
   *
   * @param policy the policy to use
   * @param now the time
   * @return zero if the policy may be used
   */
  public Duration left(AdjustmentPolicy policy, Instant now) {
    Optional<Instant> last = policy.event() == ScalingDirection.SCALE_IN ? in : out;
    if (last.isEmpty()) {
      return Duration.ZERO;
    }
    Duration left = Duration.between(now, last.get().plus(policy.cooldown()));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /**
   * Returns the times after a decision was carried out.
   *
   * @param decision the decision
   * @param now the time
   * @return these times, with that of the decision's direction set if it changes anything
   */
  public Cooldowns after(ScalingDecision decision, Instant now) {
    if (!decision.changes() || decision.event().isEmpty()) {
      return this;
    }
    return decision.event().get() == ScalingDirection.SCALE_IN
        ? new Cooldowns(Optional.of(now), out)
        : new Cooldowns(in, Optional.of(now));
  }

  /**
   * Returns the reason to refuse a request during a cooldown.
   *
   * @param policy the name or id of the policy
   * @return a sentence for people, in Senlin's words
   */
  public static String refusal(String policy) {
    return "Policy " + policy + " cooldown is still in progress.";
  }
}
