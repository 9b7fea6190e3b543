package io.cloudadapter.simulation.process;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The health probe of a simulated pool: its machines work from the moment on at which they run. */
public final class SteadyProber {
  private final SimulationWorld world;
  private final InvariantChecker judge;
  private final Consumer<Event> pool;
  private final Map<String, Integer> passes = new HashMap<>();

  public SteadyProber(SimulationWorld world, InvariantChecker judge, Consumer<Event> pool) {
    this.world = world;
    this.judge = judge;
    this.pool = pool;
  }

  /** Probes each interval. */
  public void begin() {
    HealthConfig config = judge.config().health();
    world.timeline.after(config.interval().toNanos(), () -> {
      probe(judge.config().health().successes());
      begin();
    });
  }

  private void probe(int successes) {
    List<HealthReport> reports = new ArrayList<>();
    boolean news = false;
    for (MachineRecord machine : judge.present()) {
      if (machine.status() == MachineRecord.Status.LIVE
          && machine.state() == MachineState.RUNNING
          && passes.merge(machine.id(), 1, Integer::sum) >= successes) {
        reports.add(new HealthReport(machine.machineId(), HealthVerdict.OK, "it works"));
        news |= machine.serviceState() == ServiceState.UNKNOWN;
      }
    }
    passes.keySet().removeIf(id -> judge.machine(id) == null);
    if (news) {
      pool.accept(new Event.Asked(
          new Command.ReportHealth(HealthSource.PROBE, reports),
          CommandSender.under(Optional.empty())));
    }
  }
}
