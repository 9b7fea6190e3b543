package io.cloudadapter.simulation.cloud;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the hostile cloud's lists show: rows late, twice, unread or not at all, as far as the cloud's promises
 * allow.
 *
 * <p>Most machines have not changed for longer than any list may lag, so every list shows the truth of
 * them. Their rows are kept beside them, for as long as nothing changes in the cloud: hundreds of thousands
 * of rows a day are looked at for whether a fault strikes, and for nothing else.
 */
final class ListBehavior {

  /** The rows of machines that every list of a pool from some time on shows as they are; others have none. */
  private record Steady(
      PoolName pool, long from, long until, List<@Nullable MachineSighting> rows) {
    boolean of(PoolName listed, long started) {
      return started >= from && started < until && pool.equals(listed);
    }
  }

  private final VirtualTime timeline;
  private final SeededRandom dice;
  private final FaultRates weather;
  private final FaultInjector faults;
  private final long lag;
  private final Map<String, CloudMachine> listed = new TreeMap<>();
  private @Nullable List<CloudMachine> inOrder;
  private @Nullable Steady steady;

  ListBehavior(VirtualTime timeline, SeededRandom dice, FaultRates weather, FaultInjector faults) {
    this.timeline = timeline;
    this.dice = dice;
    this.weather = weather;
    this.faults = faults;
    this.lag = weather.profile().listLag().toNanos();
  }

  void add(CloudMachine machine) {
    listed.put(machine.id.value(), machine);
    inOrder = null;
    steady = null;
  }

  /** Something is true of a machine from now on that was not before. */
  void changed() {
    steady = null;
  }

  /** Machines that a list may show: those that have not long ended. */
  List<CloudMachine> machines() {
    List<CloudMachine> now = inOrder;
    if (now == null) {
      now = List.copyOf(listed.values());
      inOrder = now;
    }
    return now;
  }

  /** What a look at some machines shows that began at some time and ends now. */
  List<MachineSighting> look(Iterable<CloudMachine> machines, long started, double missing) {
    List<MachineSighting> rows = new ArrayList<>();
    for (CloudMachine machine : machines) {
      rows(machine, null, started, missing, rows);
    }
    return rows;
  }

  /** What a list of a pool shows that began at some time and ends now. */
  List<MachineSighting> list(PoolName pool, long started, double missing) {
    List<CloudMachine> machines = machines();
    List<@Nullable MachineSighting> plain = steady(pool, started).rows();
    List<MachineSighting> rows = new ArrayList<>(plain.size());
    boolean tooOld = false;
    for (int i = 0; i < plain.size(); i++) {
      MachineSighting row = plain.get(i);
      if (row == null) {
        CloudMachine machine = machines.get(i);
        rows(machine, pool, started, missing, rows);
        tooOld |= tooOld(machine, started);
      } else {
        for (int times = times(); times > 0; times--) {
          if (!dice.chance(missing)) {
            rows.add(faults.strikes(FaultKind.OPAQUE_STATE) ? unread(machines.get(i)) : row);
          }
        }
      }
    }
    if (tooOld) {
      listed.values().removeIf(machine -> tooOld(machine, started));
      inOrder = null;
      steady = null;
    }
    return rows;
  }

  private boolean tooOld(CloudMachine machine, long started) {
    return !machine.alive() && machine.truth().at + weather.retention() * SECOND + lag < started;
  }

  private int times() {
    return faults.strikes(FaultKind.DOUBLE_ROW) ? 2 : 1;
  }

  private Steady steady(PoolName pool, long started) {
    Steady now = steady;
    if (now == null || !now.of(pool, started)) {
      List<CloudMachine> machines = machines();
      @Nullable MachineSighting[] rows = new @Nullable MachineSighting[machines.size()];
      long until = Long.MAX_VALUE;
      for (int i = 0; i < rows.length; i++) {
        CloudMachine.Fact truth = machines.get(i).truth();
        if (truth.at + lag > started) {
          until = Math.min(until, truth.at + lag);
        } else if (truth.end != MachineSighting.End.FINAL && of(pool, truth)) {
          rows[i] = plain(machines.get(i), truth);
        }
      }
      now = new Steady(pool, started, until, Arrays.asList(rows));
      steady = now;
    }
    return now;
  }

  private static boolean of(PoolName pool, CloudMachine.Fact fact) {
    return fact.marks.isPresent() && fact.marks.get().pool().equals(pool);
  }

  private void rows(
      CloudMachine machine,
      @Nullable PoolName pool,
      long started,
      double missing,
      List<MachineSighting> rows) {
    // By then every list shows the truth, however stale it is.
    boolean settled = machine.truth().at + lag <= started;
    for (int times = times(); times > 0; times--) {
      long looksAt = timeline.nanos();
      if (!settled && faults.strikes(FaultKind.STALE_ROW)) {
        looksAt -= dice.chance(0.5) ? lag : dice.between(0, lag);
      }
      CloudMachine.Fact fact =
          settled ? machine.truth() : machine.seen(started, looksAt, weather.profile());
      if (fact != null
          && (pool == null || of(pool, fact))
          && !(fact.end == MachineSighting.End.FINAL
              && Math.max(started, looksAt) > fact.at + weather.retention() * SECOND)
          && !dice.chance(missing)) {
        rows.add(row(machine, fact));
      }
    }
  }

  /** How a list shows a fact, or a reply of a launch the truth. */
  MachineSighting row(CloudMachine machine, CloudMachine.Fact fact) {
    return fact.end != MachineSighting.End.FINAL && faults.strikes(FaultKind.OPAQUE_STATE)
        ? sighting(machine, fact).stateUnknown().build()
        : plain(machine, fact);
  }

  private static MachineSighting unread(CloudMachine machine) {
    return sighting(machine, machine.truth()).stateUnknown().build();
  }

  private static MachineSighting plain(CloudMachine machine, CloudMachine.Fact fact) {
    MachineSighting row = fact.row;
    if (row == null) {
      row = sighting(machine, fact).build();
      fact.row = row;
    }
    return row;
  }

  private static MachineSightingBuilder sighting(CloudMachine machine, CloudMachine.Fact fact) {
    MachineSightingBuilder row = MachineSighting.of(machine.id, fact.state);
    fact.marks.ifPresent(row::marks);
    machine.zone.ifPresent(row::zone);
    row.launchTime(VirtualTime.START.plusNanos(machine.born));
    if (fact.end == MachineSighting.End.STOPPED) {
      row.stopped();
    }
    if (fact.state == MachineState.REJECTED) {
      row.failure(new LaunchFailure(
          Kind.CAPACITY,
          machine.zone.map(ErrorScope::zone).orElse(ErrorScope.region()),
          "no room"));
    }
    return row;
  }
}
