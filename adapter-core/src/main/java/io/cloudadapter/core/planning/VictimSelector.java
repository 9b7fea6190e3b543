package io.cloudadapter.core.planning;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.PlacementPlan;
import io.cloudadapter.api.scaling.VictimCandidate;
import io.cloudadapter.api.scaling.VictimChoice;
import io.cloudadapter.core.config.VictimSelectionPolicy;
import io.cloudadapter.core.ledger.MachineRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * Chooses the victims when there are too many machines: those not running yet, then by the pool's order, ties by id.
 * Never a protected machine, nor one under an exclusive action. A deletion policy, if the pool has one, replaces that
 * order, and a zone placement determines how many go from each zone.
 *
 * <p>Each machine's rank is computed once, as two numbers, so that a pool of a hundred thousand is sorted without
 * comparing times repeatedly; balancing zones then merges their queues.
 */
final class VictimSelector {
  private static final long HOUR = Duration.ofHours(1).toSeconds();

  /** A machine with its rank: the lower, the sooner it is chosen. */
  private static final class Ranked implements Comparable<Ranked> {
    final MachineRecord machine;
    final Zone zone;
    final boolean running;
    long first;
    long second;

    Ranked(MachineRecord machine, Zone zone) {
      this.machine = machine;
      this.zone = zone;
      this.running = machine.state() == MachineState.RUNNING;
    }

    @Override
    public int compareTo(Ranked other) {
      if (running != other.running) {
        return running ? 1 : -1;
      }
      if (first != other.first) {
        return Long.compare(first, other.first);
      }
      if (second != other.second) {
        return Long.compare(second, other.second);
      }
      return machine.id().compareTo(other.machine.id());
    }
  }

  private VictimSelector() {}

  /** A victim, and why it was chosen. */
  record Chosen(MachineRecord machine, String why) {}

  static List<Chosen> choose(Collection<MachineRecord> effective, int surplus, PlanInput input) {
    Optional<DeletionPolicy> deletion = input.policies().deletion();
    if (deletion.isPresent()) {
      return byPolicy(deletion.get(), effective, surplus, input);
    }
    String why = "order " + input.victims().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return byOrder(effective, surplus, input).stream()
        .map(machine -> new Chosen(machine, why))
        .toList();
  }

  private static Optional<PlacementPlan> plan(
      Collection<MachineRecord> effective, int surplus, PlanInput input) {
    return input
        .policies()
        .placement()
        .map(placement -> placement.shrink(ZoneCounts.effective(effective), input.zones(), surplus))
        .filter(PlacementPlan::ok);
  }

  private static List<Chosen> byPolicy(
      DeletionPolicy policy, Collection<MachineRecord> effective, int surplus, PlanInput input) {
    Map<String, MachineRecord> byId = new HashMap<>();
    List<VictimCandidate> candidates = new ArrayList<>(effective.size());
    for (MachineRecord machine : effective) {
      byId.put(machine.id(), machine);
      candidates.add(candidate(machine, input));
    }
    long seed = input.policies().seed();
    VictimChoice choice = plan(effective, surplus, input)
        .map(plan -> policy.choose(candidates, plan, seed))
        .orElseGet(() -> policy.choose(candidates, surplus, seed));
    List<Chosen> chosen = new ArrayList<>();
    for (VictimChoice.Victim victim : choice.victims()) {
      chosen.add(new Chosen(
          Objects.requireNonNull(byId.get(victim.machine().id())),
          "deletion policy, " + victim.reason()));
    }
    return chosen;
  }

  private static VictimCandidate candidate(MachineRecord machine, PlanInput input) {
    Instant launched = machine.launchTime();
    return new VictimCandidate(
        machine.id(),
        Optional.ofNullable(machine.zone()),
        machine.state() == MachineState.RUNNING
            ? Optional.of(launched == null ? machine.boundAt() : launched)
            : Optional.empty(),
        machine.profile(),
        machine.serviceState() == ServiceState.UNHEALTHY,
        input.isProtectedFromTermination(machine));
  }

