package io.cloudadapter.spi;

import io.cloudadapter.spi.feature.MachineGroup;
import java.time.Duration;
import java.util.Objects;

/**
 * Whether, and how, the cloud itself prevents a second machine for one launch key.
 *
 * @param kind how
 * @param lifetime for how long after its first use a key surely prevents a second machine; zero for NONE.
 *     A token may be forgotten after that, a name given again: the core stops sending at half of it.
 * @param perZone whether the same key in another zone launches again. The core never does that: the zone
 *     is part of the frozen request.
 */
public record LaunchKeySupport(Kind kind, Duration lifetime, boolean perZone) {

  /** The ways in which clouds remember keys. */
  public enum Kind {
    /** An idempotency token: the same request again gets the first answer. */
    TOKEN,
    /** A unique name: the same request again is refused as long as the machine exists. */
    NAME,
    /** None: the same request again launches again, so the core sends each launch once. */
    NONE,
    /** No keys at all: the cloud sizes a {@link MachineGroup} by itself, and is told a target that never shrinks it. */
    TARGET
  }

  /** Checks that the lifetime fits. */
  public LaunchKeySupport {
    Objects.requireNonNull(kind, "kind");
    if (lifetime.isNegative() || (kind == Kind.NONE) != lifetime.isZero()) {
      throw new IllegalArgumentException(
          "key lifetime must be positive, and zero for NONE, was " + lifetime + " for " + kind);
    }
  }

  /**
   * An idempotency token.
   *
   * @param lifetime for how long the cloud remembers it
   * @return the support
   */
  public static LaunchKeySupport token(Duration lifetime) {
    return new LaunchKeySupport(Kind.TOKEN, lifetime, false);
  }

  /**
   * A unique name.
   *
   * @param lifetime for how long after its first use the name is surely not given again
   * @return the support
   */
  public static LaunchKeySupport name(Duration lifetime) {
    return new LaunchKeySupport(Kind.NAME, lifetime, false);
  }

  /**
   * No support.
   *
   * @return the support
   */
  public static LaunchKeySupport none() {
    return new LaunchKeySupport(Kind.NONE, Duration.ZERO, false);
  }

  /**
   * A group that is told a target.
   *
   * @return the support
   */
  public static LaunchKeySupport target() {
    return new LaunchKeySupport(Kind.TARGET, Duration.ofDays(36_500), false);
  }

  /**
   * The same support, but a key counts in one zone only.
   *
   * @return the support
   */
  public LaunchKeySupport inOneZone() {
    return new LaunchKeySupport(kind, lifetime, true);
  }

  /**
   * Whether sending the same request under the same key again is safe.
   *
   * @return true unless NONE
   */
  public boolean resendable() {
    return kind != Kind.NONE;
  }
}
