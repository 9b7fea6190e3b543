package io.cloudadapter.core.planning;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the plan: from the committed size and the desired size to what to do. Pure and deterministic; every launch
 * and every victim carries its reason.
 *
 * <p>effective = LIVE, allocated, not OUT_OF_SERVICE and not warm; committed = effective + open slots of pending
 * launches + warm machines that are on their way into service.
 * The target is the desired size and the headroom. Committed below it launches the difference; above it first cancels
 * what was not sent, then ends effective machines that exceed the target. A live machine is never ended to make room
 * for a launch whose outcome is unknown.
 */
public final class Planner {
  private final PlanInput input;
  private final GrowthLimit growth;
  private final ShrinkLimit shrink;
  private final WarmSupply.Choice taken;
  private final List<MachineRecord> effective = new ArrayList<>();
  private final List<PoolPlan.Hold> holds = new ArrayList<>();
  private int ballast;
  private int open;
  private int waking;
  private int terminating;
  private int waiting;
  private int held;

  private Planner(
      PlanInput input, GrowthLimit growth, ShrinkLimit shrink, WarmSupply.Choice taken) {
    this.input = input;
    this.taken = taken;
    this.growth = growth;
    this.shrink = shrink;
  }

  /** The plan of a pool that no quota and no account of disruption limits. */
  public static Plan plan(PlanInput input) {
    return plan(input, GrowthLimit.none(), ShrinkLimit.none(), WarmSupply.Choice.none());
  }

  /**
   * The plan of a pool that launches no more than the quotas of its tenants allow, and ends no more by itself than its
   * account of disruption.
   *
   * @param taken what it takes from its warm pool; the rest of what it lacks is launched
   */
  public static Plan plan(
      PlanInput input, GrowthLimit growth, ShrinkLimit shrink, WarmSupply.Choice taken) {
    return new Planner(input, growth, shrink, taken).plan();
  }

  private Plan plan() {
    for (MachineRecord machine : input.machines()) {
      if (machine.effective()) {
        effective.add(machine);
      } else if (machine.waking()) {
        waking++;
        open++;
      } else if (machine.ballast()) {
        ballast++;
      }
    }
    for (LaunchRecord launch : input.intents()) {
      open += launch.open();
      terminating += launch.possible() - launch.open();
    }
    int missing = input.target() - effective.size() - open - taken.machines();
    List<Plan.Launch> launches = missing > 0 ? launches(missing) : List.of();
    List<Plan.Cancel> cancels = missing < 0 ? cancels(-missing) : List.of();
    List<Plan.Victim> victims = victims(effective.size() - input.target());
    int staying = effective.size() + open + taken.machines() - cancels.size() - victims.size();
    holdAboveMaximum(staying - waiting - held);
    return new Plan(effective.size(), open, launches, taken, cancels, victims, List.copyOf(holds));
  }

  /**
   * A maximum that was lowered ends no machine of the desired size: only a size that a person sets does. Those above
   * it end, also the ones that wait for it.
   */
  private void holdAboveMaximum(int staying) {
    if (staying > input.maxSize()) {
      holds.add(new PoolPlan.Hold(
          Alarm.Code.AT_MAX_SIZE,
          staying + " machines count, which is more than maxSize " + input.maxSize()
              + "; a lowered maxSize ends none of them: resize to " + input.maxSize()
              + " or less, or raise maxSize",
          Optional.empty()));
    }
  }

  private List<Plan.Launch> launches(int missing) {
    int allowed = withinCaps(missing);
    List<PoolPlan.Hold> zoneHolds = new ArrayList<>();
    List<Optional<String>> zones = launchableZones(zoneHolds);
    if (allowed == 0 && !zones.isEmpty()) {
      return List.of(); // One zone that is closed keeps nothing back that others have room for.
    }
    zoneHolds.stream().filter(hold -> !holds.contains(hold)).forEach(holds::add);
    if (zones.isEmpty()) {
      return List.of();
    }
    Optional<PlacementPolicy> placement = input.policies().placement();
    Map<Optional<String>, Integer> share = placement.isPresent()
        ? placed(placement.get(), zones, missing, allowed)
        : spread(zones, allowed);
    oneWhereOneTries(zones, share);
    List<Plan.Launch> launches = new ArrayList<>();
    for (Optional<String> zone : zones) {
      for (int left = share.getOrDefault(zone, 0); left > 0; left -= input.batch()) {
        launches.add(new Plan.Launch(Math.min(left, input.batch()), zone, whyLaunch(zone)));
      }
    }
    return launches;
  }

