package io.cloudadapter.cli.policy;

import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingView;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The same question at other sizes, or at other values of its metric. It asks for sizes only, since where machines
 * are is known for one size alone.
 *
 * @param points what the policies decide, by rising sizes or values
 */
record PolicySweep(List<Point> points) {
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
    return new PolicySweep(sizes.stream()
        .filter(size -> size >= view.warming())
        .map(size -> {
          PolicyCase other = asked.sized(size);
          return new Point(size, other.view().desiredSize(), other.decidedBy(policies));
        })
        .toList());
  }

  /** From 0 to twice the value that was measured; of a value below 0, from twice that value to 0. */
  static PolicySweep ofValues(PolicyCase asked, double value, PolicySet policies) {
    double far = value == 0 ? 1 : 2 * value;
    return new PolicySweep(DoubleStream.iterate(0, i -> i <= MOST_POINTS, i -> i + 1)
        .map(i -> far * i / MOST_POINTS)
        .sorted()
        .mapToObj(at ->
            new Point(at, asked.view().desiredSize(), asked.measuring(at).decidedBy(policies)))
        .toList());
  }

  double least() {
    return points.get(0).at();
  }

  double greatest() {
    return points.get(points.size() - 1).at();
  }
}
