package io.cloudadapter.api;

/**
 * The membership status of a machine: whether it counts, and whether the pool may end it. Its four values have names
 * of their own, as in the cloud pool API that first had them.
 *
 * @param active whether the machine counts towards the desired size; if not, the pool launches a replacement
 * @param evictable whether the machine may leave the pool; if not, the pool does not end it by itself, and refuses to
 *     terminate or detach it
 */
public record MembershipStatus(boolean active, boolean evictable) {
  /** The machine counts, and may leave. Each machine begins with this. */
  public static final MembershipStatus DEFAULT = new MembershipStatus(true, true);

  /** The machine counts, and stays: for example since it holds data. */
  public static final MembershipStatus BLESSED = new MembershipStatus(true, false);

  /** The machine does not count, and stays: for example while a person looks into what is wrong with it. */
  public static final MembershipStatus AWAITING_SERVICE = new MembershipStatus(false, false);

  /** The machine does not count, and the pool ends it. */
  public static final MembershipStatus DISPOSABLE = new MembershipStatus(false, true);

  /**
   * The name of this status.
   *
   * @return default, blessed, awaiting-service or disposable
   */
  public String word() {
    if (active) {
      return evictable ? "default" : "blessed";
    }
    return evictable ? "disposable" : "awaiting-service";
  }
}
