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
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * One history of keepers that a seed draws, for tests whose processes the simulation does not have: a clock, a hostile
 * cloud, and the records that are durable: those of a disk, unless the history has a store.
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
  final NavigableMap<String, byte[]> disk = new TreeMap<>();
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

  /** From now on a mishap befalls the cloud every few minutes, until the faults are over. */
  final void befall() {
    timeline.after(dice.seconds(60, 900), () -> {
      if (!faults.isCalm()) {
        cloud.mishap();
        befall();
      }
    });
  }

  final void runFor(long nanos) {
    long end = timeline.nanos() + nanos;
    while (timeline.next(end)) {
      // One thing after another.
    }
    timeline.passTo(end);
  }

  /** The durable records whose keys begin with these letters, by key. */
  Map<String, byte[]> durable(String prefix) {
    return disk.subMap(prefix, true, prefix + Character.MAX_VALUE, false);
  }

  /** All records of a pool. */
  final StoreRange range(PoolName name) {
    List<StoreEntry> entries = new ArrayList<>();
    durable(Keeper.prefix(name))
        .forEach((key, bytes) -> entries.add(new StoreEntry(key, bytes, 1)));
    return new StoreRange(1, entries);
  }

  final Optional<PoolRecord> pool(PoolName name) {
    return records(name, "pool", PoolRecord.class).stream().findFirst();
  }

  final Optional<PoolRecord> pool(String name) {
    return pool(new PoolName(name));
  }

  /** The records of machines that have not ended. */
  final List<MachineRecord> machines(PoolName name) {
    return records(name, "machine/", MachineRecord.class).stream()
        .filter(machine -> !machine.status().terminal())
        .toList();
  }

  final List<MachineRecord> machines(String name) {
    return machines(new PoolName(name));
  }

  final <T> List<T> records(PoolName name, String kind, Class<T> type) {
    List<T> found = new ArrayList<>();
    durable(Keeper.prefix(name) + kind)
        .forEach((key, bytes) -> found.add(RecordCodec.read(key, bytes, type)));
    return found;
  }
}
