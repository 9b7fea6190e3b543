package io.cloudadapter.api.scaling;

import static io.cloudadapter.api.scaling.AdjustmentType.CHANGE_IN_CAPACITY;
import static io.cloudadapter.api.scaling.AdjustmentType.CHANGE_IN_PERCENTAGE;
import static io.cloudadapter.api.scaling.AdjustmentType.EXACT_CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.scaling.StepScalingPolicy.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** AWS's rules of step scaling, by its documented examples. */
class StepScalingPolicyTest {
  private static final double OPEN = Double.POSITIVE_INFINITY;

  private static StepScalingPolicy percent(double share, int minStep) {
    return new StepScalingPolicy(
        CHANGE_IN_PERCENTAGE, 0, List.of(new Step(0, OPEN, share)), minStep);
  }

  /** Out by 10 and 30 per cent, in by 10 and 30 per cent, nothing between 40 and 60. */
  private static StepScalingPolicy bothWays() {
    return new StepScalingPolicy(
        CHANGE_IN_PERCENTAGE,
        50,
        List.of(
            new Step(20, OPEN, 30),
            new Step(-OPEN, -20, -30),
            new Step(-10, 10, 0),
            new Step(10, 20, 10),
            new Step(-20, -10, -10)),
        0);
  }

  @ParameterizedTest(name = "{0} machines changed by {1} % are {2}")
  @CsvSource({
    "10, 10, 11",
    "11, 30, 14",
    "14, -10, 13",
    "13, -30, 10",
    "10, 5, 11",
    "10, -5, 9",
    "10, -25, 8",
    "13, -20, 11",
    "10, 127, 22",
    "100, 12.7, 112",
    "100, 0.67, 101",
    "100, -0.58, 99",
    "100, -6.67, 94",
    "10, -200, 0",
    "10, 0, 10",
    "0, 50, 0",
  })
  void roundsAsDocumented(int size, double share, int after) {
    ScalingDecision decision =
        percent(share, 0).decide(ScalingRequest.measured(1), ScalingView.of(size));

    assertThat(decision.capacity()).isEqualTo(after);
  }

  @ParameterizedTest(name = "{0} machines changed by {1} % and at least {2} are {3}")
  @CsvSource({"4, 25, 2, 6", "4, -25, 2, 2", "10, 50, 2, 15", "10, 0, 2, 10", "0, 50, 2, 2"})
  void liftsTheChangeToTheLeastStep(int size, double share, int minStep, int after) {
    ScalingDecision decision =
        percent(share, minStep).decide(ScalingRequest.measured(1), ScalingView.of(size));

    assertThat(decision.capacity()).isEqualTo(after);
  }

  @ParameterizedTest(name = "metric {0} leads from 10 to {1}")
  @CsvSource({
    "50, 10",
    "59.9, 10",
    "60, 11",
    "69.9, 11",
    "70, 13",
    "1e9, 13",
    "40.1, 10",
    "40, 9",
    "30.1, 9",
    "30, 7",
    "-1e9, 7",
  })
  void includesTheBoundNearerToTheThreshold(double metric, int after) {
    assertThat(bothWays()
            .decide(ScalingRequest.measured(metric), ScalingView.of(10))
            .capacity())
        .isEqualTo(after);
  }

  @ParameterizedTest(name = "at {0} {1} more")
  @CsvSource({"50, 1", "59, 1", "60, 2", "41, 0", "49.9, 0"})
  void takesAMetricAtTheThresholdForTheUpperStep(double metric, int added) {
    StepScalingPolicy policy = new StepScalingPolicy(
        CHANGE_IN_CAPACITY, 50, List.of(new Step(0, 10, 1), new Step(10, OPEN, 2)), 0);

    assertThat(policy.decide(ScalingRequest.measured(metric), ScalingView.of(5)).count())
        .isEqualTo(added);
  }

  @Test
  void goesAsFarAsTheLimitsAllow() {
    StepScalingPolicy policy = new StepScalingPolicy(
        CHANGE_IN_CAPACITY, 50, List.of(new Step(-OPEN, 0, -5), new Step(0, OPEN, 5)), 0);
    ScalingView view = ScalingView.of(10).within(8, 12);

    assertThat(policy.decide(ScalingRequest.measured(51), view).capacity()).isEqualTo(12);
    assertThat(policy.decide(ScalingRequest.measured(49), view).capacity()).isEqualTo(8);
    assertThat(policy
            .decide(ScalingRequest.measured(51), ScalingView.of(15).within(8, 12))
            .count())
        .as("never shrinks because it should grow")
        .isZero();
    assertThat(policy
            .decide(ScalingRequest.measured(49), ScalingView.of(5).within(8, 12))
            .count())
        .as("never grows because it should shrink")
        .isZero();
  }

  @Test
  void setsExactSizes() {
    StepScalingPolicy policy = new StepScalingPolicy(
        EXACT_CAPACITY, 50, List.of(new Step(0, 10, 5), new Step(10, OPEN, 9)), 0);

    assertThat(policy.decide(ScalingRequest.measured(55), ScalingView.of(7)).capacity())
        .isEqualTo(5);
    assertThat(policy.decide(ScalingRequest.measured(65), ScalingView.of(7)).capacity())
        .isEqualTo(9);
  }

