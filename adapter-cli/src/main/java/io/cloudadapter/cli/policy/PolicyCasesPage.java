package io.cloudadapter.cli.policy;

import io.cloudadapter.cli.page.PlotAxis;
import io.cloudadapter.cli.page.SvgPlot;
import io.cloudadapter.cli.page.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One self-contained page about the answers to a table of cases. The template {@code policy-cases.html} takes its facts
 * from here by their names.
 */
final class PolicyCasesPage {
  private static final int HEIGHT = 220;
  private static final int LANE = 40;
  private static final int MOST_TICKS = 10;

  /** The part of a case's room that stays empty, so that its values do not touch those of the next. */
  private static final double BETWEEN = 0.2;

  private final PolicyResultTable results;

  PolicyCasesPage(PolicyResultTable results) {
    this.results = results;
  }

  String html() {
    return Templates.fill("policy-cases.html", this);
  }

  String title() {
    return "Try of a policy: " + results.all().size() + " cases";
  }

  long missed() {
    return results.all().stream().filter(PolicyResultTable.Line::missed).count();
  }

  boolean met() {
    return missed() == 0;
  }

  List<PolicyResultTable.Line> cases() {
    return results.all();
  }

  SvgPlot plot() {
    List<SvgPlot.Span> before = new ArrayList<>();
    List<SvgPlot.Span> after = new ArrayList<>();
    for (int i = 0; i < results.all().size(); i++) {
      double from = i + BETWEEN / 2;
      double to = from + 1 - BETWEEN;
      results.all().get(i).answer().ifPresent(answer -> {
        before.add(new SvgPlot.Span(from, to, answer.before()));
        after.add(new SvgPlot.Span(from, to, answer.desiredSize()));
      });
    }
    double most = Stream.concat(before.stream(), after.stream())
        .mapToDouble(SvgPlot.Span::value)
        .max()
        .orElse(0);
    SvgPlot plot = new SvgPlot(
        "cases",
        "Desired size before and after, case by case",
        "At most " + (int) most + "; other than expected: " + missed() + " of "
            + results.all().size() + ".",
        axis(),
        HEIGHT,
        most);
    plot.scale();
    plot.spans("alive", before);
    plot.spans("desired", after);
    return plot;
  }

  /** Bars at the cases whose answer is other than expected; nothing if there is none. */
  @Nullable
  SvgPlot misses() {
    if (met()) {
      return null;
    }
    List<Double> bars = new ArrayList<>(List.of(0.0));
    results.all().forEach(line -> bars.add(line.missed() ? 1.0 : 0.0));
    SvgPlot plot = new SvgPlot(
        "misses",
        "Cases with another answer than expected",
        missed() + " of " + results.all().size() + ".",
        axis(),
        LANE,
        1);
    plot.lane(0, 1, "unexpected " + missed(), "down", places(), bars);
    return plot;
  }

  /** Where cases begin, and where the last one ends. Each has the room of one. */
  private List<Double> places() {
    return IntStream.rangeClosed(0, results.all().size())
        .mapToObj(i -> (double) i)
        .toList();
  }

  /** It names the lines of the table where their cases begin. */
  private PlotAxis axis() {
    int cases = results.all().size();
    int step = (cases + MOST_TICKS - 1) / MOST_TICKS;
    List<PlotAxis.Tick> ticks = IntStream.iterate(0, i -> i < cases, i -> i + step)
        .mapToObj(i -> new PlotAxis.Tick(i, "line " + results.all().get(i).row().number()))
        .toList();
    return new PlotAxis(0, cases, ticks);
  }
}
