package io.cloudadapter.core.config;

import io.cloudadapter.api.TimeSpan;
import java.time.Duration;

/**
 * How many actions of machines there may be, and how long they are kept.
 *
 * @param perMachine how many of one machine may not have ended; 1 to 1,000
 * @param perCaller how many of one caller may not have ended; 1 to 1,000,000
 * @param disruptedAtOnce how many machines may be under an action that disrupts them; 1 or more
 * @param keep for how long an action that has ended is kept; above 0, at most 30 days
 */
public record ActionsConfig(int perMachine, int perCaller, int disruptedAtOnce, Duration keep) {
  private static final Duration LONGEST = Duration.ofDays(30);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionsConfig {
    PoolSettings.check("actions.perMachine", perMachine);
    PoolSettings.check("actions.perCaller", perCaller);
    PoolSettings.check("actions.disruptedAtOnce", disruptedAtOnce);
    PoolSettings.check("actions.keep", keep);
    if (keep.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "actions.keep must be at most 30d, was " + TimeSpan.text(keep));
    }
  }

  /**
   * What suits most pools of a given maxSize: 16 for a machine, 1,000 for a caller, a tenth of maxSize (at least
   * one machine) disrupted, an hour.
   *
   * @param maxSize the pool's maxSize
   * @return the limits
   */
  public static ActionsConfig of(int maxSize) {
    return new ActionsConfig(
        PoolSettings.DEFAULTS.integer("actions.perMachine"),
        PoolSettings.DEFAULTS.integer("actions.perCaller"),
        Math.max(1, maxSize / 10),
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
    return new ActionsConfig(value, perCaller, disruptedAtOnce, keep);
  }

  /**
   * The same with another limit of actions of one caller.
   *
   * @param value 1 to 1,000,000
   * @return other limits
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionsConfig withPerCaller(int value) {
    return new ActionsConfig(perMachine, value, disruptedAtOnce, keep);
  }

  /**
   * The same with another limit of machines under a disruptive action.
   *
   * @param value 1 or more
   * @return other limits
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionsConfig withDisruptedAtOnce(int value) {
    return new ActionsConfig(perMachine, perCaller, value, keep);
  }

  /**
   * The same with ended actions kept for another time.
   *
   * @param value above 0, at most 30 days
   * @return other limits
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionsConfig withKeep(Duration value) {
    return new ActionsConfig(perMachine, perCaller, disruptedAtOnce, value);
  }
}