  @Test
  void ordersOnceForTwoReadingsInOneStep() {
    StepScalingPolicy policy = bothWays();
    ScalingView first = ScalingView.of(10);
    ScalingView warm = ScalingView.of(11).warming(1);

    assertThat(policy.decide(ScalingRequest.measured(62), first).count()).isEqualTo(1);
    assertThat(policy.decide(ScalingRequest.measured(62), warm).count()).isZero();
    assertThat(policy.decide(ScalingRequest.measured(75), warm).count())
        .as("30 % of 10 are 3, of which one is on its way")
        .isEqualTo(2);
    assertThat(policy.decide(ScalingRequest.measured(10), warm).count())
        .as("nothing goes while something warms up")
        .isZero();
  }

  @Test
  void shrinksOnceForTwoReadingsInOneStep() {
    StepScalingPolicy policy =
        new StepScalingPolicy(CHANGE_IN_CAPACITY, 50, List.of(new Step(-OPEN, 0, -2)), 0);
    ScalingRequest low = ScalingRequest.measured(20);

    assertThat(policy.decide(low, ScalingView.of(10)).capacity()).isEqualTo(8);
    assertThat(policy.decide(low, ScalingView.of(8).leaving(2)).count()).isZero();
    assertThat(policy.decide(low, ScalingView.of(9).leaving(1)).capacity())
        .as("one more, after another user has ended one")
        .isEqualTo(8);
    assertThat(policy.explain(low, ScalingView.of(8).leaving(2)))
        .contains("with the 2 that leave, 8 are to stay");
  }

  static Stream<List<Object>> badSteps() {
    return Stream.of(
        List.of(
            "steps must not overlap, was: [0.0, 10.0]: 1.0 and [5.0, inf]: 2.0",
            List.of(new Step(5, OPEN, 2), new Step(0, 10, 1))),
        List.of(
            "steps must leave no gap, was: [0.0, 10.0]: 1.0 and [15.0, inf]: 2.0",
            List.of(new Step(0, 10, 1), new Step(15, OPEN, 2))),
        List.of(
            "steps must not overlap, was: [0.0, inf]: 1.0 and [5.0, inf]: 2.0",
            List.of(new Step(0, OPEN, 1), new Step(5, OPEN, 2))),
        List.of(
            "steps must not overlap, was: [-inf, 0.0]: -1.0 and [-inf, -5.0]: -2.0",
            List.of(new Step(-OPEN, 0, -1), new Step(-OPEN, -5, -2))),
        List.of(
            "steps must not overlap, was: [0.0, inf]: 1.0 and [0.0, inf]: 1.0",
            List.of(new Step(0, OPEN, 1), new Step(0, OPEN, 1))),
        List.of(
            "with a positive upper bound the highest step must be open above,"
                + " was: [0.0, 10.0]: 1.0",
            List.of(new Step(0, 10, 1))),
        List.of(
            "with a negative lower bound the lowest step must be open below,"
                + " was: [-10.0, 0.0]: -1.0",
            List.of(new Step(-10, 0, -1))),
        List.of(
            "an adjustment in machines must be a whole number, was: [0.0, inf]: 1.5",
            List.of(new Step(0, OPEN, 1.5))),
        List.of("there must be 1 to 20 steps, was: 0", List.of()),
        List.of("there must be 1 to 20 steps, was: 21", twentyOne()));
  }

