package io.cloudadapter.core.ledger;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's record of one lifecycle hook of one machine. The configuration at its beginning applies to it, also if
 * the configuration changes; only the receiver is looked up anew.
 *
 * @param token what it is answered by
 * @param machine the cloud's id of the machine
 * @param generation the machine's, so that an id that comes back pauses anew
 * @param hook the name of the hook
 * @param transition what the machine is about to do
 * @param state whether it lasts, and how it ended
 * @param since when it began
 * @param deadline when it ends if it is not completed
 * @param limit the latest that heartbeats put that off to
 * @param timeout how far a heartbeat puts it off
 * @param otherwise how it ends when time is up
 * @param metadata for the receiver
 * @param told whether the receiver has got the message
 * @param endedAt when it ended
 * @param trouble what kept its receiver from its work at the end, for people; null if nothing did
 */
public record HookRecord(
    UUID token,
    String machine,
    int generation,
    String hook,
    LifecycleTransition transition,
    State state,
    Instant since,
    Instant deadline,
    Instant limit,
    Duration timeout,
    HookResult otherwise,
    String metadata,
    boolean told,
    @Nullable Instant endedAt,
    @Nullable String trouble) {

  /** Whether a hook waits, and how it ended. It ends once (I7). */
  public enum State {
    /** It lasts. */
    WAITING("waits"),
    /** It was answered with CONTINUE. */
    COMPLETED("was completed"),
    /** It was answered with ABANDON. */
    ABANDONED("was abandoned"),
    /** Its time was up. */
    TIMED_OUT("ran out of time"),
    /** Its machine has ended, left, or is on its way out by then. */
    MOOT("has become pointless, since its machine went another way");

    private final String words;

    State(String words) {
      this.words = words;
    }

    /**
     * What has happened to it, for people.
     *
     * @return the end of a sentence
     */
    public String words() {
      return words;
    }
  }

  /** What is empty was left out when it was stored. */
  public HookRecord {
    metadata = metadata == null ? "" : metadata;
  }

  /** The pause of a machine that begins now. */
  public static HookRecord begin(
      UUID token, MachineRecord machine, LifecycleHook hook, Instant now) {
    return new HookRecord(
        token,
        machine.id(),
        machine.generation(),
        hook.name(),
        hook.transition(),
        State.WAITING,
        now,
        now.plus(hook.timeout()),
        now.plus(hook.limit()),
        hook.timeout(),
        hook.otherwise(),
        hook.metadata(),
        false,
        null,
        null);
  }

  /** Whether it lasts. */
  public boolean waiting() {
    return state == State.WAITING;
  }

  /** Returns its result; a hook that became pointless counts as completed. */
  public HookResult result() {
    return switch (state) {
      case ABANDONED -> HookResult.ABANDON;
      case TIMED_OUT -> otherwise;
      case WAITING, COMPLETED, MOOT -> HookResult.CONTINUE;
    };
  }

  /**
   * The same, which has ended.
   *
   * @param kept what kept its receiver from its work at the end, for people
   */
  public HookRecord ended(State how, Instant at, Optional<String> kept) {
    return with(how, deadline, told, at, kept.orElse(null));
  }

  public HookRecord until(Instant later) {
    return with(state, later, told, endedAt, trouble);
  }

  /**
   * The same pause after a restore: it begins anew, so that what is left of it counts from now.
   *
   * @param now when it goes on
   * @param left its time
   * @param latest the time that heartbeats may make of it
   */
  public HookRecord resumed(Instant now, Duration left, Duration latest) {
    return new HookRecord(
        token,
        machine,
        generation,
        hook,
        transition,
        state,
        now,
        now.plus(left),
        now.plus(latest),
        timeout,
        otherwise,
        metadata,
        told,
        endedAt,
        trouble);
  }

  public HookRecord wasTold() {
    return with(state, deadline, true, endedAt, trouble);
  }

  private HookRecord with(
      State nowState,
      Instant nowDeadline,
      boolean nowTold,
      @Nullable Instant nowEndedAt,
      @Nullable String nowTrouble) {
    return new HookRecord(
        token,
        machine,
        generation,
        hook,
        transition,
        nowState,
        since,
        nowDeadline,
        limit,
        timeout,
        otherwise,
        metadata,
        nowTold,
        nowEndedAt,
        nowTrouble);
  }

  /** The same pause with other objects that are equal to those it has. */
  HookRecord with(String sameHook, Duration sameTimeout, String sameMetadata) {
    return new HookRecord(
        token,
        machine,
        generation,
        sameHook,
        transition,
        state,
        since,
        deadline,
        limit,
        sameTimeout,
        otherwise,
        sameMetadata,
        told,
        endedAt,
        trouble);
  }

  public WaitingHook shown() {
    return new WaitingHook(
        token, new MachineId(machine), transition, hook, since, deadline, limit, told);
  }

  public HookMessage message(PoolName pool, int attempt) {
    return new HookMessage(
        token, pool, new MachineId(machine), transition, hook, since, deadline, metadata, attempt);
  }
}
