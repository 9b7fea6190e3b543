package io.cloudadapter.simulation;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.engine.EventTrace;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultProfile;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ProviderProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One history of keepers that a seed draws, for tests whose processes the simulation does not have: a clock, a hostile
 * cloud, and a disk of the records that are durable.
 */
abstract class DrawnStory {
  /** A broken rule. */
  private static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken(String rule, String what) {
      super(rule + " is broken: " + what);
    }
  }

  final VirtualTime timeline = new VirtualTime();
  final SeededRandom dice;
  final FaultRates weather;
  final FaultInjector faults;
  final HostileCloud cloud;
  final Map<String, byte[]> disk = new TreeMap<>();
  HostileCloud.Line line;
  long epoch;
  boolean users = true;

  /**
   * Begins a history.
   *
   * @param seed draws it
   * @param keys what clouds do about launch keys, one of which is drawn
   * @param rates of the faults that are not as in a fair climate
   */
  DrawnStory(long seed, List<LaunchKeySupport> keys, Map<FaultKind, Double> rates) {
    dice = new SeededRandom(seed);
    ProviderProfile profile = ProviderProfile.builder()
        .keySupport(dice.pick(keys))
        .maxPerKey(3)
        .callTimeout(Duration.ofSeconds(30))
        .lateAcceptance(Duration.ofMinutes(1))
        .visibleWithin(Duration.ofSeconds(30))
        .goneWithin(Duration.ofSeconds(30))
        .build();
    weather = FaultProfile.FAIR.weather(profile, List.of(), rates);
    faults = FaultInjector.byLot(seed, weather.probabilities(), strike -> false);
    cloud = new HostileCloud(timeline, dice, weather, faults, new EventTrace(false, timeline));
    line = cloud.connect(false);
  }

  /** Plays the history to its end. */
  abstract void play();

  /** The rule that the history of a seed breaks; empty if it breaks none. */
  static String violation(long seed, LongFunction<? extends DrawnStory> story) {
    try {
      story.apply(seed).play();
      return "";
    } catch (Broken e) {
      return String.valueOf(e.getMessage());
    } catch (IllegalStateException e) {
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
  }

  static void rule(boolean holds, String rule, String what) {
    if (!holds) {
      throw new Broken(rule, what);
    }
  }

  final void runFor(long nanos) {
    long end = timeline.nanos() + nanos;
    while (timeline.next(end)) {
      // One thing after another.
    }
    timeline.passTo(end);
  }

  /** All records of a pool. */
  final StoreRange range(PoolName name) {
    List<StoreEntry> entries = new ArrayList<>();
    disk.forEach((key, bytes) -> {
      if (key.startsWith(Keeper.prefix(name))) {
        entries.add(new StoreEntry(key, bytes, 1));
      }
    });
    return new StoreRange(1, entries);
  }

  final Optional<PoolRecord> pool(PoolName name) {
    byte @Nullable [] bytes = disk.get(Keeper.prefix(name) + "pool");
    return bytes == null
        ? Optional.empty()
        : Optional.of(RecordCodec.read("pool", bytes, PoolRecord.class));
  }

  /** The records of machines that have not ended. */
  final List<MachineRecord> machines(PoolName name) {
    return records(name, "machine/", MachineRecord.class).stream()
        .filter(machine -> !machine.status().terminal())
        .toList();
  }

  final <T> List<T> records(PoolName name, String kind, Class<T> type) {
    List<T> found = new ArrayList<>();
    disk.forEach((key, bytes) -> {
      if (key.startsWith(Keeper.prefix(name) + kind)) {
        found.add(RecordCodec.read(key, bytes, type));
      }
    });
    return found;
  }
}
