package io.cloudadapter.cli.simulate;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.simulation.PoolSimulation;
import io.cloudadapter.simulation.SimulationReport;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the warm pool of a simulated pool buys and costs: the same days once more without it. */
final class WarmComparison {
  private final SimulatedGrowths warm = new SimulatedGrowths();
  private final SimulatedGrowths cold = new SimulatedGrowths();
  private final PoolSimulation coldDays;
  private @Nullable SimulationReport coldReport;

  /**
   * Watches both.
   *
   * @param warmDays of the pool as it is configured
   * @param coldDays of the same pool without its warm pool
   */
  WarmComparison(PoolSimulation warmDays, PoolSimulation coldDays) {
    this.coldDays = coldDays;
    warmDays.every(SimulatedGrowths.EVERY, warm);
    coldDays.every(SimulatedGrowths.EVERY, cold);
  }

  private SimulationReport coldReport() {
    SimulationReport known = coldReport;
    if (known == null) {
      known = coldDays.run();
      coldReport = known;
    }
    return known;
  }

  /** Names and values, for people. */
  Map<String, String> lines(SimulationReport report) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("with warm pool", line(report, warm));
    lines.put("without it", line(coldReport(), cold));
    return lines;
  }

  private static String line(SimulationReport report, SimulatedGrowths growths) {
    String growth = growths
        .median()
        .map(median -> "a growth takes " + TimeSpan.text(median) + ", "
            + growths.longest().map(TimeSpan::text).orElse("") + " at most, of "
            + growths.count())
        .orElse("no growth came to its end");
    return growth + "; " + number(report.hours()) + " machine-hours, "
        + number(report.stoppedHours()) + " of them stopped; " + report.launches()
        + (report.launches() == 1 ? " launch" : " launches")
        + report.violation().map(rule -> "; A RULE WAS BROKEN: " + rule).orElse("");
  }

  private static String number(double hours) {
    return String.format(Locale.ROOT, "%.1f", hours);
  }

  /** The same for programs. */
  Map<String, Object> fields(SimulationReport report) {
    return JsonOutput.fields("warm", side(report, warm), "cold", side(coldReport(), cold));
  }

  private static Map<String, Object> side(SimulationReport report, SimulatedGrowths growths) {
    return JsonOutput.fields(
        "growths", growths.count(),
        "medianGrowthSeconds", growths.median().map(Duration::toSeconds),
        "longestGrowthSeconds", growths.longest().map(Duration::toSeconds),
        "machineHours", Math.round(report.hours() * 10) / 10.0,
        "stoppedHours", Math.round(report.stoppedHours() * 10) / 10.0,
        "launches", report.launches(),
        "held", report.violation().isEmpty());
  }
}
