package io.cloudadapter.core.config;

import io.cloudadapter.api.TimeSpan;
import java.time.Duration;

/**
 * How many actions of machines there may be, and how long they are kept.
 *
 * @param perMachine how many of one machine may not have ended; 1 to 1,000
 * @param perCaller how many of one caller may not have ended; 1 to 1,000,000
 * @param keep for how long an action that has ended is kept; above 0, at most 30 days
 */
public record ActionsConfig(int perMachine, int perCaller, Duration keep) {
  private static final Duration LONGEST = Duration.ofDays(30);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionsConfig {
    PoolSettings.check("actions.perMachine", perMachine);
    PoolSettings.check("actions.perCaller", perCaller);
    PoolSettings.check("actions.keep", keep);
    if (keep.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "actions.keep must be at most 30d, was " + TimeSpan.text(keep));
    }
  }

  /**
   * What suits most pools: 16 for a machine, 1,000 for a caller, an hour.
   *
   * @return the limits
   */
  public static ActionsConfig usual() {
    return new ActionsConfig(
        PoolSettings.DEFAULTS.integer("actions.perMachine"),
        PoolSettings.DEFAULTS.integer("actions.perCaller"),
        PoolSettings.DEFAULTS.duration("actions.keep"));
  }

  /**
   * The same with another limit of actions of one machine.
   *
   * @param value 1 to 1,000
   * @return other limits
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionsConfig withPerMachine(int value) {
    return new ActionsConfig(value, perCaller, keep);
  }

  /**
   * The same with another limit of actions of one caller.
   *
   * @param value 1 to 1,000,000
   * @return other limits
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionsConfig withPerCaller(int value) {
    return new ActionsConfig(perMachine, value, keep);
  }

  /**
   * The same with ended actions kept for another time.
   *
   * @param value above 0, at most 30 days
   * @return other limits
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionsConfig withKeep(Duration value) {
    return new ActionsConfig(perMachine, perCaller, value);
  }
}
