package io.cloudadapter.benchmarks.scaling;

import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingPolicy;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.StepScalingPolicy;
import io.cloudadapter.api.scaling.TargetTrackingPolicy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How long a policy takes to decide; run with {@code -prof gc} to see what it allocates. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecideSpeed {
  private final ScalingPolicy percent = AdjustmentPolicy.of(
          ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_PERCENTAGE, 30)
      .withMinStep(2);
  private final ScalingPolicy fraction =
      AdjustmentPolicy.of(ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_PERCENTAGE, 12.5);
  private final ScalingPolicy effort = AdjustmentPolicy.of(
          ScalingDirection.SCALE_IN, AdjustmentType.CHANGE_IN_CAPACITY, 40)
      .withBestEffort();
  private final ScalingPolicy steps = new StepScalingPolicy(
      AdjustmentType.CHANGE_IN_PERCENTAGE,
      50,
      List.of(
          new StepScalingPolicy.Step(Double.NEGATIVE_INFINITY, -20, -30),
          new StepScalingPolicy.Step(-20, 10, 0),
          new StepScalingPolicy.Step(10, 20, 10),
          new StepScalingPolicy.Step(20, Double.POSITIVE_INFINITY, 30)),
      0);
  private final ScalingPolicy target = TargetTrackingPolicy.of(50);
  private ScalingView roomy = ScalingView.of(20).within(2, 100);
  private ScalingView tight = ScalingView.of(20).within(2, 22);
  private ScalingRequest out = ScalingRequest.out();
  private ScalingRequest in = ScalingRequest.in();
  private ScalingRequest counted = ScalingRequest.out("3");
  private ScalingRequest measured = ScalingRequest.measured(73);

  /** A percentage that fits. */
  @Benchmark
  public ScalingDecision percentage() {
    return percent.decide(out, roomy);
  }

  /** A percentage with a fraction. */
  @Benchmark
  public ScalingDecision fractionOfPercentage() {
    return fraction.decide(out, roomy);
  }

  /** A caller's count, as text. */
  @Benchmark
  public ScalingDecision callersCount() {
    return percent.decide(counted, roomy);
  }

  /** Best effort that the limits cut. */
  @Benchmark
  public ScalingDecision bestEffort() {
    return effort.decide(in, roomy);
  }

  /** A refusal, with the sentence of its reason. */
  @Benchmark
  public ScalingDecision refusal() {
    return percent.decide(out, tight);
  }

  /** Step scaling. */
  @Benchmark
  public ScalingDecision stepScaling() {
    return steps.decide(measured, roomy);
  }

  /** Target tracking. */
  @Benchmark
  public ScalingDecision targetTracking() {
    return target.decide(measured, roomy);
  }
}
