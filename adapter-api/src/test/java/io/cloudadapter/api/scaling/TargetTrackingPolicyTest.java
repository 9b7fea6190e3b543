package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetTrackingPolicyTest {

  @ParameterizedTest(name = "{0} machines at {1}, wanted 50: {2}")
  @CsvSource({
    "10, 50, 10",
    "10, 60, 12",
    "10, 51, 11",
    "3, 50.1, 4",
    "10, 100, 20",
    "10, 46, 10",
    "10, 45, 10",
    "10, 44, 9",
    "10, 25, 5",
    "10, 0, 0",
    "10, -5, 0",
    "0, 80, 0",
    "10, 1e9, 30",
  })
  void keepsTheMetricNearItsTarget(int size, double metric, int after) {
    ScalingView view = ScalingView.of(size).within(0, 30);

    assertThat(TargetTrackingPolicy.of(50)
            .decide(ScalingRequest.measured(metric), view)
            .capacity())
        .isEqualTo(after);
  }

  @Test
  void countsWhatWarmsUp() {
    TargetTrackingPolicy policy = TargetTrackingPolicy.of(50);
    ScalingView view = ScalingView.of(12).warming(2);

    assertThat(policy.decide(ScalingRequest.measured(60), view).count())
        .as("the two that it takes are on their way")
        .isZero();
    assertThat(policy.decide(ScalingRequest.measured(75), view).count()).isEqualTo(3);
    assertThat(policy.decide(ScalingRequest.measured(1), view).count()).isZero();
  }

  @Test
  void mayBeKeptFromShrinking() {
    TargetTrackingPolicy policy = new TargetTrackingPolicy(50, 0, false);

    assertThat(policy.decide(ScalingRequest.measured(1), ScalingView.of(10)).count())
        .isZero();
    assertThat(policy.decide(ScalingRequest.measured(99), ScalingView.of(10)).count())
        .isEqualTo(10);
  }

  @Test
  void readsProperties() {
    assertThat(TargetTrackingPolicy.parse(Map.of("target", "50")))
        .isEqualTo(TargetTrackingPolicy.of(50));
    assertThat(TargetTrackingPolicy.parse(Map.of("target", 1, "margin", 0, "scale_in", "no")))
        .isEqualTo(new TargetTrackingPolicy(1, 0, false));
    assertRefused("Required spec item 'target' not provided", Map.of());
    assertRefused("the target must be a finite number > 0, was: 0.0", Map.of("target", 0));
    assertRefused("The value 'nan' is not a valid number.", Map.of("target", Double.NaN));
    assertRefused("the margin must be >= 0 and < 1, was: 1.0", Map.of("target", 1, "margin", 1));
    assertRefused("Unrecognizable spec item 'foo'", Map.of("target", 1, "foo", 1));
  }

  private static void assertRefused(String message, Map<String, ?> properties) {
    assertThatThrownBy(() -> TargetTrackingPolicy.parse(properties))
        .isInstanceOf(PoolException.class)
        .hasMessage(message);
  }

  @Test
  void explainsItself() {
    assertThat(TargetTrackingPolicy.of(50)
            .decide(ScalingRequest.measured(60), ScalingView.of(10))
            .steps())
        .containsExactly(
            "10 machines carry load at 60.0; to have 50.0 takes 12",
            "OK: scale out by 2 to 12, desired size 12");
    assertThat(TargetTrackingPolicy.of(50)
            .decide(ScalingRequest.measured(47), ScalingView.of(10))
            .steps())
        .containsExactly(
            "10 machines carry load at 47.0; to have 50.0 takes 10",
            "within the margin of 0.1 below the target",
            "OK: no change from 10");
    assertThat(TargetTrackingPolicy.of(50)
            .decide(ScalingRequest.in(), ScalingView.of(10))
            .reason())
        .isEqualTo("The policy handles metrics only.");
  }

  @Test
  void watchesTheMetricOfItsOwnNameUnlessToldAnother() {
    assertThat(TargetTrackingPolicy.of(50).watches("load", "load")).isTrue();
    assertThat(TargetTrackingPolicy.of(50).watches("load", "cpu")).isFalse();
    TargetTrackingPolicy cpu =
        TargetTrackingPolicy.parse(java.util.Map.of("target", 50, "metric", "cpu"));
    assertThat(cpu).isEqualTo(TargetTrackingPolicy.of(50).watching("cpu"));
    assertThat(cpu.watches("load", "cpu")).isTrue();
    assertThat(cpu.watches("load", "load")).isFalse();
  }

  @Test
  void goesAsFarAsTheLimitsAllowForAMetricBeyondAllMeasure() {
    ScalingDecision decision = TargetTrackingPolicy.of(50)
        .decide(ScalingRequest.measured(Double.MAX_VALUE), ScalingView.of(10).within(0, 30));

    assertThat(decision.steps())
        .containsExactly(
            "10 machines carry load at 1.7976931348623157e+308; to have 50.0 takes more than any"
                + " pool holds",
            "OK: scale out by 20 to 30, desired size 30");
  }

  @Test
  void shrinksOnceForTheSameReading() {
    TargetTrackingPolicy policy = TargetTrackingPolicy.of(60);
    ScalingRequest low = ScalingRequest.measured(45);

    assertThat(policy.decide(low, ScalingView.of(8)).capacity()).isEqualTo(6);
    assertThat(policy.decide(low, ScalingView.of(6).leaving(2)).count())
        .as("six of eight are to stay")
        .isZero();
    assertThat(policy
            .decide(ScalingRequest.measured(20), ScalingView.of(6).leaving(2))
            .capacity())
        .as("less load than before")
        .isEqualTo(3);
    assertThat(policy
            .decide(ScalingRequest.measured(90), ScalingView.of(6).leaving(2))
            .capacity())
        .as("those that leave do not help to grow")
        .isEqualTo(9);
  }
}
