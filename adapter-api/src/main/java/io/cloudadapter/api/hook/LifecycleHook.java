package io.cloudadapter.api.hook;

import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.util.Objects;

/**
 * A configured wait of each machine of a pool in a transition. The hook waits until it is completed with its token or
 * its timeout passes, and never less. The time counts from the moment when the ledger records the waiting hook,
 * before the receiver gets the message.
 *
 * @param name 1 to 64 letters, digits, '.', '_' or '-'; unique among the hooks of one pool
 * @param transition the transition in which it waits
 * @param timeout how long it waits for a completion or a heartbeat; 1 second to 48 hours
 * @param limit how long heartbeats can extend it; timeout to 48 hours
 * @param otherwise the result if its time runs out
 * @param target the receiver of its messages
 * @param metadata handed to the receiver as it is; at most 1,023 characters
 */
public record LifecycleHook(
    String name,
    LifecycleTransition transition,
    Duration timeout,
    Duration limit,
    HookResult otherwise,
    HookTarget target,
    String metadata) {
  /** The longest time that a hook may wait. */
  public static final Duration LONGEST = Duration.ofDays(2);

  private static final int TIMEOUTS = 100;
  private static final int MOST_METADATA = 1023;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public LifecycleHook {
    Objects.requireNonNull(transition, "transition");
    Objects.requireNonNull(otherwise, "otherwise");
    Objects.requireNonNull(target, "target");
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw new IllegalArgumentException(
          "a hook must have a name of 1 to 64 letters, digits, '.', '_' or '-', was '" + name
              + "'");
    }
    within("timeout", timeout, Duration.ofSeconds(1));
    within("limit", limit, timeout);
    if (metadata.length() > MOST_METADATA) {
      throw new IllegalArgumentException(
          "metadata must have at most " + MOST_METADATA + " characters, had " + metadata.length());
    }
  }

  private static void within(String field, Duration value, Duration least) {
    if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(field + " must be " + TimeSpan.text(least) + " to "
          + TimeSpan.text(LONGEST) + ", was " + TimeSpan.text(value));
    }
  }

  /**
   * Makes a hook before a machine ends. If its time runs out, the next hook follows, then the end.
   *
   * @param name its name
   * @param timeout how long it waits, 1 second to 48 hours; with heartbeats up to a hundred times that, at
   *     most 48 hours
   * @param target the receiver of its messages
   * @return a hook
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public static LifecycleHook onTerminate(String name, Duration timeout, HookTarget target) {
    return of(name, LifecycleTransition.TERMINATE, timeout, HookResult.CONTINUE, target);
  }

  /**
   * Makes a hook before a machine enters service. If its time runs out, the pool ends the machine and replaces it.
   *
   * @param name its name
   * @param timeout how long it waits, 1 second to 48 hours; with heartbeats up to a hundred times that, at
   *     most 48 hours
   * @param target the receiver of its messages
   * @return a hook
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public static LifecycleHook onLaunch(String name, Duration timeout, HookTarget target) {
    return of(name, LifecycleTransition.LAUNCH, timeout, HookResult.ABANDON, target);
  }

  /**
   * Makes a hook in any transition. If its time runs out, a machine that was to become ready or to enter service ends,
   * and one that was to end, or to return to the warm pool, goes on.
   *
   * @param name its name
   * @param transition the transition in which it waits
   * @param timeout how long it waits, 1 second to 48 hours; with heartbeats up to a hundred times that, at
   *     most 48 hours
   * @param target the receiver of its messages
   * @return a hook
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public static LifecycleHook on(
      String name, LifecycleTransition transition, Duration timeout, HookTarget target) {
    HookResult otherwise = switch (transition) {
      case LAUNCH, WARM_IN, WAKE -> HookResult.ABANDON;
      case TERMINATE, WARM_RETURN -> HookResult.CONTINUE;
    };
    return of(name, transition, timeout, otherwise, target);
  }

  private static LifecycleHook of(
      String name,
      LifecycleTransition transition,
      Duration timeout,
      HookResult otherwise,
      HookTarget target) {
    return new LifecycleHook(name, transition, timeout, limit(timeout), otherwise, target, "");
  }

  private static Duration limit(Duration timeout) {
    boolean many = timeout.compareTo(LONGEST.dividedBy(TIMEOUTS)) > 0;
    return many ? LONGEST : timeout.multipliedBy(TIMEOUTS);
  }

  /**
   * Returns the same hook with another limit for heartbeats.
   *
   * @param longest timeout to 48 hours
   * @return another hook
   * @throws IllegalArgumentException if it is out of its range
   */
  public LifecycleHook withLimit(Duration longest) {
    return new LifecycleHook(name, transition, timeout, longest, otherwise, target, metadata);
  }

  /**
   * Returns the same hook with another result if its time runs out.
   *
   * @param result the result
   * @return another hook
   */
  public LifecycleHook otherwise(HookResult result) {
    return new LifecycleHook(name, transition, timeout, limit, result, target, metadata);
  }

  /**
   * Returns the same hook with metadata for the receiver.
   *
   * @param text at most 1,023 characters
   * @return another hook
   * @throws IllegalArgumentException if it is longer
   */
  public LifecycleHook withMetadata(String text) {
    return new LifecycleHook(name, transition, timeout, limit, otherwise, target, text);
  }
}
