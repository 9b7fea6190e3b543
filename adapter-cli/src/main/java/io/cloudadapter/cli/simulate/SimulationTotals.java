package io.cloudadapter.cli.simulate;

import io.cloudadapter.simulation.SimulationReport;
import io.cloudadapter.simulation.SimulationSample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The totals of a simulation. */
final class SimulationTotals {
  private SimulationTotals() {}

  /** Names and values, the most interesting first. */
  static Map<String, String> of(SimulationReport report) {
    Map<String, String> totals = new LinkedHashMap<>();
    totals.put("machine-hours", String.format(Locale.ROOT, "%.1f", report.hours()));
    totals.put("launches", String.valueOf(report.launches()));
    totals.put("terminations", String.valueOf(report.terminations()));
    totals.put("most at once", String.valueOf(most(report.samples())) + " machines");
    totals.put("at its size", share(report.samples()) + " of the time");
    if (beyond(report.samples()) > 0) {
      totals.put(
          "load refused",
          refused(report.samples()) + " of the time, by up to " + beyond(report.samples())
              + (beyond(report.samples()) == 1 ? " machine" : " machines") + " beyond its limits");
    }
    totals.put("faults", strikes(report) + " of " + kinds(report) + " kinds");
    totals.put("crashes", String.valueOf(report.crashes()));
    return totals;
  }

  private static int most(List<SimulationSample> samples) {
    return samples.stream().mapToInt(SimulationSample::alive).max().orElse(0);
  }

  private static String share(List<SimulationSample> samples) {
    return share(samples, sample -> sample.effective() == sample.desired() + sample.headroom());
  }

  /** How much of the time the load asked for more than the pool's limits allow. */
  static String refused(List<SimulationSample> samples) {
    return share(samples, sample -> sample.refused() > 0);
  }

  /** By how many machines at most the load was refused; 0 if it never was. */
  static int beyond(List<SimulationSample> samples) {
    return samples.stream().mapToInt(SimulationSample::refused).max().orElse(0);
  }

  private static String share(List<SimulationSample> samples, Predicate<SimulationSample> which) {
    long found = samples.stream().filter(which).count();
    return samples.isEmpty() ? "0 %" : Math.round(100.0 * found / samples.size()) + " %";
  }

  private static long strikes(SimulationReport report) {
    return report.faults().values().stream().mapToLong(tally -> tally.strikes()).sum();
  }

  private static long kinds(SimulationReport report) {
    return report.faults().values().stream()
        .filter(tally -> tally.strikes() > 0)
        .count();
  }
}
