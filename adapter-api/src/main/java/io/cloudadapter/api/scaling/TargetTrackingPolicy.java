package io.cloudadapter.api.scaling;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A policy that keeps a metric near a target, for metrics that fall as machines are added, such as the average load
 * (AWS target tracking). The desired size is {@code ready * metric / target}, rounded up. Machines that warm up are
 * not ready and carry no load; the policy does not launch the same machines twice. It goes as far as the pool's
 * limits allow.
 *
 * @param target the value to keep, above 0, finite
 * @param margin how far below the target, as a share of it, the metric must be before the pool shrinks, 0 to below 1;
 *     it prevents oscillation
 * @param scaleIn whether the policy shrinks the pool at all
 * @param metric the metric that it watches; empty for the one of the policy's own name
 */
public record TargetTrackingPolicy(
    double target, double margin, boolean scaleIn, Optional<String> metric)
    implements MetricPolicy {
  /** The default margin. */
  public static final double DEFAULT_MARGIN = 0.1;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public TargetTrackingPolicy {
    MetricName.check(metric);
    faults(target, margin).values().stream().findFirst().ifPresent(fault -> {
      throw new IllegalArgumentException(fault);
    });
  }

  /** Returns the errors by key. */
  private static Map<String, String> faults(double target, double margin) {
    Map<String, String> faults = new LinkedHashMap<>();
    if (!(target > 0) || Double.isInfinite(target)) {
      faults.put("target", "the target must be a finite number > 0, was: " + target);
    }
    if (!(margin >= 0 && margin < 1)) {
      faults.put("margin", "the margin must be >= 0 and < 1, was: " + margin);
    }
    return faults;
  }

  /**
   * Makes a policy that watches the metric of its own name.
   *
   * @param target the value to keep, above 0, finite
   * @param margin how far below the target the metric must be before the pool shrinks, 0 to below 1
   * @param scaleIn whether the policy shrinks the pool at all
   * @throws IllegalArgumentException if a number is out of its range
   */
  public TargetTrackingPolicy(double target, double margin, boolean scaleIn) {
    this(target, margin, scaleIn, Optional.empty());
  }

  /**
   * Makes a policy with the default margin, which also shrinks.
   *
   * @param target the value to keep, above 0, finite
   * @return a policy
   */
  public static TargetTrackingPolicy of(double target) {
    return new TargetTrackingPolicy(target, DEFAULT_MARGIN, true);
  }

  /**
   * Returns the same policy for a metric of another name.
   *
   * @param name 1 to 64 letters, digits, '.', '_' or '-'
   * @return another policy
   * @throws IllegalArgumentException if the name is malformed
   */
  public TargetTrackingPolicy watching(String name) {
    return new TargetTrackingPolicy(target, margin, scaleIn, Optional.of(name));
  }

  /**
   * Reads a policy: {@code target}, and optionally {@code margin} (default 0.1), {@code scale_in} (default true) and
   * {@code metric}.
   *
   * @param properties the properties, from JSON or YAML
   * @return the policy
   * @throws io.cloudadapter.api.PoolException INVALID, with what is wrong
   */
  public static TargetTrackingPolicy parse(Map<String, ?> properties) {
    return read(PolicyProperties.of(properties));
  }

  static TargetTrackingPolicy read(PolicyProperties spec) {
    double target = spec.number("target");
    double margin = spec.number("margin", DEFAULT_MARGIN).doubleValue();
    boolean scaleIn = spec.truth("scale_in", true);
    Optional<String> metric = MetricName.read(spec);
    spec.blameOthers();
    faults(target, margin).forEach(spec::blame);
    spec.refuseFaults();
    return new TargetTrackingPolicy(target, margin, scaleIn, metric);
  }

  @Override
  public int priority() {
    return 100;
  }

  @Override
  public ScalingDecision decide(ScalingRequest request, ScalingView view) {
    return decide(request, view, null);
  }

  @Override
  public List<String> explain(ScalingRequest request, ScalingView view) {
    ExplanationSteps steps = new ExplanationSteps();
    return steps.endingWith(decide(request, view, steps));
  }

  private ScalingDecision decide(
      ScalingRequest request, ScalingView view, @Nullable ExplanationSteps steps) {
    if (!(request instanceof ScalingRequest.Measured measured)) {
      return ScalingDecision.error(this, request, view, "The policy handles metrics only.");
    }
    int ready = view.committed() - view.warming();
    double metric = Math.max(0, measured.value());
    long wanted = (long) Math.ceil(ready * metric / target);
    if (steps != null) {
      steps.add(ready + " machines carry load at " + PythonRepr.of(measured.value()) + "; to have "
          + PythonRepr.of(target) + " takes " + PythonRepr.size(wanted));
    }
    if (metric > target) {
      return ScalingDecision.towards(this, request, view, Math.max(wanted, view.committed()));
    }
    if (!scaleIn) {
      return ScalingDecision.abstain(this, request, view);
    }
    boolean low = metric < target * (1 - margin);
    if (steps != null) {
      steps.add(
          low
              ? view.warming() + " machines warm up; there must be none to shrink"
              : "within the margin of " + PythonRepr.of(margin) + " below the target");
    }
    if (!low || view.warming() > 0) {
      return ScalingDecision.hold(this, request, view);
    }
    // The machines that leave have carried part of the measured load; without them the same reading
    // would shrink the
    // pool again.
    long left = (long) Math.ceil((ready + (double) view.leaving()) * metric / target);
    if (steps != null && view.leaving() > 0) {
      steps.add(
          "with the " + view.leaving() + " that leave, " + PythonRepr.size(left) + " are to stay");
    }
    return left < view.committed()
        ? ScalingDecision.towards(this, request, view, left)
        : ScalingDecision.hold(this, request, view);
  }
}
