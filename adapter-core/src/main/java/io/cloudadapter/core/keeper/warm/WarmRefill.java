package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.keeper.refresh.ActiveRefresh;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.planning.Plan;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides how a warm pool comes to its size: what is launched for it, and which of its machines end. It waits while the
 * pool itself lacks a machine, so that real launches come first under quotas, budgets and caps.
 */
final class WarmRefill {
  /** The part of the hour's budget of launches that is kept for real ones. */
  private static final int BUDGET_PARTS = 4;

  private final PoolConfig pool;
  private final WarmConfig config;
  private final int batch;
  private final Ledger ledger;
  private final CurrentStep step;
  private final SizeControl sizes;
  private final HourlyQuota terminateBudget;
  private final ActiveRefresh refresh;
  private final WarmLaunches launches;
  private final WarmTrouble trouble;

  WarmRefill(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      SizeControl sizes,
      HourlyQuota terminateBudget,
      ActiveRefresh refresh,
      WarmLaunches launches,
      WarmTrouble trouble) {
    this.pool = settings.config();
    this.config = pool.warm();
    this.batch = settings.mostPerLaunch();
    this.ledger = ledger;
    this.step = step;
    this.sizes = sizes;
    this.terminateBudget = terminateBudget;
    this.refresh = refresh;
    this.launches = launches;
    this.trouble = trouble;
  }

  /** How many machines the warm pool is to have at present, as far as maxSize and surge have room for them. */
  private int wanted() {
    return target().machines();
  }

  /** The same, with the reason. */
  WarmTarget target() {
    if (!config.enabled()) {
      return new WarmTarget(0, "the configuration has no warm pool");
    }
    if (ledger.pool().state().ends()) {
      return new WarmTarget(0, "the pool is deleted");
    }
    int target = ledger.pool().desired() + sizes.headroom(ledger.pool().desired());
    return WarmTarget.of(config, target, sizes.largestGrowth(), outerCap() - target);
  }

  private int outerCap() {
    return sizes.maxSize() + pool.effectiveSurge();
  }

  /** Machines of the warm pool that may enter service from there one day. */
  private List<MachineRecord> members(Set<String> except) {
    List<MachineRecord> members = new ArrayList<>();
    for (MachineRecord machine : ledger.warmMachines()) {
      if (!machine.isWarm(WarmState.WAKING)
          && !machine.inactive()
          && !except.contains(machine.id())) {
        members.add(machine);
      }
    }
    return members;
  }

  private List<LaunchRecord> coming(Set<String> except) {
    return ledger.unresolved().stream()
        .filter(launch -> launch.warm() && launch.awaited() > 0 && !except.contains(launch.key()))
        .sorted(Comparator.comparing(LaunchRecord::plannedAt).thenComparing(LaunchRecord::key))
        .toList();
  }

  /** How many machines the warm pool lacks, if it takes any back. */
  int lacking() {
    return wanted()
        - members(Set.of()).size()
        - coming(Set.of()).stream().mapToInt(LaunchRecord::awaited).sum();
  }

  /**
   * Decides. Changes nothing, unless launches are to be taken from quotas.
   *
   * @param taken ids and keys of what the pool takes from the warm pool at present
   * @param missing how many machines the pool itself lacks
   * @param take whether launches count as such from now on
   */
  RefillPlan decide(Set<String> taken, int missing, boolean take) {
    List<MachineRecord> members = members(taken);
    List<LaunchRecord> coming = coming(taken);
    int promised = coming.stream().mapToInt(LaunchRecord::awaited).sum();
    int ready =
        (int) members.stream().filter(machine -> machine.isWarm(WarmState.WARM)).count();
    int wanted = wanted();
    List<PoolPlan.Hold> holds = new ArrayList<>();
    List<Plan.Launch> planned = new ArrayList<>();
    List<LaunchRecord> drops = new ArrayList<>();
    List<RefillPlan.End> ends = new ArrayList<>();
    int have = members.size() + promised;
    if (missing > 0) {
      // They would take room and quotas from what is needed now.
      coming.stream().filter(WarmRefill::isUnsent).forEach(drops::add);
      int surplus =
          have - drops.stream().mapToInt(LaunchRecord::awaited).sum() - wanted + lasting();
      if (surplus > 0 && present() >= outerCap()) {
        // Ready ones that the pool does not take, such as in a zone that has its share.
        List<MachineRecord> idle =
            members.stream().filter(machine -> machine.isWarm(WarmState.WARM)).toList();
        end(surplus(idle, Math.min(surplus, missing)), ends, holds);
      }
      if (have < wanted) {
        holds.add(hold(
            Alarm.Code.RATE_LIMITED,
            "the warm pool is refilled once the pool lacks no machine: it lacks " + missing));
      }
    } else if (have > wanted) {
      int surplus = have - wanted;
      for (int i = coming.size() - 1; i >= 0; i--) {
        LaunchRecord launch = coming.get(i);
        if (isUnsent(launch) && launch.awaited() <= surplus) {
          drops.add(launch);
          surplus -= launch.awaited();
        }
      }
      end(surplus(members, surplus), ends, holds);
    } else if (have < wanted) {
      planned.addAll(launches(wanted - have, members, coming, take, holds));
    } else if (ready == members.size() && promised == 0) {
      // One at a time, so that the others stay ready meanwhile.
      members.stream()
          .filter(machine -> !machine.isSpared() && refresh.isStale(machine))
          .min(order())
          .ifPresent(machine -> end(
              List.of(new RefillPlan.End(
                  machine,
                  "the warm pool replaces it: its launch template"
                      + " or its age is not what the pool asks for")),
              ends,
              holds));
    }
    return new RefillPlan(
        wanted, ready, members.size() - ready + promised, planned, drops, ends, holds);
  }

