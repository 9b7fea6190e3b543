package io.cloudadapter.spi;

import io.cloudadapter.spi.feature.MachineGroup;
import java.time.Duration;
import java.util.Objects;

/**
 * How the cloud itself prevents a second machine for one launch key, if it does.
 *
 * @param kind the mechanism
 * @param lifetime for how long after its first use a key surely prevents a second machine; zero for NONE. The cloud
 *     may forget a token after that, or allow a name again: the core stops sending at half of it.
 * @param perZone whether the same key in another zone launches again. The core never sends it there: the zone is part
 *     of the prepared launch.
 */
public record LaunchKeySupport(Kind kind, Duration lifetime, boolean perZone) {

  /** The mechanisms by which clouds recognise keys. */
  public enum Kind {
    /** An idempotency token: a repeated request gets the first answer. */
    TOKEN,
    /** A unique name: the cloud refuses a repeated request for as long as the machine exists. */
    NAME,
    /** No mechanism: a repeated request launches again, so the core sends each launch once. */
    NONE,
    /** No keys: the cloud sizes a {@link MachineGroup}, and the core sets targets that never shrink it. */
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
   * Returns support by an idempotency token.
   *
   * @param lifetime for how long the cloud recognises it
   * @return the support
   */
  public static LaunchKeySupport token(Duration lifetime) {
    return new LaunchKeySupport(Kind.TOKEN, lifetime, false);
  }

  /**
   * Returns support by a unique name.
   *
   * @param lifetime for how long after its first use the cloud surely refuses the name
   * @return the support
   */
  public static LaunchKeySupport name(Duration lifetime) {
    return new LaunchKeySupport(Kind.NAME, lifetime, false);
  }

  /**
   * Returns no support.
   *
   * @return the support
   */
  public static LaunchKeySupport none() {
    return new LaunchKeySupport(Kind.NONE, Duration.ZERO, false);
  }

  /**
   * Returns the support of a group with a target.
   *
   * @return the support
   */
  public static LaunchKeySupport target() {
    return new LaunchKeySupport(Kind.TARGET, Duration.ofDays(36_500), false);
  }

  /**
   * Returns the same support, but with keys that count in one zone only.
   *
   * @return the support
   */
  public LaunchKeySupport inOneZone() {
    return new LaunchKeySupport(kind, lifetime, true);
  }

  /**
   * Returns whether the same request may be sent again under the same key.
   *
   * @return true unless NONE
   */
  public boolean resendable() {
    return kind != Kind.NONE;
  }
}
