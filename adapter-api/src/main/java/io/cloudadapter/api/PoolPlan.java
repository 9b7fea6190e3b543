package io.cloudadapter.api;

import io.cloudadapter.api.health.UnhealthyMachine;
import io.cloudadapter.api.warm.WarmPlan;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the keeper would do next, and why. The keeper computes a plan from records only and changes nothing; the same
 * records give the same plan.
 *
 * @param desiredSize the number of machines that was asked for last
 * @param effective live machines that count
 * @param open pending launches whose machines are not known yet, and warm machines that enter service
 * @param launches what would be launched
 * @param terminations which machines would be ended
 * @param holds what keeps the plan from doing more
 * @param ongoing what is under way: launches whose machines are not known, machines that do not run yet, and ends
 * @param headroom how many machines the pool keeps in service above the desired size at present, 0 or more
 * @param warm what would be done with the warm pool; empty if the pool has none, and no warm machine
 * @param unhealthy the UNHEALTHY machines that count, and what the pool does about each
 */
public record PoolPlan(
    int desiredSize,
    int effective,
    int open,
    List<Launch> launches,
    List<Termination> terminations,
    List<Hold> holds,
    List<Ongoing> ongoing,
    int headroom,
    Optional<WarmPlan> warm,
    List<UnhealthyMachine> unhealthy) {

  /** Copies the collections, so that a plan never changes. */
  public PoolPlan {
    launches = List.copyOf(launches);
    terminations = List.copyOf(terminations);
    holds = List.copyOf(holds);
    ongoing = List.copyOf(ongoing);
    Objects.requireNonNull(warm, "warm");
    unhealthy = List.copyOf(unhealthy);
  }

  /**
   * Makes a plan of a pool whose machines are well.
   *
   * @param desiredSize what was asked for last
   * @param effective live machines that count
   * @param open pending launches whose machines are not known yet, and warm machines that enter service
   * @param launches what would be launched
   * @param terminations which machines would be ended
   * @param holds what keeps the plan from doing more
   * @param ongoing what is under way
   * @param headroom how many machines the pool keeps in service above the desired size
   * @param warm what would be done with the warm pool
   */
  public PoolPlan(
      int desiredSize,
      int effective,
      int open,
      List<Launch> launches,
      List<Termination> terminations,
      List<Hold> holds,
      List<Ongoing> ongoing,
      int headroom,
      Optional<WarmPlan> warm) {
    this(
        desiredSize,
        effective,
        open,
        launches,
        terminations,
        holds,
        ongoing,
        headroom,
        warm,
        List.of());
  }

  /**
   * Makes a plan of a pool without a warm pool.
   *
   * @param desiredSize what was asked for last
   * @param effective live machines that count
   * @param open pending launches whose machines are not known yet
   * @param launches what would be launched
   * @param terminations which machines would be ended
   * @param holds what keeps the plan from doing more
   * @param ongoing what is under way
   * @param headroom how many machines the pool keeps in service above the desired size
   */
  public PoolPlan(
      int desiredSize,
      int effective,
      int open,
      List<Launch> launches,
      List<Termination> terminations,
      List<Hold> holds,
      List<Ongoing> ongoing,
      int headroom) {
    this(
        desiredSize,
        effective,
        open,
        launches,
        terminations,
        holds,
        ongoing,
        headroom,
        Optional.empty());
  }

  /**
   * Makes a plan of a pool with nothing under way.
   *
   * @param desiredSize what was asked for last
   * @param effective live machines that count
   * @param open pending launches whose machines are not known yet
   * @param launches what would be launched
   * @param terminations which machines would be ended
   * @param holds what keeps the plan from doing more
   */
  public PoolPlan(
      int desiredSize,
      int effective,
      int open,
      List<Launch> launches,
      List<Termination> terminations,
      List<Hold> holds) {
    this(desiredSize, effective, open, launches, terminations, holds, List.of());
  }

  /**
   * Makes a plan of a pool without headroom.
   *
   * @param desiredSize what was asked for last
   * @param effective live machines that count
   * @param open pending launches whose machines are not known yet
   * @param launches what would be launched
   * @param terminations which machines would be ended
   * @param holds what keeps the plan from doing more
   * @param ongoing what is under way
   */
  public PoolPlan(
      int desiredSize,
      int effective,
      int open,
      List<Launch> launches,
      List<Termination> terminations,
      List<Hold> holds,
      List<Ongoing> ongoing) {
    this(desiredSize, effective, open, launches, terminations, holds, ongoing, 0);
  }

  /**
   * Machines to launch together.
   *
   * @param count how many, 1 or more
   * @param zone in which zone, if the pool names zones
   * @param reason why, for people
   */
  public record Launch(int count, Optional<String> zone, String reason) {
    /** Checks that nothing is missing. */
    public Launch {
      Objects.requireNonNull(zone, "zone");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * A machine to end, or a pending launch to cancel.
   *
   * @param machine which one (a placeholder's id for a pending launch)
   * @param reason why this one, for people
   */
  public record Termination(MachineId machine, String reason) {
    /** Checks that nothing is missing. */
    public Termination {
      Objects.requireNonNull(machine, "machine");
      Objects.requireNonNull(reason, "reason");
    }
  }

  /**
   * An operation that is under way, and what it waits for.
   *
   * @param operation the operation
   * @param id the launch key of a launch, else the machine's id
   * @param machines how many machines it concerns, 1 or more
   * @param waitsFor what has to happen next, for people
   * @param until when the pool stops waiting for that and does something else, if known
   */
  public record Ongoing(
      Operation operation, String id, int machines, String waitsFor, Optional<Instant> until) {
    /** Checks that nothing is missing. */
    public Ongoing {
      Objects.requireNonNull(operation, "operation");
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(waitsFor, "waitsFor");
      Objects.requireNonNull(until, "until");
    }
  }

  /** The kinds of operations that may be under way. */
  public enum Operation {
    /** A launch whose machines are not all known yet. */
    LAUNCH,
    /** A machine that is known and does not run yet. */
    BOOT,
    /** A machine that the pool is ending and that has not ended yet. */
    TERMINATION,
    /** The refresh of the pool. */
    REFRESH,
    /** A machine that runs and waits for a source that finds it well, before it enters service. */
    ENTRY,
    /** A machine that the pool prepares for its warm pool, or returns to it. */
    WARM_UP,
    /** A machine of the warm pool that enters service. */
    WAKE
  }

  /**
   * A reason why the plan does no more.
   *
   * @param code what it is, as in an alarm of the same code
   * @param reason what is held back, and why, for people
   * @param until when it ends without a person's help, if it does
   */
  public record Hold(Alarm.Code code, String reason, Optional<Instant> until) {
    /** Checks that nothing is missing. */
    public Hold {
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(until, "until");
    }
  }
}