  private static boolean isUnsent(LaunchRecord launch) {
    return launch.status() == LaunchRecord.Status.PLANNED;
  }

  private static Comparator<MachineRecord> order() {
    return Comparator.comparing(MachineRecord::boundAt).thenComparing(MachineRecord::id);
  }

  /** Outdated ones first, then those that are not ready, then the youngest. */
  private List<RefillPlan.End> surplus(List<MachineRecord> members, int surplus) {
    String why = "the warm pool has " + surplus + (surplus == 1 ? " machine" : " machines")
        + " more than " + wanted();
    return members.stream()
        .filter(machine -> !machine.isSpared())
        .sorted(Comparator.comparing((MachineRecord machine) -> refresh.isCurrent(machine))
            .thenComparing(machine -> machine.isWarm(WarmState.WARM))
            .thenComparing(order().reversed()))
        .limit(Math.max(0, surplus))
        .map(machine -> new RefillPlan.End(machine, why))
        .toList();
  }

  /** As far as the hour's budget of ends goes (I10). */
  private void end(
      List<RefillPlan.End> wished, List<RefillPlan.End> ends, List<PoolPlan.Hold> holds) {
    int waiting = 0;
    for (MachineRecord machine : ledger.busyMachines()) {
      waiting += machine.status() == MachineRecord.Status.RETIRING && !machine.byCommand() ? 1 : 0;
    }
    int budget = Math.max(0, terminateBudget.left(step.now()) - waiting);
    ends.addAll(wished.subList(0, Math.min(wished.size(), budget)));
    if (budget < wished.size()) {
      terminateBudget.nextRefill().ifPresent(step::wakeAt);
      holds.add(hold(
          Alarm.Code.DELETE_BUDGET,
          "the hour's budget of ends without a command is spent; " + (wished.size() - budget)
              + " ends of warm machines wait"));
    }
  }

  private static PoolPlan.Hold hold(Alarm.Code code, String reason) {
    return new PoolPlan.Hold(code, reason, Optional.empty());
  }

  private List<Plan.Launch> launches(
      int lacking,
      List<MachineRecord> members,
      List<LaunchRecord> coming,
      boolean take,
      List<PoolPlan.Hold> holds) {
    int real = ledger.unresolved().stream().mapToInt(LaunchRecord::open).sum();
    if (real > 0) {
      holds.add(hold(
          Alarm.Code.RATE_LIMITED,
          "the warm pool is refilled once the launches of the pool itself are over: " + real
              + " are under way"));
      return List.of();
    }
    Optional<PoolPlan.Hold> wait = trouble.holdsLaunches();
    if (wait.isPresent()) {
      holds.add(wait.get());
      return List.of();
    }
    List<Optional<String>> zones = zones(holds);
    if (zones.isEmpty()) {
      return List.of();
    }
    Optional<PoolPlan.Hold> trial = launches.trial(zones.get(0));
    trial.filter(hold -> lacking > 1).ifPresent(holds::add);
    int allowed = limit(
        trial.isPresent() ? Math.min(1, lacking) : lacking,
        outerCap() - present(),
        Alarm.Code.AT_MAX_SIZE,
        "maxSize " + sizes.maxSize() + " with surge " + pool.effectiveSurge() + " is taken up"
            + (lasting() == 0
                ? ""
                : ", also by " + lasting()
                    + " that do not count, such as stopped or quarantined ones"),
        holds);
    allowed = limit(
        allowed,
        launches.budgetLeft() - pool.launchesPerHour() / BUDGET_PARTS,
        Alarm.Code.LAUNCH_BUDGET,
        "what is left of the hour's budget of launches is kept for the pool itself",
        holds);
    allowed = limit(
        allowed,
        launches.window() - onTheirWay(),
        Alarm.Code.RATE_LIMITED,
        "enough machines are on their way",
        holds);
    allowed = limit(
        allowed,
        sizes.growth().forWarmPool(allowed, take),
        Alarm.Code.TENANT_QUOTA,
        "the quotas of the pool's tenants have no room",
        holds);
    return spread(allowed, zones, members, coming);
  }

