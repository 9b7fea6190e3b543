package io.cloudadapter.api.cloud;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * How much of something an account uses, and may use.
 *
 * @param name what it is a limit of, in the cloud's words, such as {@code instances of the project}; 1 to 256
 *     printable characters, and no other quota of the account has it
 * @param resource what is counted
 * @param whole whether every machine of the account and region counts, whatever its size and market
 * @param used how much is used, 0 or more; by whomever
 * @param bound whether there is a limit
 * @param limit how much may be used, 0 or more: there if bound is LIMITED, and only then; less than what is used,
 *     if it was lowered since
 */
public record Quota(
    String name, Resource resource, boolean whole, long used, Bound bound, OptionalLong limit) {

  /** What is counted. */
  public enum Resource {
    /** Machines. */
    MACHINES,
    /** Processors of machines. */
    CPUS,
    /** Memory of machines, in MiB. */
    MEMORY_MIB
  }

  /** Whether there is a limit. */
  public enum Bound {
    /** There is. */
    LIMITED,
    /** There is none. */
    UNLIMITED,
    /** The cloud does not tell, here. */
    UNTOLD
  }

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException if the name is not of its form, a number negative, or there is a limit where
   *     there is none
   */
  public Quota {
    NameSyntax.text("quota", name);
    Objects.requireNonNull(resource, "resource");
    Objects.requireNonNull(bound, "bound");
    if (used < 0) {
      throw new IllegalArgumentException("used must be 0 or more, was " + used);
    }
    if (limit.isPresent() != (bound == Bound.LIMITED) || limit.orElse(0) < 0) {
      throw new IllegalArgumentException(
          "limit must be 0 or more if bound is LIMITED, and absent otherwise, was " + limit
              + " with " + bound);
    }
  }

  /**
   * One with a limit, or none, on every machine.
   *
   * @param name what it is a limit of
   * @param resource what is counted
   * @param used how much is used
   * @param limit how much may be used; empty if there is no limit
   * @return the quota
   */
  public static Quota whole(String name, Resource resource, long used, OptionalLong limit) {
    Bound bound = limit.isPresent() ? Bound.LIMITED : Bound.UNLIMITED;
    return new Quota(name, resource, true, used, bound, limit);
  }

  /**
   * How much is left.
   *
   * @return 0 if nothing is, empty unless there is a limit
   */
  public OptionalLong left() {
    return limit.isPresent() ? OptionalLong.of(Math.max(0, limit.getAsLong() - used)) : limit;
  }
}