  /** Where the cloud refused before, one machine is launched first. */
  private void oneWhereOneTries(
      List<Optional<String>> zones, Map<Optional<String>, Integer> share) {
    boolean tried = false;
    for (Optional<String> zone : zones) {
      Optional<PoolPlan.Hold> trial = input.trial().apply(zone);
      int planned = share.getOrDefault(zone, 0);
      if (trial.isPresent() && planned > (tried ? 0 : 1)) {
        share.put(zone, tried ? 0 : 1);
        if (!holds.contains(trial.get())) {
          holds.add(trial.get());
        }
      }
      tried |= trial.isPresent() && planned > 0;
    }
  }

  /** Each machine where there are fewest. */
  private Map<Optional<String>, Integer> spread(List<Optional<String>> zones, int allowed) {
    Map<Optional<String>, Integer> perZone = new HashMap<>();
    countZones(perZone);
    Map<Optional<String>, Integer> share = new HashMap<>();
    for (int i = 0; i < allowed; i++) {
      Optional<String> zone = emptiest(zones, perZone);
      perZone.merge(zone, 1, Integer::sum);
      share.merge(zone, 1, Integer::sum);
    }
    return share;
  }

  /**
   * As the policy places all that are missing, as far as zones are open at present; of that the first ones
   * that may be launched now, so that the rest of the plan is the same the next time.
   */
  private Map<Optional<String>, Integer> placed(
      PlacementPolicy placement, List<Optional<String>> zones, int missing, int allowed) {
    Map<String, Integer> current = ZoneCounts.committed(input.machines(), input.intents());
    ZoneCounts.add(current, taken);
    List<String> open = zones.stream().flatMap(Optional::stream).toList();
    int everywhere = placement.room(current, input.zones());
    if (everywhere < missing) {
      holds.add(new PoolPlan.Hold(
          Alarm.Code.AT_MAX_SIZE,
          "the zone placement has room for " + everywhere + " more; " + (missing - everywhere)
              + " launches wait",
          Optional.empty()));
    }
    int feasible = Math.min(missing, placement.room(current, open));
    Map<Optional<String>, Integer> share = new HashMap<>();
    int left = allowed;
    for (Map.Entry<String, Integer> zone :
        placement.grow(current, open, feasible).counts().entrySet()) {
      int now = Math.min(left, zone.getValue());
      left -= now;
      share.put(Optional.of(zone.getKey()), now);
    }
    return share;
  }

  private String whyLaunch(Optional<String> zone) {
    return target() + ", effective " + effective.size() + ", promised " + open
        + zone.map(z -> input.policies().placement().isPresent()
                ? "; zone " + z + " by its weight"
                : "; zone " + z + " has fewest")
            .orElse("");
  }

  private String target() {
    return "desired " + input.desired()
        + (input.headroom() == 0 ? "" : " and headroom " + input.headroom());
  }

  /** How many of the missing machines the caps, the window and the hourly budget let through. */
  private int withinCaps(int missing) {
    int committed = effective.size() + open;
    int room = input.maxSize() - committed - taken.machines();
    int surgeRoom = input.maxSize() + input.surge() - committed - terminating - ballast;
    int allowed = limit(missing, room, Alarm.Code.AT_MAX_SIZE, "maxSize is " + input.maxSize());
    allowed = limit(
        allowed,
        surgeRoom,
        Alarm.Code.AT_MAX_SIZE,
        "maxSize " + input.maxSize() + " with surge " + input.surge() + " is taken up: "
            + (ballast + terminating) + " machines exist without counting");
    allowed = limit(
        allowed,
        input.launchesLeft(),
        Alarm.Code.LAUNCH_BUDGET,
        "the hour's budget of launches is spent");
    allowed = withinQuota(allowed);
    return limit(
        allowed,
        input.window() - (open - waking) - terminating,
        Alarm.Code.RATE_LIMITED,
        input.window() > 1
            ? input.window() + " machines at most are on their way at the same time"
            : "one machine is tried at a time since launches failed, see the alarm "
                + Alarm.Code.LAUNCHES_FAIL);
  }

  private int withinQuota(int wanted) {
    int allowed = Math.min(wanted, growth.launches());
    growth
        .hold()
        .filter(hold -> allowed < wanted)
        .ifPresent(hold -> holds.add(new PoolPlan.Hold(
            hold.code(),
            hold.reason() + "; " + (wanted - allowed) + " launches wait",
            hold.until())));
    return allowed;
  }

  private int limit(int wanted, int room, Alarm.Code code, String reason) {
    int allowed = Math.max(0, Math.min(wanted, room));
    if (allowed < wanted) {
      holds.add(new PoolPlan.Hold(
          code, reason + "; " + (wanted - allowed) + " launches wait", Optional.empty()));
    }
    return allowed;
  }

