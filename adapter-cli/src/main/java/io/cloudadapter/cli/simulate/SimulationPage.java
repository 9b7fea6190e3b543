package io.cloudadapter.cli.simulate;

import io.cloudadapter.simulation.PoolSample;
import io.cloudadapter.simulation.SimulationReport;
import io.cloudadapter.simulation.fault.FaultCount;
import io.cloudadapter.simulation.fault.FaultKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** One self-contained page about a simulation: numbers, plots over time, and a description if there is one. */
final class SimulationPage {
  private static final String STYLE = """
      :root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --faint: #ddd;
        --one: #0072b2; --two: #d55e00; --three: #767676; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --paper: #161616;
        --faint: #3a3a3a; --one: #56b4e9; --two: #e69f00; --three: #9a9a9a; } }
      @media print { :root { --ink: #000; --paper: #fff; --faint: #ccc; --one: #0072b2;
        --two: #d55e00; --three: #767676; } section { break-inside: avoid; } }
      @media screen { section { overflow-x: auto; } svg[role=img] { min-width: 40rem; } }
      body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper);
        max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
      h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 1.6rem 0 .2rem; }
      svg { width: 100%; height: auto; display: block; }
      svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
      .lane { text-anchor: end; } .time { text-anchor: middle; }
      path { fill: none; } .grid { stroke: var(--faint); stroke-width: 1; }
      .desired { stroke: var(--two); stroke-width: 2; stroke-dasharray: 6 3; }
      .effective, .hours { stroke: var(--one); stroke-width: 2; }
      .alive { stroke: var(--three); stroke-width: 1; }
      .load { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 2 3; }
      .up { fill: var(--one); } .down { fill: var(--two); } .fault { fill: var(--ink); }
      .key { margin: 0; } .key span { white-space: nowrap; } .key svg { display: inline; width: 2rem; height: .8rem; }
      table { border-collapse: collapse; } th, td { padding: .15rem 1rem .15rem 0;
        text-align: left; vertical-align: top; border-bottom: 1px solid var(--faint); }
      td.n { text-align: right; font-variant-numeric: tabular-nums; }
      pre { overflow-x: auto; font-size: .8rem; } .broken { color: var(--two); }
      """;

  private final Map<String, String> settings;
  private final Duration length;
  private final SimulationReport report;
  private final List<PoolSample> samples;
  private final List<Duration> times;

  SimulationPage(Map<String, String> settings, Duration length, SimulationReport report) {
    this.settings = settings;
    this.length = length;
    this.report = report;
    this.samples = report.samples();
    this.times = samples.stream().map(PoolSample::at).toList();
  }

  String html() {
    String title = "Simulation of pool " + settings.getOrDefault("pool", "");
    return "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
        + "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width\"/>\n"
        + "<title>" + XmlEscaper.text(title) + "</title>\n<style>\n" + STYLE.replace(">", "&gt;")
        + "</style>\n</head>\n<body>\n<main>\n<h1>" + XmlEscaper.text(title) + "</h1>\n" + verdict()
        + section("Totals", table(SimulationTotals.of(report))) + section("Machines", sizes())
        + section("Launches and terminations", changes()) + pauses()
        + section("Cost in machine-hours, added up", cost())
        + section("Faults that struck", faults()) + section("Settings", table(settings))
        + "</main>\n</body>\n</html>\n";
  }

  private static String section(String title, String content) {
    return "<section>\n<h2>" + XmlEscaper.text(title) + "</h2>\n" + content + "</section>\n";
  }

  private String verdict() {
    if (report.violation().isEmpty()) {
      return "<p>Every rule held at every step, and in the end the pool came to rest.</p>\n";
    }
    StringBuilder story = new StringBuilder();
    report
        .violation()
        .get()
        .lines()
        .forEach(l -> story.append(XmlEscaper.text(l)).append('\n'));
    report.story().lines().forEach(line -> story.append(XmlEscaper.text(line)).append('\n'));
    return "<p class=\"broken\"><strong>A rule was broken, with seed " + report.seed()
        + ".</strong></p>\n<pre>" + story + "</pre>\n";
  }

  private static String table(Map<String, String> rows) {
    StringBuilder table = new StringBuilder("<table>\n<tbody>\n");
    rows.forEach((name, value) -> table
        .append("<tr><th scope=\"row\">")
        .append(XmlEscaper.text(name))
        .append("</th><td>")
        .append(XmlEscaper.text(value))
        .append("</td></tr>\n"));
    return table.append("</tbody>\n</table>\n").toString();
  }

  private List<Double> values(ToDoubleFunction<PoolSample> of) {
    return samples.stream().map(of::applyAsDouble).toList();
  }

