package io.cloudadapter.cli.policy;

import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.cli.page.PlotAxis;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The same question at other sizes, or at other values of its metric. It asks for sizes only, since where machines
 * are is known for one size alone.
 *
 * @param points what the policies decide, by rising sizes or values
 * @param asked the size or the value of the question itself, one of the points
 * @param range a sentence about where the points begin and end, and why there
 */
record PolicySweep(List<Point> points, double asked, String range) {
  private static final int MOST_POINTS = 100;
  private static final int LEAST_RANGE = 20;

  /**
   * One decision.
   *
   * @param at the size or the value
   * @param before the desired size before
   * @param decision what the policies decide
   */
  record Point(double at, int before, ScalingDecision decision) {
    int after() {
      return decision.ok() ? decision.desiredSize() : before;
    }
  }

  /** From no machine to twice as many as there are, but not beyond the limit; the size asked for is among them. */
  static PolicySweep ofSizes(PolicyCase asked, PolicySet policies) {
    ScalingView view = asked.view();
    int limit = view.maxSize() == ScalingView.UNLIMITED
        ? view.perPoolCap()
        : Math.min(view.maxSize(), view.perPoolCap());
    int wide = (int) Math.min(limit, Math.max(LEAST_RANGE, 2L * view.committed()));
    int greatest = Math.max(1, Math.max(wide, view.committed()));
    int step = (greatest + MOST_POINTS - 1) / MOST_POINTS;
    TreeSet<Integer> sizes = new TreeSet<>(List.of(view.committed(), greatest));
    IntStream.iterate(0, size -> size <= greatest, size -> size + step).forEach(sizes::add);
    List<Point> points = sizes.stream()
        .filter(size -> size >= view.warming())
        .map(size -> {
          PolicyCase other = asked.sized(size);
          return new Point(size, other.view().desiredSize(), other.decidedBy(policies));
        })
        .toList();
    String range = "Sizes from " + PlotAxis.text(points.get(0).at()) + " to " + greatest
        + (step == 1 ? "" : ", one in " + step) + ": up to "
        + (view.committed() > limit
            ? "the size asked for, which is beyond the limit of " + limit
            : "twice the size asked for or " + LEAST_RANGE
                + ", the greater of both, and not beyond the limit of " + limit)
        + ".";
    return new PolicySweep(points, view.committed(), range);
  }

  /** From 0 to twice the value that was measured, which is in the middle; of 0, from there to 1. */
  static PolicySweep ofValues(PolicyCase asked, double value, PolicySet policies) {
    double unit = value == 0 ? 0.5 : value;
    List<Point> points = IntStream.rangeClosed(0, MOST_POINTS)
        .mapToDouble(i -> unit * (i / (MOST_POINTS / 2.0)))
        .sorted()
        .mapToObj(at ->
            new Point(at, asked.view().desiredSize(), asked.measuring(at).decidedBy(policies)))
        .toList();
    String range = value == 0
        ? "Values from 0 to 1."
        : "Values from 0 to " + PlotAxis.text(2 * value) + ", twice the value asked for.";
    return new PolicySweep(points, value, range);
  }

  double least() {
    return points.get(0).at();
  }

  double greatest() {
    return points.get(points.size() - 1).at();
  }
}
