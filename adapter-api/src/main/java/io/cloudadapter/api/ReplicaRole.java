package io.cloudadapter.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The part of this process among several that share the same pools.
 *
 * @param name its own name
 * @param leads whether it leads; followers serve reads only
 * @param leader the leader, if known
 * @param age the age that its answers may have; empty for the leader
 * @param lease how long a silent leader remains the leader
 * @param left for how long it surely leads; empty for a follower
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
