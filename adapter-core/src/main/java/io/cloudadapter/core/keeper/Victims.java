package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which machines end when there are too many: those not running yet, then by the pool's order, ties by
 * id. Never a protected one.
 *
 * <p>Each machine's place is computed once, as two numbers, so that a pool of a hundred thousand is sorted
 * without looking at times and zones again and again.
 */
final class Victims {
  private static final long HOUR = Duration.ofHours(1).toSeconds();

  /** A machine with its place: the lower, the sooner it goes. */
  private static final class Ranked implements Comparable<Ranked> {
    final MachineRecord machine;
    final boolean running;
    long first;
    long second;

    Ranked(MachineRecord machine) {
      this.machine = machine;
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

  private Victims() {}

  static List<MachineRecord> choose(Collection<MachineRecord> effective, int surplus, Facts facts) {
    Ranked[] candidates =
        effective.stream().filter(m -> !m.isProtected()).map(Ranked::new).toArray(Ranked[]::new);
    rank(candidates, effective, facts);
    Arrays.sort(candidates);
    List<MachineRecord> chosen = new ArrayList<>();
    for (int i = 0; i < Math.min(surplus, candidates.length); i++) {
      chosen.add(candidates[i].machine);
    }
    return chosen;
  }

  static String why(Facts facts) {
    return "order " + facts.victims().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static void rank(Ranked[] candidates, Collection<MachineRecord> effective, Facts facts) {
    for (Ranked candidate : candidates) {
      MachineRecord machine = candidate.machine;
      switch (facts.victims()) {
        case NEWEST, ZONE_BALANCE -> candidate.first = -launched(machine);
        case OLDEST -> candidate.first = launched(machine);
        case OLDEST_PROFILE -> {
          candidate.first = machine.profile();
          candidate.second = launched(machine);
        }
        case RANDOM -> candidate.first = lot(facts.incarnation(), machine.id());
        case CLOSEST_TO_HOUR -> candidate.first = secondsLeft(machine, facts.now());
      }
    }
    if (facts.victims() == io.cloudadapter.core.VictimOrder.ZONE_BALANCE) {
      rankByZone(candidates, effective);
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

  /** Each machine's place is the size that its zone has left when its turn comes; the largest goes first. */
  private static void rankByZone(Ranked[] candidates, Collection<MachineRecord> effective) {
    Arrays.sort(candidates);
    Map<String, Integer> left = new HashMap<>();
    for (MachineRecord machine : effective) {
      left.merge(zone(machine), 1, Integer::sum);
    }
    List<String> zones = List.copyOf(new TreeSet<>(left.keySet()));
    Map<String, Integer> number = new HashMap<>();
    zones.forEach(zone -> number.put(zone, number.size()));
    for (Ranked candidate : candidates) {
      String zone = zone(candidate.machine);
      candidate.first = -left.getOrDefault(zone, 0);
      candidate.second = number.getOrDefault(zone, 0);
      left.merge(zone, -1, Integer::sum);
    }
  }

  private static String zone(MachineRecord machine) {
    String zone = machine.zone();
    return zone == null ? "" : zone;
  }
}
