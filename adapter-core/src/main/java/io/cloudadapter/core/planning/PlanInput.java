package io.cloudadapter.core.planning;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.config.VictimSelectionPolicy;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Everything that a plan depends on.
 *
 * @param desired the desired size, with the surge that a refresh has been granted
 * @param headroom how many more are kept in service for bursts
 * @param maxSize the cap on effective machines and open slots together
 * @param surge how many more may exist without counting
 * @param machines all records of machines; those that have ended are ignored
 * @param intents all promises that are not resolved
 * @param zones where machines may be launched, in order of preference; empty if the cloud chooses
 * @param heldBack why nothing may be launched in a zone at present, if so
 * @param trial what the other launches in a zone wait for, if only one may be tried there
 * @param batch how many machines one key may have
 * @param window how many machines may be on their way at the same time
 * @param launchesLeft how many may be launched within the present hour
 * @param allowance how many surplus machines commands have allowed to be ended
 * @param automatic how many of these a policy or a schedule has decided
 * @param deletesLeft how many may be ended without a command within the present hour
 * @param victims which machines go first
 * @param incarnation seeds the lot of {@link VictimSelectionPolicy#RANDOM}
 * @param now the time, for {@link VictimSelectionPolicy#CLOSEST_TO_HOUR}
 * @param policies where machines go, and which of them
 * @param held which machines are under an action that must not be disturbed
 */
public record PlanInput(
    int desired,
    int headroom,
    int maxSize,
    int surge,
    Collection<MachineRecord> machines,
    Collection<LaunchRecord> intents,
    List<String> zones,
    Function<Optional<String>, Optional<PoolPlan.Hold>> heldBack,
    Function<Optional<String>, Optional<PoolPlan.Hold>> trial,
    int batch,
    int window,
    int launchesLeft,
    int allowance,
    int automatic,
    int deletesLeft,
    VictimSelectionPolicy victims,
    String incarnation,
    Instant now,
    PlacementPolicies policies,
    Predicate<String> held) {

  /** No machine is under an action, no zone is on trial, no policy has decided what goes, and there is no headroom. */
  public PlanInput(
      int desired,
      int maxSize,
      int surge,
      Collection<MachineRecord> machines,
      Collection<LaunchRecord> intents,
      List<String> zones,
      Function<Optional<String>, Optional<PoolPlan.Hold>> heldBack,
      int batch,
      int window,
      int launchesLeft,
      int allowance,
      int deletesLeft,
      VictimSelectionPolicy victims,
      String incarnation,
      Instant now,
      PlacementPolicies policies) {
    this(
        desired,
        0,
        maxSize,
        surge,
        machines,
        intents,
        zones,
        heldBack,
        zone -> Optional.empty(),
        batch,
        window,
        launchesLeft,
        allowance,
        0,
        deletesLeft,
        victims,
        incarnation,
        now,
        policies,
        id -> false);
  }

  /** How many machines the plan brings the pool to. */
  public int target() {
    return desired + headroom;
  }

  /** Whether a machine may not be chosen when the pool shrinks. */
  boolean isProtectedFromTermination(MachineRecord machine) {
    return machine.isSpared() || held.test(machine.id());
  }
}