  /** By how much a count has grown since the sample before. */
  private List<Double> growth(ToDoubleFunction<PoolSample> of) {
    List<Double> grown = new ArrayList<>();
    double before = 0;
    for (PoolSample sample : samples) {
      double now = of.applyAsDouble(sample);
      grown.add(now - before);
      before = now;
    }
    return grown;
  }

  private double most(ToDoubleFunction<PoolSample> of) {
    return samples.stream().mapToDouble(of).max().orElse(0);
  }

  private static String key(String style, String name) {
    return "<span><svg viewBox=\"0 0 40 12\" aria-hidden=\"true\"><path class=\"" + style
        + "\" d=\"M2 6H38\"/></svg> " + name + "</span> ";
  }

  private String sizes() {
    boolean refused = SimulationTotals.beyond(samples) > 0;
    double most = Math.max(
        most(PoolSample::alive), Math.max(most(PoolSample::desired), most(PoolSample::load)));
    SvgPlot plot = new SvgPlot(
        "sizes",
        "Machines over time",
        (refused
                ? "Load, desired, effective and billed machines"
                : "Desired, effective and billed machines")
            + "; at most " + (int) most + ".",
        length,
        220,
        most);
    plot.scale();
    if (refused) {
      plot.line("load", times, values(PoolSample::load), true);
    }
    plot.line("alive", times, values(PoolSample::alive), true);
    plot.line("effective", times, values(PoolSample::effective), true);
    plot.line("desired", times, values(PoolSample::desired), true);
    return "<p class=\"key\">" + key("desired", "desired") + key("effective", "effective")
        + key("alive", "billed by the cloud")
        + (refused
            ? key("load", "load; what is above desired was refused by the pool's limits")
            : "")
        + "</p>\n" + plot.svg();
  }

  private String changes() {
    SvgPlot plot = new SvgPlot(
        "changes",
        "Launches and terminations over time",
        report.launches() + " launches and " + report.terminations() + " terminations.",
        length,
        110,
        1);
    plot.lane(0, 2, "launches " + report.launches(), "up", times, growth(PoolSample::launches));
    plot.lane(
        1,
        2,
        "terminations " + report.terminations(),
        "down",
        times,
        growth(PoolSample::terminations));
    return plot.svg();
  }

  /** Nothing, where no machine paused. */
  private String pauses() {
    double most = most(PoolSample::pausing);
    if (most == 0) {
      return "";
    }
    SvgPlot plot = new SvgPlot(
        "pauses",
        "Machines that wait for a hook, over time",
        "At most " + (int) most + " at once.",
        length,
        110,
        most);
    plot.scale();
    plot.line("alive", times, values(PoolSample::pausing), true);
    return section("Machines that wait for a hook", plot.svg());
  }

  private String cost() {
    SvgPlot plot = new SvgPlot(
        "cost",
        "Machine-hours added up over time",
        String.format(Locale.ROOT, "%.1f machine-hours in the end.", report.hours()),
        length,
        140,
        most(PoolSample::hours));
    plot.scale();
    plot.line("hours", times, values(PoolSample::hours), false);
    return plot.svg();
  }

  private String faults() {
    List<Map.Entry<FaultKind, FaultCount>> struck = report.faults().entrySet().stream()
        .filter(entry -> entry.getValue().strikes() > 0)
        .sorted(Comparator.comparing(entry -> entry.getKey()))
        .toList();
    if (struck.isEmpty()) {
      return "<p>None.</p>\n";
    }
    SvgPlot plot = new SvgPlot(
        "faults",
        "Faults over time, by kind",
        struck.size() + " kinds of faults struck; the table below has their numbers.",
        length,
        18 * struck.size(),
        1);
    StringBuilder table = new StringBuilder("<table>\n<thead><tr><th scope=\"col\">fault</th>"
        + "<th scope=\"col\">at</th><th scope=\"col\">struck</th>"
        + "<th scope=\"col\">occasions</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < struck.size(); i++) {
      FaultKind kind = struck.get(i).getKey();
      FaultCount tally = struck.get(i).getValue();
      String name = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      plot.lane(
          i,
          struck.size(),
          name,
          "fault",
          times,
          growth(sample -> sample.faults().getOrDefault(kind, 0L)));
      table.append("<tr><th scope=\"row\">").append(XmlEscaper.text(name)).append("</th><td>");
      table
          .append(XmlEscaper.text(kind.where()))
          .append("</td><td class=\"n\">")
          .append(tally.strikes());
      table.append("</td><td class=\"n\">").append(tally.occasions()).append("</td></tr>\n");
    }
    return plot.svg() + table.append("</tbody>\n</table>\n");
  }
}
