package io.cloudadapter.core.planning;

import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses what a growing pool takes from its warm pool before it launches anything. Pure and deterministic.
 *
 * <p>Machines of the present launch template come first, those that are ready before those that are still prepared;
 * then launches for the warm pool that are on their way; an outdated machine only if no other is left.
 */
public final class WarmSupply {
  private final Map<String, Integer> perZone = new HashMap<>();
  private final Optional<Map<String, Integer>> shares;
  private final List<MachineRecord> wakes = new ArrayList<>();
  private final List<LaunchRecord> takeovers = new ArrayList<>();
  private int left;

  /**
   * What may be taken.
   *
   * @param ready machines that are ready, of the present template
   * @param preparing machines that are being prepared, of the present template
   * @param coming launches for the warm pool that may have been sent, of the present template
   * @param outdated machines that are ready, of another template
   */
  public record Offer(
      List<MachineRecord> ready,
      List<MachineRecord> preparing,
      List<LaunchRecord> coming,
      List<MachineRecord> outdated) {
    private static final Offer NONE = new Offer(List.of(), List.of(), List.of(), List.of());

    /** Of a pool without a warm pool, or that may take nothing from it at present. */
    public static Offer none() {
      return NONE;
    }

    private boolean isEmpty() {
      return ready.isEmpty() && preparing.isEmpty() && coming.isEmpty() && outdated.isEmpty();
    }
  }

  /**
   * What is taken.
   *
   * @param wakes machines to take into service
   * @param takeovers launches whose machines enter service instead of the warm pool
   */
  public record Choice(List<MachineRecord> wakes, List<LaunchRecord> takeovers) {
    private static final Choice NONE = new Choice(List.of(), List.of());

    /** Of a pool that takes nothing. */
    static Choice none() {
      return NONE;
    }

    /** How many machines it comes to. */
    public int machines() {
      return wakes.size() + takeovers.stream().mapToInt(LaunchRecord::awaited).sum();
    }
  }

  private WarmSupply(PlanInput input, int missing) {
    this.left = missing;
    this.perZone.putAll(ZoneCounts.committed(input.machines(), input.intents()));
    this.shares = input
        .policies()
        .placement()
        .map(placement -> shares(placement, perZone, input.zones(), missing));
  }

  private static Map<String, Integer> shares(
      PlacementPolicy placement, Map<String, Integer> current, List<String> zones, int missing) {
    int feasible = Math.min(missing, placement.room(current, zones));
    return new HashMap<>(placement.grow(current, zones, feasible).counts());
  }

  /** What a pool takes to come to its size; nothing if it lacks none, or has no room for more. */
  public static Choice choose(PlanInput input, Offer offer) {
    if (offer.isEmpty()) {
      return Choice.none();
    }
    int committed = 0;
    for (MachineRecord machine : input.machines()) {
      committed += machine.effective() || machine.waking() ? 1 : 0;
    }
    for (LaunchRecord launch : input.intents()) {
      committed += launch.open();
    }
    int missing = Math.min(input.target(), input.maxSize()) - committed;
    if (missing <= 0) {
      return Choice.none();
    }
    WarmSupply supply = new WarmSupply(input, missing);
    supply.take(offer.ready());
    supply.take(offer.preparing());
    supply.takeOver(offer.coming());
    supply.take(offer.outdated());
    return new Choice(List.copyOf(supply.wakes), List.copyOf(supply.takeovers));
  }

  /** One that did not start, and stayed, is tried after those that were not tried yet. */
  private static Instant waitsSince(MachineRecord machine) {
    return machine.warm() == null ? machine.boundAt() : machine.warm().since();
  }

  /** Each machine where there are fewest, the one that waits for longest first. */
  private void take(List<MachineRecord> machines) {
    List<MachineRecord> rest = new ArrayList<>(machines);
    while (left > 0 && !rest.isEmpty()) {
      MachineRecord next = rest.stream()
          .filter(machine -> hasShare(machine.zone(), 1))
          .min(Comparator.<MachineRecord>comparingInt(
                  machine -> perZone.getOrDefault(zone(machine.zone()), 0))
              .thenComparing(WarmSupply::waitsSince)
              .thenComparing(MachineRecord::id))
          .orElse(null);
      if (next == null) {
        return;
      }
      rest.remove(next);
      wakes.add(next);
      count(next.zone(), 1);
    }
  }

  private void takeOver(List<LaunchRecord> launches) {
    for (LaunchRecord launch : launches) {
      int machines = launch.awaited();
      if (machines > 0 && machines <= left && hasShare(launch.zone(), machines)) {
        takeovers.add(launch);
        count(launch.zone(), machines);
      }
    }
  }

  private boolean hasShare(@Nullable String zone, int machines) {
    return shares.map(share -> share.getOrDefault(zone(zone), 0) >= machines).orElse(true);
  }

  private void count(@Nullable String zone, int machines) {
    left -= machines;
    perZone.merge(zone(zone), machines, Integer::sum);
    shares.ifPresent(share -> share.merge(zone(zone), -machines, Integer::sum));
  }

  private static String zone(@Nullable String zone) {
    return zone == null ? "" : zone;
  }
}
