package io.cloudadapter.api.scaling;

import static io.cloudadapter.api.scaling.AdjustmentType.CHANGE_IN_CAPACITY;
import static io.cloudadapter.api.scaling.AdjustmentType.CHANGE_IN_PERCENTAGE;
import static io.cloudadapter.api.scaling.ScalingDirection.SCALE_IN;
import static io.cloudadapter.api.scaling.ScalingDirection.SCALE_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.scaling.StepScalingPolicy.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingDecisionTest {
  private static final ScalingView EIGHT = ScalingView.of(8).within(2, 20);
  private static final StepScalingPolicy UP = new StepScalingPolicy(
      CHANGE_IN_CAPACITY, 80, List.of(new Step(0, Double.POSITIVE_INFINITY, 2)), 0);
  private static final StepScalingPolicy DOWN = new StepScalingPolicy(
      CHANGE_IN_CAPACITY, 30, List.of(new Step(Double.NEGATIVE_INFINITY, 0, -3)), 0);

  private static ScalingDecision in(AdjustmentType type, int number) {
    return AdjustmentPolicy.of(SCALE_IN, type, number).decide(ScalingRequest.in(), EIGHT);
  }

  private static ScalingDecision out(int number) {
    return AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_CAPACITY, number)
        .decide(ScalingRequest.out(), EIGHT);
  }

  @Test
  void keepsTheLargestCapacityOfSeveral() {
    assertThat(ScalingDecision.largest(
                List.of(in(CHANGE_IN_CAPACITY, 3), in(CHANGE_IN_PERCENTAGE, 25)))
            .capacity())
        .isEqualTo(6);
    assertThat(ScalingDecision.largest(List.of(out(1), in(CHANGE_IN_CAPACITY, 3), out(4)))
            .capacity())
        .isEqualTo(12);
  }

  @Test
  void shrinksThoughAPolicyForGrowingHasNothingToSay() {
    ScalingRequest low = ScalingRequest.measured(10);

    assertThat(ScalingDecision.largest(List.of(UP.decide(low, EIGHT), DOWN.decide(low, EIGHT)))
            .capacity())
        .isEqualTo(5);
  }

  @Test
  void isTheSameAgainOnceItWasWrittenDown() {
    ScalingRequest high = ScalingRequest.measured(95);
    ScalingRequest low = ScalingRequest.measured(10);
    for (ScalingDecision decision : List.of(
        out(3),
        in(CHANGE_IN_CAPACITY, 2),
        UP.decide(high, EIGHT),
        UP.decide(low, EIGHT),
        TargetTrackingPolicy.of(100).decide(ScalingRequest.measured(98), EIGHT))) {
      ScalingDecision again = ScalingDecision.recorded(
          high,
          decision.view(),
          decision.event(),
          decision.count(),
          decision.abstains(),
          decision.steps());

      assertThat(again).isEqualTo(decision);
      assertThat(again.steps()).isEqualTo(decision.steps());
      assertThat(again.toMap()).isEqualTo(decision.toMap());
    }
  }

  @Test
  void doesNotShrinkWhileAPolicyHolds() {
    ScalingRequest low = ScalingRequest.measured(10);
    ScalingDecision satisfied =
        TargetTrackingPolicy.of(100).decide(ScalingRequest.measured(98), EIGHT);

    assertThat(
            ScalingDecision.largest(List.of(DOWN.decide(low, EIGHT), satisfied)).count())
        .isZero();
  }

  @Test
  void doesNotShrinkOverARefusal() {
    ScalingDecision refused = out(40);

    assertThat(ScalingDecision.largest(List.of(in(CHANGE_IN_CAPACITY, 3), refused)))
        .isEqualTo(refused);
    assertThat(ScalingDecision.largest(List.of(refused, out(1))).count()).isEqualTo(1);
  }

  @Test
  void needsOneToChooseFrom() {
    assertThatThrownBy(() -> ScalingDecision.largest(List.of()))
        .hasMessage("decisions must hold at least one, was: []");
  }

  @Test
  void letsAProgramWriteAPolicyOfItsOwn() {
    ScalingPolicy[] twice = new ScalingPolicy[1];
    twice[0] =
        (request, view) -> ScalingDecision.ok(twice[0], request, view, SCALE_OUT, view.committed());

    ScalingDecision decision = twice[0].decide(ScalingRequest.out(), EIGHT);

    assertThat(decision.capacity()).isEqualTo(16);
    assertThat(decision.steps()).containsExactly("Scaling request validated.");
    assertThatThrownBy(() -> ScalingDecision.ok(twice[0], ScalingRequest.in(), EIGHT, SCALE_IN, 9))
        .hasMessage("a count must be 0 or more and leave a size of 0 or more, was: 9 for scaling in"
            + " from 8");
    assertThatThrownBy(() ->
            ScalingDecision.ok(twice[0], ScalingRequest.out(), EIGHT, SCALE_OUT, Integer.MAX_VALUE))
        .hasMessageContaining("for scaling out from 8");
  }

  @Test
  void isRefusedAViewThatCannotBe() {
    assertThatThrownBy(() -> ScalingView.of(-1)).hasMessageContaining("must be 0 or more");
    assertThatThrownBy(() -> ScalingView.of(1).within(3, 2))
        .hasMessage(
            "maxSize must be -1 (no limit but the cap) or at least minSize, was: maxSize 2, minSize 3");
    assertThatThrownBy(() -> ScalingView.of(1).within(0, -2)).hasMessageContaining("maxSize -2");
    assertThatThrownBy(() -> ScalingView.of(1).warming(2))
        .hasMessage("warming must be at most committed, was: warming 2, committed 1");
  }
}
