package io.cloudadapter.api.action;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * An accepted action and its progress so far.
 *
 * @param uid the action's uid
 * @param version grows with each change, in one order for all actions of all pools of a store
 * @param pool the pool of the machine
 * @param machine which machine
 * @param machineUid distinguishes the machine from any other that had or will have its id
 * @param action what is to be done
 * @param phase how far it is
 * @param reason a sentence for people on why it waits, or how it ended; may be empty
 * @param createdAt when it was accepted
 * @param notBefore until when it is delayed
 * @param deadline after which no attempt begins
 * @param startedAt when its first attempt began
 * @param endedAt when it ended
 * @param attempts every attempt, the first one first
 * @param result the values that describe what was done, by name
 * @param cancelRequested whether a caller has cancelled it
 * @param labels as they were given
 * @param requestedBy the caller who submitted it
 * @param lease the executor that works at it, while an attempt is under way
 */
public record ActionStatus(
    UUID uid,
    long version,
    PoolName pool,
    MachineId machine,
    UUID machineUid,
    Action action,
    ActionPhase phase,
    String reason,
    Instant createdAt,
    Instant notBefore,
    Instant deadline,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt,
    List<ActionAttempt> attempts,
    Map<String, String> result,
    boolean cancelRequested,
    Map<String, String> labels,
    String requestedBy,
    Optional<ActionLease> lease) {

  /** Checks that nothing is null, and copies what may change. */
  public ActionStatus {
    Objects.requireNonNull(uid, "uid");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(machineUid, "machineUid");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(notBefore, "notBefore");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(startedAt, "startedAt");
    Objects.requireNonNull(endedAt, "endedAt");
    Objects.requireNonNull(requestedBy, "requestedBy");
    Objects.requireNonNull(lease, "lease");
    attempts = List.copyOf(attempts);
    result = Map.copyOf(result);
    labels = Map.copyOf(labels);
  }

  /**
   * Returns whether it has ended.
   *
   * @return whether its phase is one that never changes again
   */
  public boolean ended() {
    return phase.ended();
  }
}
