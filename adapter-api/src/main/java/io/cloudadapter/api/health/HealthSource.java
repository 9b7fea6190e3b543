package io.cloudadapter.api.health;

import java.util.Locale;

/**
 * Where the service state of a machine comes from, the source with the highest priority first. A source does not change
 * what one of a higher priority has set.
 */
public enum HealthSource {
  /** A caller who sets the service state: a person, or a program in a person's place. */
  CALLER,
  /** A program that watches machines by itself and reports what it finds. */
  AGENT,
  /** The load balancers of the pool, which check the machines behind them. */
  LOAD_BALANCER,
  /** The pool's own health probe. */
  PROBE,
  /** The cloud, which checks its hosts and their instances. */
  CLOUD;

  /**
   * The source in messages.
   *
   * @return its name in lower case, with hyphens
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Whether programs outside of the pool report as this source.
   *
   * @return false for a caller, who sets the state, and for sources that the pool itself reads
   */
  public boolean reports() {
    return this == AGENT || this == PROBE;
  }

  /**
   * Whether this source has a higher priority than another one.
   *
   * @param other the other source
   * @return false also if they are the same
   */
  public boolean outranks(HealthSource other) {
    return compareTo(other) < 0;
  }
}