  private static List<Step> twentyOne() {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      steps.add(new Step(i, i + 1, 1));
    }
    steps.add(new Step(20, OPEN, 1));
    return steps;
  }

  @ParameterizedTest
  @MethodSource("badSteps")
  @SuppressWarnings("unchecked")
  void refusesBadSteps(List<Object> messageAndSteps) {
    List<Step> steps = (List<Step>) messageAndSteps.get(1);

    assertThatThrownBy(() -> new StepScalingPolicy(CHANGE_IN_CAPACITY, 50, steps, 0))
        .hasMessage((String) messageAndSteps.get(0));
  }

  @Test
  void refusesWhatIsNoNumber() {
    List<Step> steps = List.of(new Step(0, OPEN, 1));

    assertThatThrownBy(() -> new StepScalingPolicy(CHANGE_IN_CAPACITY, Double.NaN, steps, 0))
        .hasMessage("the threshold must be a finite number, was: NaN");
    assertThatThrownBy(() -> new Step(Double.NaN, 1, 1))
        .hasMessage("a step must have lower < upper, and one of them given, was: [nan, 1.0]");
    assertThatThrownBy(() -> new Step(-OPEN, OPEN, 1))
        .hasMessage("a step must have lower < upper, and one of them given, was: [-inf, inf]");
    assertThatThrownBy(() -> new Step(2, 2, 1))
        .hasMessage("a step must have lower < upper, and one of them given, was: [2.0, 2.0]");
    assertThatThrownBy(() -> new Step(0, 1, Double.NaN))
        .hasMessage("the adjustment of step [0.0, 1.0] must be a finite number, was: NaN");
    assertThatThrownBy(() -> new StepScalingPolicy(CHANGE_IN_CAPACITY, 1, steps, -1))
        .hasMessage("the min_step must be >= 0, was: -1");
    assertThatThrownBy(() -> ScalingRequest.measured(Double.NaN))
        .hasMessage("a metric must be a finite number, was: NaN");
    assertThatThrownBy(
            () -> new StepScalingPolicy(EXACT_CAPACITY, 1, List.of(new Step(0, OPEN, -1)), 0))
        .hasMessage("an exact capacity must be >= 0, was: [0.0, inf]: -1.0");
  }

  @Test
  void readsProperties() {
    Map<String, Object> up = Map.of("lower", 10, "adjustment", 2);
    Map<String, Object> calm = Map.of("lower", 0, "upper", "10", "adjustment", 0);

    assertThat(StepScalingPolicy.parse(Map.of("threshold", 50, "steps", List.of(up, calm))))
        .isEqualTo(new StepScalingPolicy(
            CHANGE_IN_CAPACITY, 50, List.of(new Step(0, 10, 0), new Step(10, OPEN, 2)), 0));
    assertRefused("Required spec item 'threshold' not provided", Map.of("steps", List.of(up)));
    assertRefused("Required spec item 'steps' not provided", Map.of("threshold", 1));
    assertRefused("'7' is not a List", Map.of("threshold", 1, "steps", 7));
    assertRefused("'7' is not a Map", Map.of("threshold", 1, "steps", List.of(7)));
    assertRefused(
        "Unrecognizable spec item 'up'",
        Map.of("threshold", 1, "steps", List.of(Map.of("up", 1, "lower", 0, "adjustment", 1))));
    assertRefused(
        "Unrecognizable spec item 'foo'",
        Map.of("threshold", 1, "steps", List.of(up, calm), "foo", 1));
    assertRefused(
        "steps must not overlap, was: [10.0, inf]: 2.0 and [10.0, inf]: 2.0",
        Map.of("threshold", 1, "steps", List.of(up, up)));
  }

  private static void assertRefused(String message, Map<String, ?> properties) {
    assertThatThrownBy(() -> StepScalingPolicy.parse(properties))
        .isInstanceOf(PoolException.class)
        .hasMessage(message);
  }

  @Test
  void explainsItself() {
    assertThat(
            bothWays().decide(ScalingRequest.measured(62), ScalingView.of(10)).steps())
        .containsExactly(
            "62.0 is 12.0 from the threshold 50.0; step [10.0, 20.0]: 10.0",
            "10 machines are there or promised, 0 of them warm up; from 10 the step leads to 11",
            "OK: scale out by 1 to 11, desired size 11");
  }

  @Test
  void isAskedAboutMetricsOnly() {
    assertThat(bothWays().decide(ScalingRequest.out(), ScalingView.of(1)).reason())
        .isEqualTo("The policy handles metrics only.");
  }

  @Test
  void refusesAMetricWithoutAName() {
    for (String name : List.of("", " ", "-cpu", "c pu", "c\npu", "x".repeat(65))) {
      assertThatThrownBy(() -> bothWays().watching(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("a metric must have a name of 1 to 64 letters, digits,");
      assertThatThrownBy(() -> ScalingRequest.measured(name, 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void takesAMetricThatIsFurtherAwayThanAnyNumberForTheOutermostStep() {
    StepScalingPolicy policy = new StepScalingPolicy(
        AdjustmentType.CHANGE_IN_CAPACITY,
        -Double.MAX_VALUE,
        List.of(new StepScalingPolicy.Step(0, Double.POSITIVE_INFINITY, 1e300)),
        0);

    ScalingDecision decision = policy.decide(
        ScalingRequest.measured(Double.MAX_VALUE), ScalingView.of(1).within(0, 5));

    assertThat(decision.capacity()).isEqualTo(5);
    assertThat(decision.steps())
        .anyMatch(step -> step.endsWith("from 1 the step leads to more than any pool holds"));
  }

  @Test
  void saysThatMachinesWarmUpWhereThatDecides() {
    StepScalingPolicy policy = new StepScalingPolicy(
        AdjustmentType.CHANGE_IN_CAPACITY,
        50,
        List.of(
            new StepScalingPolicy.Step(Double.NEGATIVE_INFINITY, 0, -1),
            new StepScalingPolicy.Step(0, Double.POSITIVE_INFINITY, 2)),
        0);
    ScalingView warm = ScalingView.of(6).warming(2);

    assertThat(policy.decide(ScalingRequest.measured(60), warm).steps())
        .contains("those that warm up are enough", "OK: no change from 6");
    assertThat(policy.decide(ScalingRequest.measured(40), warm).steps())
        .contains("nothing shrinks while machines warm up", "OK: no change from 6");
    assertThat(policy.decide(ScalingRequest.measured(60), ScalingView.of(6)).steps())
        .noneMatch(step -> step.contains("enough"));
  }
}