  /** Everything that takes up room within maxSize and surge. */
  int present() {
    int present = 0;
    for (MachineRecord machine : ledger.machines()) {
      present += machine.effective() || machine.waking() || machine.ballast() ? 1 : 0;
    }
    return present + onTheirWay();
  }

  /** Machines that take up room, serve nothing and wait for a person: stopped and quarantined ones. */
  private int lasting() {
    int lasting = 0;
    for (MachineRecord machine : ledger.machines()) {
      boolean stays = machine.status() == MachineRecord.Status.QUARANTINED
          || (machine.status() == MachineRecord.Status.LIVE && machine.warm() == null);
      lasting += stays && machine.ballast() ? 1 : 0;
    }
    return lasting;
  }

  private int onTheirWay() {
    return ledger.unresolved().stream().mapToInt(LaunchRecord::possible).sum();
  }

  private static int limit(
      int wished, int room, Alarm.Code code, String reason, List<PoolPlan.Hold> holds) {
    int allowed = Math.max(0, Math.min(wished, room));
    if (allowed < wished) {
      holds.add(hold(code, reason + "; " + (wished - allowed) + " warm machines wait"));
    }
    return allowed;
  }

  /**
   * The zones in which a launch may be made now, of those in which the pool places machines. If the cloud has refused
   * in all of them, one launch tries in one: the pool lacks nothing, so it launches none itself that would try.
   */
  private List<Optional<String>> zones(List<PoolPlan.Hold> holds) {
    Optional<PlacementPolicy> placement = pool.scaling().placement();
    List<Optional<String>> all = placement.isPresent()
        ? placement.get().shares().stream()
            .filter(share -> share.weight() > 0)
            .map(share -> Optional.of(share.name()))
            .toList()
        : pool.zones().isEmpty()
            ? List.of(Optional.empty())
            : pool.zones().stream().map(Optional::of).toList();
    List<PoolPlan.Hold> against = new ArrayList<>();
    List<Optional<String>> free = new ArrayList<>();
    List<Optional<String>> onTrial = new ArrayList<>();
    for (Optional<String> zone : all) {
      Optional<PoolPlan.Hold> hold = launches.holdAgainst(zone);
      if (hold.isEmpty()) {
        (launches.trial(zone).isPresent() ? onTrial : free).add(zone);
      } else if (!against.contains(hold.get())) {
        against.add(hold.get());
      }
    }
    if (!free.isEmpty()) {
      return free;
    }
    holds.addAll(against);
    return onTrial.stream().limit(1).toList();
  }

  /** Each machine where there are fewest, those in service and warm ones together. */
  private List<Plan.Launch> spread(
      int machines,
      List<Optional<String>> zones,
      List<MachineRecord> members,
      List<LaunchRecord> coming) {
    if (machines == 0) {
      return List.of();
    }
    Map<Optional<String>, Integer> perZone = new HashMap<>();
    for (MachineRecord machine : ledger.machines()) {
      if (machine.effective() || machine.waking()) {
        perZone.merge(Optional.ofNullable(machine.zone()), 1, Integer::sum);
      }
    }
    members.forEach(machine -> perZone.merge(Optional.ofNullable(machine.zone()), 1, Integer::sum));
    coming.forEach(launch -> perZone.merge(launch.zoneIfAny(), launch.awaited(), Integer::sum));
    Map<Optional<String>, Integer> share = new HashMap<>();
    for (int i = 0; i < machines; i++) {
      Optional<String> emptiest = zones.stream()
          .min(Comparator.comparingInt(zone -> perZone.getOrDefault(zone, 0)))
          .orElseThrow();
      perZone.merge(emptiest, 1, Integer::sum);
      share.merge(emptiest, 1, Integer::sum);
    }
    List<Plan.Launch> planned = new ArrayList<>();
    for (Optional<String> zone : zones) {
      for (int left = share.getOrDefault(zone, 0); left > 0; left -= batch) {
        planned.add(new Plan.Launch(
            Math.min(left, batch),
            zone,
            "warm pool of " + wanted() + ", there are " + members.size()));
      }
    }
    return planned;
  }
}