  private static List<MachineRecord> byOrder(
      Collection<MachineRecord> effective, int surplus, PlanInput input) {
    Map<String, Zone> zones = new HashMap<>();
    List<Ranked> candidates = new ArrayList<>(effective.size());
    for (MachineRecord machine : effective) {
      String name = machine.zone();
      Zone zone = zones.computeIfAbsent(name == null ? "" : name, Zone::new);
      zone.left++;
      if (!input.isProtectedFromTermination(machine)) {
        Ranked candidate = new Ranked(machine, zone);
        place(candidate, input);
        candidates.add(candidate);
      }
    }
    Ranked[] sorted = candidates.toArray(new Ranked[0]);
    Arrays.sort(sorted);
    int count = Math.min(surplus, sorted.length);
    Optional<PlacementPlan> plan = plan(effective, surplus, input);
    if (plan.isPresent()) {
      return placed(sorted, plan.get(), count);
    }
    return input.victims() == VictimSelectionPolicy.ZONE_BALANCE
        ? balanced(sorted, count)
        : Arrays.stream(sorted, 0, count).map(ranked -> ranked.machine).toList();
  }

  /** As many from each zone as planned; where too few may go, others in their place. */
  private static List<MachineRecord> placed(Ranked[] sorted, PlacementPlan plan, int count) {
    Map<String, Integer> wanted = new HashMap<>(plan.counts());
    int elsewhere = plan.elsewhere();
    List<MachineRecord> chosen = new ArrayList<>(count);
    List<MachineRecord> others = new ArrayList<>();
    for (Ranked candidate : sorted) {
      String zone = candidate.zone.name;
      if (wanted.getOrDefault(zone, 0) > 0) {
        wanted.merge(zone, -1, Integer::sum);
        chosen.add(candidate.machine);
      } else if (elsewhere > 0 && !plan.places().contains(zone)) {
        elsewhere--;
        chosen.add(candidate.machine);
      } else {
        others.add(candidate.machine);
      }
    }
    chosen.addAll(others.subList(0, Math.min(others.size(), count - chosen.size())));
    return chosen;
  }

  private static void place(Ranked candidate, PlanInput input) {
    MachineRecord machine = candidate.machine;
    switch (input.victims()) {
      case NEWEST, ZONE_BALANCE -> candidate.first = -launched(machine);
      case OLDEST -> candidate.first = launched(machine);
      case OLDEST_PROFILE -> {
        candidate.first = machine.profile();
        candidate.second = launched(machine);
      }
      case RANDOM -> candidate.first = lot(input.incarnation(), machine.id());
      case CLOSEST_TO_HOUR -> candidate.first = secondsLeft(machine, input.now());
    }
  }

  /** Milliseconds since the epoch; a machine without a launch time is the youngest. */
  private static long launched(MachineRecord machine) {
    Instant launched = machine.launchTime();
    return launched == null ? Long.MAX_VALUE : launched.toEpochMilli();
  }

  private static long secondsLeft(MachineRecord machine, Instant now) {
    Instant launched = machine.launchTime();
    return launched == null
        ? HOUR
        : HOUR - Math.floorMod(Duration.between(launched, now).toSeconds(), HOUR);
  }

  /** A number that is as good as random, and always the same for the same machine. */
  private static long lot(String seed, String id) {
    long z = 0x9E3779B97F4A7C15L * (seed.hashCode() + 1L) + id.hashCode();
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Takes from the zone that has most left, protected machines included, again and again. */
  private static List<MachineRecord> balanced(Ranked[] sorted, int count) {
    PriorityQueue<Zone> zones = new PriorityQueue<>();
    for (Ranked candidate : sorted) {
      candidate.zone.waiting.add(candidate);
    }
    for (Ranked candidate : sorted) {
      if (candidate.zone.waiting.peek() == candidate) {
        zones.add(candidate.zone);
      }
    }
    List<MachineRecord> chosen = new ArrayList<>(count);
    while (chosen.size() < count) {
      Zone fullest = zones.remove();
      chosen.add(fullest.waiting.remove().machine);
      fullest.left--;
      zones.add(fullest);
    }
    return chosen;
  }

  /** A zone with the machines that may be chosen, in their order; the lowest zone supplies the next one. */
  private static final class Zone implements Comparable<Zone> {
    final String name;
    final Queue<Ranked> waiting = new ArrayDeque<>();
    int left;

    Zone(String name) {
      this.name = name;
    }

    /** Zones with a machine that does not run first, those with none to give last. */
    private int turn() {
      Ranked next = waiting.peek();
      return next == null ? 2 : next.running ? 1 : 0;
    }

    @Override
    public int compareTo(Zone other) {
      int byTurn = Integer.compare(turn(), other.turn());
      int bySize = byTurn != 0 ? byTurn : Integer.compare(other.left, left);
      return bySize != 0 ? bySize : name.compareTo(other.name);
    }
  }
}
