package io.cloudadapter.health;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.core.LeaderTask;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.PoolConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The probing while one process leads. A single thread decides; the probes run on threads of their own. */
final class ProberRun implements LeaderTask.Running {
  private static final Logger LOG = LoggerFactory.getLogger(ProberRun.class);
  private static final long TICK_MILLIS = 250;
  private static final WriteOptions OPTIONS =
      new WriteOptions(Optional.empty(), "probe", "probe", Optional.empty());

  private final LeaderContext context;
  private final MachineProbe probe;
  private final RandomGenerator random;
  private final int mostInFlight;
  private final ScheduledExecutorService thread;
  private final Runnable end;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<PoolName, PoolHealth> pools = new LinkedHashMap<>();
  private final ProbeMetrics metrics = new ProbeMetrics();
  private int inFlight;
  private int turn;

  /**
   * Probes to begin with {@link #begin}.
   *
   * @param mostInFlight how many probes may be under way at once
   * @param thread the one thread that decides; it ends with this run
   * @param end frees what the probe uses
   */
  ProberRun(
      LeaderContext context,
      MachineProbe probe,
      RandomGenerator random,
      int mostInFlight,
      ScheduledExecutorService thread,
      Runnable end) {
    this.context = context;
    this.probe = probe;
    this.random = random;
    this.mostInFlight = mostInFlight;
    this.thread = thread;
    this.end = end;
  }

  void begin() {
    var unused =
        thread.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Looks at each pool once: begins what is due, and reports what is new. */
  void tick() {
    try {
      List<MachinePool> present = new ArrayList<>(context.pools().all());
      lock.lock();
      try {
        pools.keySet().retainAll(present.stream().map(MachinePool::name).toList());
        metrics.keepOnly(pools.keySet());
      } finally {
        lock.unlock();
      }
      // Each tick begins with another pool, so that one with many machines does not keep out the
      // rest.
      Collections.rotate(present, -turn++);
      for (MachinePool pool : present) {
        look(pool);
      }
    } catch (RuntimeException e) {
      // The next tick looks again; without this the timer would end.
      LOG.debug("pools cannot be looked at", e);
    }
  }

  private void look(MachinePool pool) {
    Optional<HealthConfig> config =
        context.config(pool.name()).map(PoolConfig::health).filter(HealthConfig::enabled);
    if (config.isEmpty() || !context.leads()) {
      forget(pool.name());
      return;
    }
    PoolView view = pool.view();
    long now = context.ticker().nanos();
    List<ProbeTarget> due;
    Optional<List<HealthReport>> reports;
    PoolHealth health;
    lock.lock();
    try {
      health = pools.get(pool.name());
      if (health == null || !health.config().equals(config.get())) {
        health = new PoolHealth(pool.name(), config.get(), random);
        pools.put(pool.name(), health);
      }
      due = health.begin(view, now, mostInFlight - inFlight);
      inFlight += due.size();
      reports = health.reports(view, now);
    } finally {
      lock.unlock();
    }
    for (ProbeTarget target : due) {
      ask(health, target, now);
    }
    PoolHealth reporter = health;
    reports.ifPresent(all -> report(pool, reporter, all));
  }

  private void forget(PoolName pool) {
    lock.lock();
    try {
      pools.remove(pool);
    } finally {
      lock.unlock();
    }
  }

  private void ask(PoolHealth health, ProbeTarget target, long began) {
    CompletionStage<ProbeResult> result;
    try {
      result = probe.probe(target);
    } catch (RuntimeException e) { // One machine must not keep the others from their probes.
      LOG.warn("machine {} of pool {} cannot be probed", target.machine(), target.pool(), e);
      ended(health, target, ProbeFailure.of(e), began);
      return;
    }
    var unused = result.handle((found, failure) -> {
      ended(health, target, failure == null ? found : ProbeFailure.of(failure), began);
      return found;
    });
  }

  private void ended(PoolHealth health, ProbeTarget target, ProbeResult result, long began) {
    long now = context.ticker().nanos();
    lock.lock();
    try {
      inFlight--;
      health.end(target, result, now);
      metrics.count(target.pool(), result.verdict(), now - began);
    } finally {
      lock.unlock();
    }
  }

  private void report(MachinePool pool, PoolHealth health, List<HealthReport> reports) {
    try {
      var unused = pool.reportHealthAsync(HealthSource.PROBE, reports, OPTIONS)
          .whenComplete((done, failure) -> {
            if (failure != null) {
              unheard(pool, health, failure);
            }
          });
    } catch (PoolException | RejectedExecutionException e) {
      unheard(pool, health, e);
    }
  }

  private void unheard(MachinePool pool, PoolHealth health, Throwable failure) {
    LOG.debug("pool {} has not taken what its probe found", pool.name(), failure);
    lock.lock();
    try {
      health.repeat();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<Metric> metrics() {
    lock.lock();
    try {
      Map<PoolName, Map<HealthVerdict, Integer>> verdicts = new LinkedHashMap<>();
      pools.forEach((name, health) -> {
        Map<HealthVerdict, Integer> counts = new LinkedHashMap<>();
        for (HealthVerdict verdict : HealthVerdict.values()) {
          counts.put(verdict, health.count(verdict));
        }
        verdicts.put(name, counts);
      });
      return metrics.all(verdicts, inFlight);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
    end.run();
  }
}
