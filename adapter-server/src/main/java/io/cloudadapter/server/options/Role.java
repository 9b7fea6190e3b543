package io.cloudadapter.server.options;

/** The permissions of a caller. Each role includes the ones before it. */
public enum Role {
  /** Sees pools, plans and metrics; changes nothing. */
  READ,
  /** Sets sizes and works on single machines: what an autoscaler or a monitor needs. */
  OPERATE,
  /** Answers the questions that a pool asks of people: adopt, disown, thaw. */
  ADMIN;

  /**
   * Whether this role is enough.
   *
   * @param needed the least role that is asked for
   * @return true if this role may do what {@code needed} may
   */
  public boolean covers(Role needed) {
    return compareTo(needed) >= 0;
  }
}
