package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which machines end when there are too many: those not running yet, then by the pool's order, ties by
 * id. Never a protected one.
 */
final class Victims {
  private static final long HOUR = Duration.ofHours(1).toSeconds();

  private Victims() {}

  static List<MachineRecord> choose(List<MachineRecord> effective, int surplus, Facts facts) {
    List<MachineRecord> candidates = new ArrayList<>(effective.size());
    for (MachineRecord machine : effective) {
      if (!machine.isProtected()) {
        candidates.add(machine);
      }
    }
    candidates.sort(order(candidates, facts));
    return List.copyOf(candidates.subList(0, Math.min(surplus, candidates.size())));
  }

  static String why(MachineRecord machine, Facts facts) {
    return machine.state() != MachineState.RUNNING
        ? "it is not running yet"
        : "order " + facts.victims().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static Comparator<MachineRecord> order(List<MachineRecord> candidates, Facts facts) {
    Comparator<MachineRecord> chosen = switch (facts.victims()) {
      case NEWEST -> newest();
      case OLDEST -> oldest();
      case OLDEST_PROFILE ->
        Comparator.comparingInt(MachineRecord::profile).thenComparing(oldest());
      case RANDOM -> Comparator.comparingLong(m -> lot(facts.incarnation(), m.id()));
      case CLOSEST_TO_HOUR -> Comparator.comparingLong(m -> secondsLeft(m, facts.now()));
      case ZONE_BALANCE -> fullestZone(candidates);
    };
    return runningLast().thenComparing(chosen).thenComparing(MachineRecord::id);
  }

  private static Comparator<MachineRecord> runningLast() {
    return Comparator.comparing(m -> m.state() == MachineState.RUNNING);
  }

  /** A machine without a launch time is the youngest. */
  private static Comparator<MachineRecord> oldest() {
    return Comparator.comparing(
        MachineRecord::launchTime, Comparator.nullsLast(Comparator.naturalOrder()));
  }

  private static Comparator<MachineRecord> newest() {
    return oldest().reversed();
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

  /** Each machine's rank is the size that its zone has left when its turn comes; the largest goes first. */
  private static Comparator<MachineRecord> fullestZone(List<MachineRecord> candidates) {
    Map<String, List<MachineRecord>> zones = new HashMap<>();
    for (MachineRecord machine : candidates) {
      zones.computeIfAbsent(zone(machine), z -> new ArrayList<>()).add(machine);
    }
    Comparator<MachineRecord> within =
        runningLast().thenComparing(newest()).thenComparing(MachineRecord::id);
    Map<String, Integer> left = new HashMap<>();
    for (List<MachineRecord> zone : zones.values()) {
      zone.sort(within);
      for (int i = 0; i < zone.size(); i++) {
        left.put(zone.get(i).id(), zone.size() - i);
      }
    }
    return Comparator.<MachineRecord>comparingInt(m -> left.getOrDefault(m.id(), 0))
        .reversed()
        .thenComparing(Victims::zone);
  }

  private static String zone(MachineRecord machine) {
    String zone = machine.zone();
    return zone == null ? "" : zone;
  }
}
