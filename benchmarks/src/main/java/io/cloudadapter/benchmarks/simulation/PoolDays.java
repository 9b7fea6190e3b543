package io.cloudadapter.benchmarks.simulation;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulation.LoadProfile;
import io.cloudadapter.simulation.Simulation;
import io.cloudadapter.simulation.SimulationReport;
import io.cloudadapter.simulation.fault.FaultProfile;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Simulated days of a pool of 100 machines, each seed on one thread, all threads at once. Give the number of
 * seeds for each row (200 unless given) and of threads (one for each processor unless given). Processor time
 * is counted beside the clock, for machines that others use too.
 */
public final class PoolDays {
  private static final int SIZE = 100;

  private final AtomicLong processor = new AtomicLong();
  private final AtomicLong faults = new AtomicLong();

  private PoolDays() {}

  /** Runs it. */
  public static void main(String[] args) throws InterruptedException {
    int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 200;
    int threads =
        args.length > 1 ? Integer.parseInt(args[1]) : Runtime.getRuntime().availableProcessors();
    new PoolDays().days(FaultProfile.ROUGH, "flat", seeds / 4, threads);
    System.out.println("climate load  days/minute  days/processor-minute  faults/day");
    for (FaultProfile climate : FaultProfile.values()) {
      for (String load : List.of("flat", "day")) {
        new PoolDays().row(climate, load, seeds, threads);
      }
    }
  }

  private void row(FaultProfile climate, String load, int seeds, int threads)
      throws InterruptedException {
    long began = System.nanoTime();
    days(climate, load, seeds, threads);
    double minutes = (System.nanoTime() - began) / 60e9;
    System.out.printf(
        Locale.ROOT,
        "%-7s %-5s %11.0f %22.0f %11d%n",
        climate,
        load,
        seeds / minutes,
        seeds / (processor.get() / 60e9),
        faults.get() / seeds);
  }

  private void days(FaultProfile climate, String load, int seeds, int threads)
      throws InterruptedException {
    List<Thread> all = IntStream.range(0, threads)
        .mapToObj(mine -> new Thread(() -> {
          ThreadMXBean clock = ManagementFactory.getThreadMXBean();
          for (int seed = mine; seed < seeds; seed += threads) {
            day(climate, load, seed);
          }
          processor.addAndGet(clock.getCurrentThreadCpuTime());
        }))
        .toList();
    all.forEach(Thread::start);
    for (Thread thread : all) {
      thread.join();
    }
  }

  private void day(FaultProfile climate, String load, long seed) {
    SimulationReport report = Simulation.of(
            PoolConfig.named("web", "here", SIZE + SIZE / 5).build())
        .load(LoadProfile.named(load, SIZE))
        .climate(climate)
        .seed(seed)
        .run();
    if (report.violation().isPresent()) {
      throw new IllegalStateException("seed " + seed + ": " + report.violation().get());
    }
    faults.addAndGet(
        report.faults().values().stream().mapToLong(tally -> tally.strikes()).sum());
  }
}
