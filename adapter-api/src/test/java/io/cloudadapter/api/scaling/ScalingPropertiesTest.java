package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Properties of every decision, for any pool, policy and request. */
class ScalingPropertiesTest {

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void aDecisionNeverLeavesTheLimits(
      @ForAll("views") ScalingView view,
      @ForAll("policies") AdjustmentPolicy policy,
      @ForAll("requests") ScalingRequest request) {
    ScalingDecision decision = policy.decide(request, view);

    int top = view.maxSize() < 0 ? view.perPoolCap() : Math.min(view.maxSize(), view.perPoolCap());
    if (decision.ok() && decision.count() > 0 && !policy.bestEffort()) {
      assertThat(decision.capacity()).isBetween(view.minSize(), top);
    }
    if (decision.ok() && decision.event().equals(Optional.of(ScalingDirection.SCALE_OUT))) {
      assertThat(decision.capacity()).isLessThanOrEqualTo(Math.max(top, view.committed()));
      assertThat(decision.desiredSize()).isGreaterThanOrEqualTo(view.desiredSize());
    }
    if (decision.ok() && decision.event().equals(Optional.of(ScalingDirection.SCALE_IN))) {
      assertThat(decision.capacity())
          .isGreaterThanOrEqualTo(Math.min(view.minSize(), view.committed()));
      assertThat(decision.desiredSize()).isLessThanOrEqualTo(view.desiredSize());
    }
    if (!decision.ok()) {
      assertThat(decision.capacity()).isEqualTo(view.committed());
      assertThat(decision.desiredSize()).isEqualTo(view.desiredSize());
    }
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void bestEffortNeverMakesItWorse(
      @ForAll("views") ScalingView view,
      @ForAll("policies") AdjustmentPolicy policy,
      @ForAll("requests") ScalingRequest request) {
    ScalingDecision strict = new AdjustmentPolicy(
            policy.event(),
            policy.type(),
            policy.number(),
            policy.minStep(),
            false,
            policy.cooldown())
        .decide(request, view);
    ScalingDecision effort = policy.withBestEffort().decide(request, view);

    if (strict.ok()) {
      assertThat(effort).as("what is allowed is done in full").isEqualTo(strict);
    }
    assertThat(effort.capacity())
        .as("no further out of the limits than before")
        .isBetween(
            Math.min(view.minSize(), view.committed()), Math.max(view.ceiling(), view.committed()));
    assertThat(effort.count()).isNotNegative();
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void minStepIsHonoured(
      @ForAll("sizes") int size, @ForAll("sizes") int minStep, @ForAll("shares") double share) {
    for (ScalingDirection event : ScalingDirection.values()) {
      AdjustmentPolicy policy = AdjustmentPolicy.of(
              event, AdjustmentType.CHANGE_IN_PERCENTAGE, share)
          .withMinStep(minStep);

      ScalingDecision decision =
          policy.decide(new ScalingRequest.Scale(event, null), ScalingView.of(size));

      if (decision.ok()) {
        assertThat(decision.count())
            .isGreaterThanOrEqualTo(minStep)
            .isEqualTo(Math.max(minStep, (int) Math.floor(share * size / 100)));
      }
    }
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void explanationsEndWithTheDecision(
      @ForAll("views") ScalingView view,
      @ForAll("policies") AdjustmentPolicy policy,
      @ForAll("requests") ScalingRequest request) {
    ScalingDecision decision = policy.decide(request, view);

    List<String> steps = decision.steps();

    assertThat(steps.get(steps.size() - 1)).isEqualTo(decision.toString());
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void ofSeveralTheLargestWinsInAnyOrder(@ForAll("views") ScalingView view, @ForAll Random random) {
    List<ScalingDecision> decisions = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ScalingDirection event =
          random.nextBoolean() ? ScalingDirection.SCALE_IN : ScalingDirection.SCALE_OUT;
      decisions.add(
          AdjustmentPolicy.of(event, AdjustmentType.CHANGE_IN_CAPACITY, 1 + random.nextInt(9))
              .decide(new ScalingRequest.Scale(event, null), view));
    }

    ScalingDecision largest = ScalingDecision.largest(decisions);
    Collections.shuffle(decisions, random);

    assertThat(ScalingDecision.largest(decisions)).isEqualTo(largest);
    assertThat(decisions).allMatch(decision -> decision.capacity() <= largest.capacity());
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void metricsNeverLeadOutOfTheLimits(
      @ForAll("views") ScalingView view, @ForAll("shares") double metric) {
    StepScalingPolicy steps = new StepScalingPolicy(
        AdjustmentType.CHANGE_IN_PERCENTAGE,
        50,
        List.of(
            new StepScalingPolicy.Step(Double.NEGATIVE_INFINITY, -20, -30),
            new StepScalingPolicy.Step(-20, 10, 0),
            new StepScalingPolicy.Step(10, Double.POSITIVE_INFINITY, 70)),
        3);
    for (ScalingPolicy policy : List.of(steps, TargetTrackingPolicy.of(60))) {
      ScalingDecision decision = policy.decide(ScalingRequest.measured(metric), view);

      assertThat(decision.ok()).isTrue();
      if (decision.count() > 0) {
        assertThat(decision.capacity())
            .isBetween(Math.min(view.minSize(), view.ceiling()), view.ceiling());
      } else {
        assertThat(decision.capacity()).isEqualTo(view.committed());
      }
      if (view.warming() > 0) {
        assertThat(decision.capacity())
            .as("does not shrink while machines warm up")
            .isGreaterThanOrEqualTo(view.committed());
      }
    }
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void aResizeNeverLeavesTheLimits(
      @ForAll("views") ScalingView view,
      @ForAll AdjustmentType type,
      @ForAll("changes") double number,
      @ForAll boolean strict) {
    double wanted = type == AdjustmentType.EXACT_CAPACITY ? Math.abs(number) : number;
    ResizeDecision decision = new ResizeRequest(
            Optional.of(type),
            OptionalDouble.of(wanted),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.of(2),
            strict)
        .decide(view);

    if (decision.ok()) {
      assertThat(decision.capacity()).isBetween(view.minSize(), view.ceiling());
      assertThat(decision.desiredSize()).isGreaterThanOrEqualTo(view.minSize());
    } else {
      assertThat(decision.capacity()).isEqualTo(view.committed());
      assertThat(decision.desiredSize()).isEqualTo(view.desiredSize());
    }
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void limitsAloneLeaveTheDesiredSizeOrMoveItIntoTheLimitsAndSayWhich(
      @ForAll("views") ScalingView view,
      @ForAll @IntRange(min = -1, max = 60) int min,
      @ForAll @IntRange(min = -2, max = 60) int max,
      @ForAll boolean strict) {
    Assume.that(min >= 0 || max >= -1);
    Assume.that(min < 0 || max < 0 || min <= max);
    Assume.that(view.minSize() <= view.perPoolCap());
    ResizeDecision decision = new ResizeRequest(
            Optional.empty(),
            OptionalDouble.empty(),
            min < 0 ? OptionalInt.empty() : OptionalInt.of(min),
            max < -1 ? OptionalInt.empty() : OptionalInt.of(max),
            OptionalInt.empty(),
            strict)
        .decide(view);

    if (strict || !decision.ok()) {
      assertThat(decision.desiredSize()).isEqualTo(view.desiredSize());
      assertThat(decision.count()).isZero();
    }
    if (decision.ok()) {
      int most = decision.maxSize() < 0
          ? view.perPoolCap()
          : Math.min(decision.maxSize(), view.perPoolCap());
      assertThat(decision.desiredSize()).isBetween(decision.minSize(), most);
      assertThat(decision.desiredSize())
          .isEqualTo(Math.min(most, Math.max(decision.minSize(), view.desiredSize())));
      assertThat(decision.capacity())
          .isEqualTo(
              decision.desiredSize() == view.desiredSize()
                  ? view.committed()
                  : decision.desiredSize());
    }
  }

  @Provide
  Arbitrary<ScalingView> views() {
    return Combinators.combine(
            sizes(), sizes(), sizes(), Arbitraries.integers().between(-1, 40), sizes())
        .as((committed, desired, min, room, cap) -> new ScalingView(
            committed,
            desired,
            min,
            room < 0 ? ScalingView.UNLIMITED : min + room,
            cap + 5,
            committed % 3 == 0 ? committed / 3 : 0,
            desired % 4));
  }

  @Provide
  Arbitrary<AdjustmentPolicy> policies() {
    return Combinators.combine(
            Arbitraries.of(ScalingDirection.values()),
            Arbitraries.of(AdjustmentType.values()),
            Arbitraries.oneOf(
                Arbitraries.integers().between(1, 60).map(whole -> (Number) whole),
                shares().map(share -> (Number) share)),
            Arbitraries.integers().between(0, 5),
            Arbitraries.of(true, false))
        .as((event, type, number, minStep, bestEffort) -> {
          AdjustmentPolicy policy = AdjustmentPolicy.of(event, type, number).withMinStep(minStep);
          return bestEffort ? policy.withBestEffort() : policy;
        });
  }

  @Provide
  Arbitrary<ScalingRequest> requests() {
    return Combinators.combine(
            Arbitraries.of(ScalingDirection.values()),
            Arbitraries.<Object>of(1, 2, 7L, "3", "40", 0, -2, "x", 1.0).injectNull(0.5))
        .as(ScalingRequest.Scale::new);
  }

  @Provide
  Arbitrary<Integer> sizes() {
    return Arbitraries.integers().between(0, 50);
  }

  @Provide
  Arbitrary<Double> shares() {
    return Arbitraries.integers().between(1, 4000).map(tenths -> tenths / 16.0);
  }

  @Provide
  Arbitrary<Double> changes() {
    return Arbitraries.integers().between(-3000, 3000).map(tenths -> tenths / 16.0);
  }
}
