package io.cloudadapter.cli.policy;

import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.cli.page.PlotAxis;
import io.cloudadapter.cli.page.SvgPlot;
import io.cloudadapter.cli.page.Templates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * One self-contained page about what policies decide: the answer to a question with its reasons, and the same question
 * at other sizes and values. The template {@code policy.html} takes its facts from here by their names.
 */
final class PolicyPage {
  private static final int HEIGHT = 220;

  private final PolicyCase asked;
  private final String request;
  private final PolicyCase.Answer answer;
  private final PolicySet policies;

  PolicyPage(PolicyCase asked, String request, PolicyCase.Answer answer, PolicySet policies) {
    this.asked = asked;
    this.request = request;
    this.answer = answer;
    this.policies = policies;
  }

  /** A plot with its heading, a sentence about where it begins and ends, and its numbers. */
  record Sweep(String heading, String range, String column, SvgPlot plot, List<Row> rows) {}

  /** A row of numbers: from a size or a value on, up to the next row. The page marks the one that was asked for. */
  record Row(String at, String before, String after, String remark, boolean asked) {}

  String html() {
    return Templates.fill("policy.html", this);
  }

  String title() {
    return "Try of a policy: " + request + " at size " + asked.view().committed();
  }

  boolean refused() {
    return !answer.ok();
  }

  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("request", request);
    facts.put("size", String.valueOf(asked.view().committed()));
    facts.put("change", answer.change());
    facts.put("desired size", answer.before() + " → " + answer.desiredSize());
    return facts;
  }

  List<String> steps() {
    return answer.steps();
  }

  List<Sweep> sweeps() {
    List<Sweep> all = new ArrayList<>();
    if (asked.request() instanceof ScalingRequest.Measured measured) {
      all.add(sweep(
          "values",
          "The same size at other values",
          "value",
          PolicySweep.ofValues(asked, measured.value(), policies)));
    }
    all.add(sweep(
        "sizes", "The same request at other sizes", "size", PolicySweep.ofSizes(asked, policies)));
    return all;
  }

  private static Sweep sweep(String id, String heading, String column, PolicySweep sweep) {
    List<PolicySweep.Point> points = sweep.points();
    int most = points.stream()
        .mapToInt(point -> Math.max(point.before(), point.after()))
        .max()
        .orElse(0);
    long refusals = points.stream().filter(point -> !point.decision().ok()).count();
    SvgPlot plot = new SvgPlot(
        id,
        heading,
        "Desired size before and after; at most " + most + ". Asked for: "
            + PlotAxis.text(sweep.asked()) + ". Refused: " + refusals + " of " + points.size()
            + ".",
        PlotAxis.ofNumbers(sweep.least(), sweep.greatest()),
        HEIGHT,
        most);
    plot.scale();
    List<Double> places = points.stream().map(PolicySweep.Point::at).toList();
    plot.line("alive", places, values(points, PolicySweep.Point::before), false);
    plot.line("desired", places, values(points, PolicySweep.Point::after), true);
    plot.pointer(sweep.asked(), "asked for: " + PlotAxis.text(sweep.asked()));
    List<Row> rows =
        points.stream().map(point -> row(point, point.at() == sweep.asked())).toList();
    return new Sweep(heading, sweep.range(), column, plot, rows);
  }

  private static List<Double> values(
      List<PolicySweep.Point> points, ToDoubleFunction<PolicySweep.Point> of) {
    return points.stream().map(of::applyAsDouble).toList();
  }

  private static Row row(PolicySweep.Point point, boolean asked) {
    String refused = point.decision().ok() ? "" : "refused: " + point.decision().reason();
    return new Row(
        PlotAxis.text(point.at()),
        String.valueOf(point.before()),
        String.valueOf(point.after()),
        asked ? "asked for" + (refused.isEmpty() ? "" : "; " + refused) : refused,
        asked);
  }
}