  /** The zones in which a launch may be made; adds what stands against the others. */
  private List<Optional<String>> launchableZones(List<PoolPlan.Hold> against) {
    List<Optional<String>> all = input.zones().isEmpty()
        ? List.of(Optional.empty())
        : input.zones().stream().map(Optional::of).toList();
    List<Optional<String>> free = new ArrayList<>();
    for (Optional<String> zone : all) {
      Optional<PoolPlan.Hold> hold = input.heldBack().apply(zone);
      if (hold.isEmpty()) {
        free.add(zone);
      } else if (!against.contains(hold.get())) {
        against.add(hold.get());
      }
    }
    return free;
  }

  private void countZones(Map<Optional<String>, Integer> perZone) {
    for (MachineRecord machine : input.machines()) {
      if (machine.effective() || machine.waking()) {
        perZone.merge(Optional.ofNullable(machine.zone()), 1, Integer::sum);
      }
    }
    taken
        .wakes()
        .forEach(machine -> perZone.merge(Optional.ofNullable(machine.zone()), 1, Integer::sum));
    taken
        .takeovers()
        .forEach(launch -> perZone.merge(launch.zoneIfAny(), launch.awaited(), Integer::sum));
    for (LaunchRecord launch : input.intents()) {
      perZone.merge(launch.zoneIfAny(), launch.open(), Integer::sum);
    }
  }

  private static Optional<String> emptiest(
      List<Optional<String>> zones, Map<Optional<String>, Integer> perZone) {
    Optional<String> best = zones.get(0);
    for (Optional<String> zone : zones) {
      if (perZone.getOrDefault(zone, 0) < perZone.getOrDefault(best, 0)) {
        best = zone;
      }
    }
    return best;
  }

  /** Unsent slots to take back, the promise planned last first. */
  private List<Plan.Cancel> cancels(int excess) {
    List<LaunchRecord> unsent = new ArrayList<>();
    for (LaunchRecord launch : input.intents()) {
      if (launch.status() == LaunchRecord.Status.PLANNED && !launch.warm()) {
        unsent.add(launch);
      }
    }
    unsent.sort(java.util.Comparator.comparing(LaunchRecord::plannedAt)
        .thenComparing(LaunchRecord::key)
        .reversed());
    List<Plan.Cancel> cancels = new ArrayList<>();
    for (LaunchRecord launch : unsent) {
      for (int slot = launch.k() - 1; slot >= 0 && cancels.size() < excess; slot--) {
        if (launch.slots().charAt(slot) == LaunchRecord.OPEN) {
          cancels.add(new Plan.Cancel(launch, slot));
        }
      }
    }
    return cancels;
  }

  private List<Plan.Victim> victims(int surplus) {
    if (surplus <= 0) {
      return List.of();
    }
    if (input.policies().stuck()) {
      holds.add(new PoolPlan.Hold(
          Alarm.Code.PROTECTED,
          surplus + " machines too many are to live on when they go, but the cloud's adapter cannot"
              + " take marks off; none of them goes",
          Optional.empty()));
      return List.of();
    }
    List<VictimSelector.Chosen> chosen = VictimSelector.choose(effective, surplus, input);
    if (chosen.size() < surplus) {
      holds.add(new PoolPlan.Hold(
          Alarm.Code.PROTECTED,
          (surplus - chosen.size())
              + " machines too many are protected, or under an action; none of them is ended",
          Optional.empty()));
    }
    return going(chosen);
  }

  /** Those that callers have asked for go first; the others as far as account and budget allow it. */
  private List<Plan.Victim> going(List<VictimSelector.Chosen> chosen) {
    String surplusIs = "effective " + effective.size() + " exceeds " + target() + "; ";
    int explicit = Math.min(chosen.size(), input.allowance() - input.automatic());
    int allowed = input.automatic();
    int budget = Math.max(0, input.deletesLeft());
    List<Plan.Victim> victims = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      MachineRecord machine = chosen.get(i).machine();
      boolean byCommand = i < explicit || allowed > 0;
      if (i < explicit) {
        shrink.note(machine);
      } else if (!byCommand && budget == 0) {
        waiting++;
        continue;
      } else if (!shrink.take(machine)) {
        held++;
        continue;
      } else if (byCommand) {
        allowed--;
      } else {
        budget--;
      }
      boolean running = machine.state() == MachineState.RUNNING;
      String why = running ? chosen.get(i).why() : "it is not running yet";
      victims.add(new Plan.Victim(machine, byCommand, i < explicit, surplusIs + why));
    }
    holdEnds();
    return victims;
  }

  private void holdEnds() {
    if (waiting > 0) {
      holds.add(new PoolPlan.Hold(
          Alarm.Code.DELETE_BUDGET,
          "the hour's budget of ends without a command is spent; " + waiting + " ends wait",
          Optional.empty()));
    }
    if (held > 0) {
      shrink
          .hold()
          .ifPresent(hold -> holds.add(new PoolPlan.Hold(
              hold.code(), hold.reason() + "; " + held + " ends wait", hold.until())));
    }
  }
}
