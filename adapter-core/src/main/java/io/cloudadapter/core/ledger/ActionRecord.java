package io.cloudadapter.core.ledger;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionAttempt;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's record of one action. The traits of its type are those at its acceptance, also if a newer version of
 * the type changes them.
 *
 * @param uid its own name
 * @param number gives the order in which this pool accepted its actions
 * @param type the type's name
 * @param parameters what to do, as texts
 * @param machine the cloud's id of the machine
 * @param generation the machine's, so that an id that comes back is another one
 * @param machineUid the same for callers, see {@link #machineUid(String, String, int)}
 * @param exclusive whether it holds its machine from its first attempt to its end
 * @param disrupts whether its machine counts as disrupted as long
 * @param repeat when it may be tried again after an attempt with an unknown outcome
 * @param outside whether executors outside of this process run it
 * @param phase how far it is
 * @param reason why it waits, or how it ended
 * @param requestedBy who asked for it
 * @param labels as given
 * @param createdAt when it was accepted
 * @param notBefore until when it is delayed
 * @param deadline after which no attempt begins
 * @param most how many attempts there may be
 * @param attempts those that there were; the epoch of the lease is their number
 * @param result what there is to say of what was done
 * @param cancelRequested whether a caller has cancelled it
 * @param holder who does it, while an attempt is under way
 * @param leaseUntil until when only the holder of the lease may report on the attempt
 * @param endedAt when it ended
 * @param assumed how many of its attempts were not made here, but may have been between a backup and its restore
 * @param resumedAt when its times were put off after a restore, so that they are put off only once by the same time
 */
public record ActionRecord(
    UUID uid,
    long number,
    String type,
    Map<String, String> parameters,
    String machine,
    int generation,
    UUID machineUid,
    boolean exclusive,
    boolean disrupts,
    Repeat repeat,
    boolean outside,
    ActionPhase phase,
    @Nullable String reason,
    String requestedBy,
    Map<String, String> labels,
    Instant createdAt,
    Instant notBefore,
    Instant deadline,
    int most,
    List<Attempt> attempts,
    Map<String, String> result,
    boolean cancelRequested,
    @Nullable String holder,
    @Nullable Instant leaseUntil,
    @Nullable Instant endedAt,
    int assumed,
    @Nullable Instant resumedAt) {

  /**
   * One attempt of an action.
   *
   * @param startedAt when it was written down, before its call left
   * @param endedAt when it was concluded
   * @param outcome what it did, as far as it is known
   * @param error what went wrong
   */
  public record Attempt(
      Instant startedAt,
      @Nullable Instant endedAt,
      Outcome outcome,
      @Nullable String error) {

    /** What an attempt did, as far as that is known. */
    public enum Outcome {
      /** Not concluded. */
      OPEN,
      /** Provably nothing. */
      NOTHING,
      /** What was asked, or what it could of that. */
      SOMETHING,
      /** The outcome is unknown. */
      UNKNOWN
    }

    Attempt ended(Outcome what, @Nullable String why, Instant at) {
      return new Attempt(startedAt, at, what, why == null ? error : why);
    }

    private ActionAttempt shown(int number) {
      return new ActionAttempt(
          number, startedAt, Optional.ofNullable(endedAt), Optional.ofNullable(error));
    }
  }

  /** What is empty was left out when it was stored. */
  public ActionRecord {
    parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
    labels = labels == null ? Map.of() : Map.copyOf(labels);
    result = result == null ? Map.of() : Map.copyOf(result);
    attempts = attempts == null ? List.of() : List.copyOf(attempts);
    requestedBy = requestedBy == null ? "" : requestedBy;
  }

  /**
   * Returns a UUID that distinguishes a machine from any other that had or will have its id, in this incarnation of
   * the pool or another.
   */
  public static UUID machineUid(String incarnation, String id, int generation) {
    return UUID.nameUUIDFromBytes((incarnation + "/" + id + "/" + generation)
        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /** Whether it is over. */
  public boolean ended() {
    return phase.ended();
  }

  /** Whether an attempt was made, and it is not over. One that was assumed and has proven wrong is none. */
  public boolean begun() {
    return !attempts.isEmpty() && !ended() && !areDisproven();
  }

  private boolean areDisproven() {
    return assumed == attempts.size()
        && attempts.stream().allMatch(attempt -> attempt.outcome() == Attempt.Outcome.NOTHING);
  }

  /** How many attempts were made here. One that a restore assumes, and that is looked for, is none. */
  public int made() {
    return epoch() - assumed;
  }

  /** The number of the last attempt, which is the epoch of its lease; 0 before the first. */
  public int epoch() {
    return attempts.size();
  }

  /** Whether another attempt does no harm, seen from what the last one did. */
  boolean repeatable() {
    if (attempts.isEmpty()) {
      return true;
    }
    Attempt.Outcome last = attempts.get(attempts.size() - 1).outcome();
    return last == Attempt.Outcome.NOTHING
        || (last == Attempt.Outcome.UNKNOWN && repeat == Repeat.SAFE);
  }

  public Action action() {
    return Action.of(type, parameters);
  }

  public ActionToken token() {
    return new ActionToken(uid, type, epoch(), attempts.get(attempts.size() - 1).startedAt());
  }

  public ActionRecord edit(Consumer<Edit> change) {
    Edit edit = new Edit(this);
    change.accept(edit);
    return edit.done();
  }

  /**
   * What callers see of it.
   *
   * @param pool whose machine it is about
   * @param version the revision that wrote this record
   * @return the action
   */
  public ActionStatus shown(PoolName pool, long version) {
    List<ActionAttempt> tries = new ArrayList<>(attempts.size());
    for (Attempt attempt : attempts) {
      tries.add(attempt.shown(tries.size() + 1));
    }
    Optional<ActionLease> lease = holder == null || leaseUntil == null
        ? Optional.empty()
        : Optional.of(new ActionLease(holder, epoch(), leaseUntil));
    return new ActionStatus(
        uid,
        version,
        pool,
        new MachineId(machine),
        machineUid,
        action(),
        phase,
        reason == null ? "" : reason,
        createdAt,
        notBefore,
        deadline,
        attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.get(0).startedAt()),
        Optional.ofNullable(endedAt),
        tries,
        result,
        cancelRequested,
        labels,
        requestedBy,
        lease);
  }

  /** The fields that change, open for a moment. */
  public static final class Edit {
    private final ActionRecord old;
    public ActionPhase phase;

    @Nullable
    public String reason;

    public Instant notBefore;
    public Instant deadline;
    public List<Attempt> attempts;
    public Map<String, String> result;
    public boolean cancelRequested;

    @Nullable
    public String holder;

    @Nullable
    public Instant leaseUntil;

    @Nullable
    public Instant endedAt;

    public int assumed;

    @Nullable
    public Instant resumedAt;

    private Edit(ActionRecord old) {
      this.old = old;
      phase = old.phase;
      reason = old.reason;
      notBefore = old.notBefore;
      deadline = old.deadline;
      attempts = new ArrayList<>(old.attempts);
      result = old.result;
      cancelRequested = old.cancelRequested;
      holder = old.holder;
      leaseUntil = old.leaseUntil;
      endedAt = old.endedAt;
      assumed = old.assumed;
      resumedAt = old.resumedAt;
    }

    /** The last attempt is concluded, and with it the lease. */
    public void conclude(Attempt.Outcome what, @Nullable String error, Instant at) {
      int last = attempts.size() - 1;
      attempts.set(last, attempts.get(last).ended(what, error, at));
      holder = null;
      leaseUntil = null;
    }

    private ActionRecord done() {
      return new ActionRecord(
          old.uid,
          old.number,
          old.type,
          old.parameters,
          old.machine,
          old.generation,
          old.machineUid,
          old.exclusive,
          old.disrupts,
          old.repeat,
          old.outside,
          phase,
          reason,
          old.requestedBy,
          old.labels,
          old.createdAt,
          notBefore,
          deadline,
          old.most,
          attempts,
          result,
          cancelRequested,
          holder,
          leaseUntil,
          endedAt,
          assumed,
          resumedAt);
    }
  }
}
