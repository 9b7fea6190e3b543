package io.cloudadapter.api.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A policy written as a specification is the same policy when it is read. */
class PolicyWriterTest {

  static Stream<Policy> policies() {
    return Stream.of(
        AdjustmentPolicy.of(ScalingDirection.SCALE_OUT, AdjustmentType.EXACT_CAPACITY, 0),
        new AdjustmentPolicy(
            ScalingDirection.SCALE_IN,
            AdjustmentType.CHANGE_IN_PERCENTAGE,
            12.5,
            3,
            true,
            Duration.ofMinutes(2)),
        DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST),
        new DeletionPolicy(
            DeletionCriteria.YOUNGEST_FIRST,
            false,
            Duration.ofSeconds(7),
            false,
            Optional.of(new DeletionPolicy.Hooks(
                DeletionPolicy.HookType.WEBHOOK, "", "https://example.org", OptionalInt.of(9)))),
        new DeletionPolicy(
            DeletionCriteria.RANDOM,
            true,
            Duration.ZERO,
            true,
            Optional.of(new DeletionPolicy.Hooks(
                DeletionPolicy.HookType.ZAQAR, "q", "", OptionalInt.empty()))),
        new PlacementPolicy(
            PlacementPolicy.Kind.ZONE,
            List.of(new PlacementPolicy.Share("a", 3, 10), new PlacementPolicy.Share("b", 0, -1))),
        new PlacementPolicy(
            PlacementPolicy.Kind.REGION, List.of(new PlacementPolicy.Share("r", 100, -1))),
        new StepScalingPolicy(
            AdjustmentType.CHANGE_IN_PERCENTAGE,
            60,
            List.of(
                new StepScalingPolicy.Step(Double.NEGATIVE_INFINITY, 0, -25.5),
                new StepScalingPolicy.Step(0, 15, 10),
                new StepScalingPolicy.Step(15, Double.POSITIVE_INFINITY, 30)),
            2),
        new StepScalingPolicy(
                AdjustmentType.EXACT_CAPACITY,
                0,
                List.of(new StepScalingPolicy.Step(0, Double.POSITIVE_INFINITY, 3)),
                0)
            .watching("queue.length"),
        TargetTrackingPolicy.of(7).watching("cpu"),
        new TargetTrackingPolicy(50, 0.25, false));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void comesBackAsItWas(Policy policy) {
    assertThat(Policy.parse(policy.spec())).isEqualTo(policy);
  }

  @Test
  void mayBeDescribedForPeople() {
    Map<String, Object> spec = Map.of(
        "type", "senlin.policy.deletion",
        "version", "1.1",
        "description", "A policy for choosing victims.",
        "properties", Map.of("criteria", "OLDEST_FIRST"));

    assertThat(Policy.parse(spec)).isEqualTo(DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST));
  }
}
