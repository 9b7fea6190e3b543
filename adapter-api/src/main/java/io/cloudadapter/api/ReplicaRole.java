package io.cloudadapter.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The part of this process among several that keep the same pools.
 *
 * @param name its own name
 * @param leads whether it leads; the others answer reads only
 * @param leader who leads, as far as is known
 * @param age how old what it answers may be; nothing for the leader
 * @param lease how long a leader that is silent stays leader
 * @param left for how long it surely leads yet; nothing for whoever follows
 * @param trouble why it cannot do its part at present; empty if it can
 */
public record ReplicaRole(
    String name,
    boolean leads,
    Optional<ReplicaInfo> leader,
    Duration age,
    Duration lease,
    Duration left,
    String trouble) {

  /** Refuses nulls. */
  public ReplicaRole {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(leader, "leader");
    Objects.requireNonNull(age, "age");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(left, "left");
    Objects.requireNonNull(trouble, "trouble");
  }
}
