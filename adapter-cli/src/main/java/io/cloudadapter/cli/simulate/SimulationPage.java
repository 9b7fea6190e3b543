package io.cloudadapter.cli.simulate;

import io.cloudadapter.cli.page.PlotAxis;
import io.cloudadapter.cli.page.SvgPlot;
import io.cloudadapter.cli.page.Templates;
import io.cloudadapter.simulation.SimulationReport;
import io.cloudadapter.simulation.SimulationSample;
import io.cloudadapter.simulation.fault.FaultCount;
import io.cloudadapter.simulation.fault.FaultKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One self-contained page about a simulation: numbers, plots over time, and a description if there is one. The template
 * {@code simulation.html} takes its facts from here by their names.
 */
final class SimulationPage {
  private final Map<String, String> settings;
  private final PlotAxis axis;
  private final SimulationReport report;
  private final List<SimulationSample> samples;
  private final List<Double> times;

  SimulationPage(Map<String, String> settings, Duration length, SimulationReport report) {
    this.settings = settings;
    this.axis = PlotAxis.ofTime(length);
    this.report = report;
    this.samples = report.samples();
    this.times =
        samples.stream().map(sample -> (double) sample.at().toSeconds()).toList();
  }

  /** What a line of the plot of sizes shows. */
  record Key(String style, String name) {}

  /** A kind of fault that struck, and how often. */
  record StruckFault(FaultKind kind, FaultCount count) {
    String name() {
      return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  String html() {
    return Templates.fill("simulation.html", this);
  }

  String title() {
    return "Simulation of pool " + settings.getOrDefault("pool", "");
  }

  boolean broken() {
    return report.violation().isPresent();
  }

  long seed() {
    return report.seed();
  }

  /** The lines on what was broken, and on how it came to that. */
  List<String> story() {
    return Stream.concat(report.violation().stream(), Stream.of(report.story()))
        .flatMap(String::lines)
        .toList();
  }

  Map<String, String> totals() {
    return SimulationTotals.of(report);
  }

  Map<String, String> settings() {
    return settings;
  }

  private List<Double> values(ToDoubleFunction<SimulationSample> of) {
    return samples.stream().map(of::applyAsDouble).toList();
  }

  /** By how much a count has grown since the sample before. */
  private List<Double> growth(ToDoubleFunction<SimulationSample> of) {
    List<Double> grown = new ArrayList<>();
    double before = 0;
    for (SimulationSample sample : samples) {
      double now = of.applyAsDouble(sample);
      grown.add(now - before);
      before = now;
    }
    return grown;
  }

  private double most(ToDoubleFunction<SimulationSample> of) {
    return samples.stream().mapToDouble(of).max().orElse(0);
  }

  private boolean refused() {
    return SimulationTotals.beyond(samples) > 0;
  }

  List<Key> legend() {
    List<Key> keys = new ArrayList<>();
    keys.add(new Key("desired", "desired"));
    keys.add(new Key("effective", "effective"));
    keys.add(new Key("alive", "billed by the cloud"));
    if (refused()) {
      keys.add(new Key("load", "load; what is above desired was refused by the pool's limits"));
    }
    return keys;
  }

  SvgPlot sizes() {
    double most = Math.max(
        most(SimulationSample::alive),
        Math.max(most(SimulationSample::desired), most(SimulationSample::load)));
    SvgPlot plot = new SvgPlot(
        "sizes",
        "Machines over time",
        (refused()
                ? "Load, desired, effective and billed machines"
                : "Desired, effective and billed machines")
            + "; at most " + (int) most + ".",
        axis,
        220,
        most);
    plot.scale();
    if (refused()) {
      plot.line("load", times, values(SimulationSample::load), true);
    }
    plot.line("alive", times, values(SimulationSample::alive), true);
    plot.line("effective", times, values(SimulationSample::effective), true);
    plot.line("desired", times, values(SimulationSample::desired), true);
    return plot;
  }

  SvgPlot changes() {
    SvgPlot plot = new SvgPlot(
        "changes",
        "Launches and terminations over time",
        report.launches() + " launches and " + report.terminations() + " terminations.",
        axis,
        110,
        1);
    plot.lane(
        0, 2, "launches " + report.launches(), "up", times, growth(SimulationSample::launches));
    plot.lane(
        1,
        2,
        "terminations " + report.terminations(),
        "down",
        times,
        growth(SimulationSample::terminations));
    return plot;
  }

  /** Nothing, where no machine paused. */
  @Nullable
  SvgPlot pauses() {
    double most = most(SimulationSample::pausing);
    if (most == 0) {
      return null;
    }
    SvgPlot plot = new SvgPlot(
        "pauses",
        "Machines that wait for a hook, over time",
        "At most " + (int) most + " at once.",
        axis,
        110,
        most);
    plot.scale();
    plot.line("alive", times, values(SimulationSample::pausing), true);
    return plot;
  }

  SvgPlot cost() {
    SvgPlot plot = new SvgPlot(
        "cost",
        "Machine-hours added up over time",
        String.format(Locale.ROOT, "%.1f machine-hours in the end.", report.hours()),
        axis,
        140,
        most(SimulationSample::hours));
    plot.scale();
    plot.line("hours", times, values(SimulationSample::hours), false);
    return plot;
  }

  List<StruckFault> faults() {
    return report.faults().entrySet().stream()
        .filter(entry -> entry.getValue().strikes() > 0)
        .map(entry -> new StruckFault(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparing(StruckFault::kind))
        .toList();
  }

  SvgPlot faultPlot() {
    List<StruckFault> struck = faults();
    SvgPlot plot = new SvgPlot(
        "faults",
        "Faults over time, by kind",
        struck.size() + " kinds of faults struck; the table below has their numbers.",
        axis,
        18 * struck.size(),
        1);
    for (int i = 0; i < struck.size(); i++) {
      FaultKind kind = struck.get(i).kind();
      List<Double> growth = growth(sample -> sample.faults().getOrDefault(kind, 0L));
      plot.lane(i, struck.size(), struck.get(i).name(), "fault", times, growth);
    }
    return plot;
  }
}
