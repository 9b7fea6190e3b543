package io.cloudadapter.api.cloud;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * A limit of an account on a resource, and how much of it is used.
 *
 * @param name what it limits, in the cloud's words, such as {@code instances of the project}; 1 to 256 printable
 *     characters, unique in the account
 * @param resource the resource that it counts
 * @param whole whether it counts every machine of the account and region, of all sizes and markets
 * @param used how much is used by all users of the account, 0 or more
 * @param bound whether there is a limit
 * @param limit how much may be used, 0 or more; present only if bound is LIMITED; less than {@code used} if it was
 *     lowered since
 */
public record Quota(
    String name, Resource resource, boolean whole, long used, Bound bound, OptionalLong limit) {

  /** The resources that quotas count. */
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
    /** There is a limit. */
    LIMITED,
    /** There is no limit. */
    UNLIMITED,
    /** The cloud does not report here whether there is a limit. */
    UNTOLD
  }

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the name is not of its form, a number is negative, or limit and bound
   *     contradict each other
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
   * Makes a quota that counts every machine, with a limit or none.
   *
   * @param name what it limits
   * @param resource the resource that it counts
   * @param used how much is used
   * @param limit how much may be used; empty if there is no limit
   * @return the quota
   */
  public static Quota whole(String name, Resource resource, long used, OptionalLong limit) {
    Bound bound = limit.isPresent() ? Bound.LIMITED : Bound.UNLIMITED;
    return new Quota(name, resource, true, used, bound, limit);
  }

  /**
   * Returns how much is left.
   *
   * @return 0 if nothing is left, empty unless there is a limit
   */
  public OptionalLong left() {
    return limit.isPresent() ? OptionalLong.of(Math.max(0, limit.getAsLong() - used)) : limit;
  }
}
