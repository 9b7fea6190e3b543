package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The size math: from what is promised and what is wanted to what to do. Pure and deterministic; every
 * launch and every victim carries its reason.
 *
 * <p>effective = LIVE, allocated and not OUT_OF_SERVICE; committed = effective + open slots of promises.
 * Committed below desired launches the difference; above it first takes back what was not sent, then
 * ends effective machines that exceed the desired size. A live machine is never ended to make room for a
 * promise whose outcome is not known.
 */
final class Planner {
  private final Facts facts;
  private final List<MachineRecord> effective = new ArrayList<>();
  private final List<PoolPlan.Hold> holds = new ArrayList<>();
  private int ballast;
  private int open;
  private int doomed;

  private Planner(Facts facts) {
    this.facts = facts;
  }

  static Plan plan(Facts facts) {
    return new Planner(facts).plan();
  }

  private Plan plan() {
    for (MachineRecord machine : facts.machines()) {
      if (machine.effective()) {
        effective.add(machine);
      } else if (machine.ballast()) {
        ballast++;
      }
    }
    for (IntentRecord intent : facts.intents()) {
      open += intent.open();
      doomed += intent.possible() - intent.open();
    }
    int missing = facts.desired() - effective.size() - open;
    List<Plan.Launch> launches = missing > 0 ? launches(missing) : List.of();
    List<Plan.Cancel> cancels = missing < 0 ? cancels(-missing) : List.of();
    List<Plan.Victim> victims = victims(effective.size() - facts.desired());
    return new Plan(effective.size(), open, launches, cancels, victims, List.copyOf(holds));
  }

  private List<Plan.Launch> launches(int missing) {
    int allowed = withinCaps(missing);
    Map<Optional<String>, Integer> perZone = new HashMap<>();
    List<Optional<String>> zones = launchableZones();
    if (zones.isEmpty() || allowed == 0) {
      return List.of();
    }
    countZones(perZone);
    Map<Optional<String>, Integer> share = new HashMap<>();
    for (int i = 0; i < allowed; i++) {
      Optional<String> zone = emptiest(zones, perZone);
      perZone.merge(zone, 1, Integer::sum);
      share.merge(zone, 1, Integer::sum);
    }
    List<Plan.Launch> launches = new ArrayList<>();
    for (Optional<String> zone : zones) {
      for (int left = share.getOrDefault(zone, 0); left > 0; left -= facts.batch()) {
        launches.add(new Plan.Launch(Math.min(left, facts.batch()), zone, whyLaunch(zone)));
      }
    }
    return launches;
  }

  private String whyLaunch(Optional<String> zone) {
    return "desired " + facts.desired() + ", effective " + effective.size() + ", promised " + open
        + zone.map(z -> "; zone " + z + " has fewest").orElse("");
  }

  /** How many of the missing machines the caps, the window and the hourly budget let through. */
  private int withinCaps(int missing) {
    int committed = effective.size() + open;
    int room = facts.maxSize() - committed;
    int surgeRoom = facts.maxSize() + facts.surge() - committed - doomed - ballast;
    int allowed = limit(missing, room, Alarm.Code.CAP, "maxSize is " + facts.maxSize());
    allowed = limit(
        allowed,
        surgeRoom,
        Alarm.Code.CAP,
        "maxSize " + facts.maxSize() + " with surge " + facts.surge() + " is taken up: "
            + (ballast + doomed) + " machines exist without counting");
    allowed = limit(
        allowed,
        facts.launchesLeft(),
        Alarm.Code.LAUNCH_BUDGET,
        "the hour's budget of launches is spent");
    return limit(
        allowed,
        facts.window() - open - doomed,
        Alarm.Code.PACE,
        facts.window() + " machines at most are on their way at the same time");
  }

  private int limit(int wanted, int room, Alarm.Code code, String reason) {
    return limit(wanted, room, code, reason, "launches");
  }

  private int limit(int wanted, int room, Alarm.Code code, String reason, String what) {
    int allowed = Math.max(0, Math.min(wanted, room));
    if (allowed < wanted) {
      holds.add(new PoolPlan.Hold(
          code, reason + "; " + (wanted - allowed) + " " + what + " wait", Optional.empty()));
    }
    return allowed;
  }

  private List<Optional<String>> launchableZones() {
    List<Optional<String>> all = facts.zones().isEmpty()
        ? List.of(Optional.empty())
        : facts.zones().stream().map(Optional::of).toList();
    List<Optional<String>> free = new ArrayList<>();
    for (Optional<String> zone : all) {
      Optional<PoolPlan.Hold> hold = facts.heldBack().apply(zone);
      if (hold.isEmpty()) {
        free.add(zone);
      } else if (!holds.contains(hold.get())) {
        holds.add(hold.get());
      }
    }
    return free;
  }

  private void countZones(Map<Optional<String>, Integer> perZone) {
    for (MachineRecord machine : effective) {
      perZone.merge(Optional.ofNullable(machine.zone()), 1, Integer::sum);
    }
    for (IntentRecord intent : facts.intents()) {
      perZone.merge(intent.zoneIfAny(), intent.open(), Integer::sum);
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
    List<IntentRecord> unsent = new ArrayList<>();
    for (IntentRecord intent : facts.intents()) {
      if (intent.status() == IntentRecord.Status.PLANNED) {
        unsent.add(intent);
      }
    }
    unsent.sort(java.util.Comparator.comparing(IntentRecord::plannedAt)
        .thenComparing(IntentRecord::key)
        .reversed());
    List<Plan.Cancel> cancels = new ArrayList<>();
    for (IntentRecord intent : unsent) {
      for (int slot = intent.k() - 1; slot >= 0 && cancels.size() < excess; slot--) {
        if (intent.slots().charAt(slot) == IntentRecord.OPEN) {
          cancels.add(new Plan.Cancel(intent, slot));
        }
      }
    }
    return cancels;
  }

  private List<Plan.Victim> victims(int surplus) {
    if (surplus <= 0) {
      return List.of();
    }
    List<MachineRecord> chosen = Victims.choose(effective, surplus, facts);
    if (chosen.size() < surplus) {
      holds.add(new PoolPlan.Hold(
          Alarm.Code.PROTECTED,
          (surplus - chosen.size()) + " machines too many are protected; none of them is ended",
          Optional.empty()));
    }
    int byCommand = Math.min(chosen.size(), facts.allowance());
    int allowed = limit(
        chosen.size() - byCommand,
        facts.deletesLeft(),
        Alarm.Code.DELETE_BUDGET,
        "the hour's budget of ends without a command is spent",
        "ends");
    String surplusIs =
        "effective " + effective.size() + " exceeds desired " + facts.desired() + "; ";
    String young = surplusIs + "it is not running yet";
    String chosenBy = surplusIs + Victims.why(facts);
    List<Plan.Victim> victims = new ArrayList<>();
    for (int i = 0; i < byCommand + allowed; i++) {
      MachineRecord machine = chosen.get(i);
      boolean running = machine.state() == MachineState.RUNNING;
      victims.add(new Plan.Victim(machine, i < byCommand, running ? chosenBy : young));
    }
    return victims;
  }
}
