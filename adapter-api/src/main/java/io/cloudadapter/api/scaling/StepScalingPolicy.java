package io.cloudadapter.api.scaling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A policy that reacts to a metric in steps: the further the metric is from its threshold, the larger the change (AWS
 * step scaling). It goes as far as the pool's limits allow. A metric that matches no step changes nothing.
 *
 * <p>When scaling out, machines that warm up count as present, so that two readings in one step launch its machines
 * once. While any machine warms up, the policy does not scale in.
 *
 * @param type what the adjustments mean
 * @param threshold the value of the metric from which the bounds are counted, finite
 * @param steps one to twenty, in any order; kept in the order of their bounds
 * @param minStep the fewest machines that a percentage comes to, in its direction, 0 or more
 * @param metric the metric that it watches; empty for the one of the policy's own name
 */
public record StepScalingPolicy(
    AdjustmentType type, double threshold, List<Step> steps, int minStep, Optional<String> metric)
    implements MetricPolicy {
  private static final int MOST_STEPS = 20;

  /**
   * One step. At and above the threshold it applies to metrics from its lower bound to below its upper one; below the
   * threshold to metrics above its lower bound up to its upper one.
   *
   * @param lower its beginning, relative to the threshold; negative infinity if nothing lies below it
   * @param upper its end, relative to the threshold; infinity if nothing lies above it
   * @param adjustment the change: a size for EXACT_CAPACITY, else machines or per cent, negative to scale in; finite
   */
  public record Step(double lower, double upper, double adjustment) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a number is NaN, the bounds are not in order or both open, or
     *     the adjustment is infinite
     */
    public Step {
      if (!(lower < upper) || (Double.isInfinite(lower) && Double.isInfinite(upper))) {
        throw new IllegalArgumentException(
            "a step must have lower < upper, and one of them given, was: " + bounds(lower, upper));
      }
      if (!Double.isFinite(adjustment)) {
        throw new IllegalArgumentException("the adjustment of step " + bounds(lower, upper)
            + " must be a finite number, was: " + adjustment);
      }
    }

    private boolean takes(double distance) {
      return distance >= 0
          ? lower <= distance && distance < upper
          : lower < distance && distance <= upper;
    }

    private static String bounds(double lower, double upper) {
      return "[" + PythonRepr.of(lower) + ", " + PythonRepr.of(upper) + "]";
    }

    @Override
    public String toString() {
      return bounds(lower, upper) + ": " + PythonRepr.of(adjustment);
    }
  }

  /**
   * Checks that the steps neither overlap nor leave gaps.
   *
   * @throws IllegalArgumentException naming the rule that is broken, and where
   */
  public StepScalingPolicy {
    Objects.requireNonNull(type, "type");
    List<Step> sorted = new ArrayList<>(steps);
    sorted.sort(Comparator.comparingDouble(Step::lower));
    steps = List.copyOf(sorted);
    MetricName.check(metric);
    String fault = fault(type, threshold, steps, minStep);
    if (fault != null) {
      throw new IllegalArgumentException(fault);
    }
  }

  /**
   * Makes a policy that watches the metric of its own name.
   *
   * @param type what the adjustments mean
   * @param threshold the value of the metric from which the bounds are counted, finite
   * @param steps one to twenty, in any order
   * @param minStep the fewest machines that a percentage comes to, 0 or more
   * @throws IllegalArgumentException naming the rule that is broken, and where
   */
  public StepScalingPolicy(AdjustmentType type, double threshold, List<Step> steps, int minStep) {
    this(type, threshold, steps, minStep, Optional.empty());
  }

  /**
   * Returns the same policy for a metric of another name.
   *
   * @param name 1 to 64 letters, digits, '.', '_' or '-'
   * @return another policy
   * @throws IllegalArgumentException if the name is malformed
   */
  public StepScalingPolicy watching(String name) {
    return new StepScalingPolicy(type, threshold, steps, minStep, Optional.of(name));
  }

  /**
   * Reads a policy: {@code threshold}, {@code steps} (each with {@code lower} and {@code upper}, either of them
   * absent or null if open, and {@code adjustment}), and optionally {@code type} (default CHANGE_IN_CAPACITY),
   * {@code min_step} (default 0) and {@code metric}.
   *
   * @param properties the properties, from JSON or YAML
   * @return the policy
   * @throws io.cloudadapter.api.PoolException INVALID, with what is wrong
   */
  public static StepScalingPolicy parse(Map<String, ?> properties) {
    return read(PolicyProperties.of(properties));
  }

  static StepScalingPolicy read(PolicyProperties spec) {
    AdjustmentType type = spec.choice(
        "type",
        spec.text("type", AdjustmentType.CHANGE_IN_CAPACITY.name()),
        List.of(AdjustmentType.values()),
        AdjustmentType::name);
    double threshold = spec.number("threshold");
    int minStep = spec.integer("min_step", 0);
    Optional<String> metric = MetricName.read(spec);
    List<PolicyProperties> given = spec.maps("steps");
    List<Step> steps = new ArrayList<>();
    if (given != null) {
      given.forEach(step -> step(step).ifPresent(steps::add));
    }
    spec.blameOthers();
    if (minStep < 0) {
      spec.blame("min_step", badMinStep(minStep));
    } else if (spec.sound()) {
      steps.sort(Comparator.comparingDouble(Step::lower));
      Optional.ofNullable(fault(type, threshold, steps, minStep))
          .ifPresent(fault -> spec.blame("steps", fault));
    }
    spec.refuseFaults();
    return new StepScalingPolicy(type, threshold, steps, minStep, metric);
  }

  private static Optional<Step> step(PolicyProperties spec) {
    double lower = spec.numberOrOpen("lower", Double.NEGATIVE_INFINITY);
    double upper = spec.numberOrOpen("upper", Double.POSITIVE_INFINITY);
    double adjustment = spec.number("adjustment");
    spec.blameOthers();
    try {
      return Optional.of(new Step(lower, upper, adjustment));
    } catch (IllegalArgumentException wrong) {
      spec.blame(String.valueOf(wrong.getMessage()));
      return Optional.empty();
    }
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
    ExplanationSteps explanation = new ExplanationSteps();
    return explanation.endingWith(decide(request, view, explanation));
  }

  private ScalingDecision decide(
      ScalingRequest request, ScalingView view, @Nullable ExplanationSteps explanation) {
    if (!(request instanceof ScalingRequest.Measured measured)) {
      return ScalingDecision.error(this, request, view, "The policy handles metrics only.");
    }
    // The distance of two finite numbers may overflow; an infinite distance is in no step.
    double distance =
        Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, measured.value() - threshold));
    Step step = stepFor(distance);
    if (explanation != null) {
      explanation.add(PythonRepr.of(measured.value()) + " is " + PythonRepr.of(distance)
          + " from the threshold " + PythonRepr.of(threshold) + "; step "
          + (step == null ? "none" : step));
    }
    if (step == null) {
      return ScalingDecision.abstain(this, request, view);
    }
    int ready = view.committed() - view.warming();
    long wanted = wanted(step.adjustment(), ready);
    if (explanation != null) {
      explanation.add(view.committed() + " machines are there or promised, " + view.warming()
          + " of them warm up; from " + ready + " the step leads to " + PythonRepr.size(wanted));
    }
    if (explanation != null && view.warming() > 0) {
      if (wanted < ready) {
        explanation.add("nothing shrinks while machines warm up");
      } else if (wanted <= view.committed()) {
        explanation.add("those that warm up are enough");
      }
    }
    if (wanted >= ready) {
      // The machines that warm up were launched for the same reason.
      return ScalingDecision.towards(this, request, view, Math.max(wanted, view.committed()));
    }
    if (view.warming() > 0) {
      return ScalingDecision.hold(this, request, view);
    }
    // The machines that leave were removed for the same reason.
    long left = wanted(step.adjustment(), ready + view.leaving());
    if (explanation != null && view.leaving() > 0) {
      explanation.add(
          "with the " + view.leaving() + " that leave, " + PythonRepr.size(left) + " are to stay");
    }
    return left < view.committed()
        ? ScalingDecision.towards(this, request, view, left)
        : ScalingDecision.hold(this, request, view);
  }

  private @Nullable Step stepFor(double distance) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).takes(distance)) {
        return steps.get(i);
      }
    }
    return null;
  }

  private long wanted(double adjustment, int ready) {
    return switch (type) {
      case EXACT_CAPACITY -> (long) adjustment;
      case CHANGE_IN_CAPACITY -> added(ready, (long) adjustment);
      case CHANGE_IN_PERCENTAGE -> {
        long delta = rounded(adjustment * ready / 100.0);
        if (Math.abs(delta) < minStep) {
          delta = (long) Math.signum(adjustment) * minStep;
        }
        yield added(ready, delta);
      }
    };
  }

  /** Rounds towards zero, but less than one machine up to one. */
  private static long rounded(double delta) {
    return delta > 0 && delta < 1 ? 1 : delta < 0 && delta > -1 ? -1 : (long) delta;
  }

  /** A size is never below 0 and never needs more than 62 bits. */
  private static long added(int ready, long delta) {
    return Math.max(0, ready + Math.min(CountParser.HUGE, Math.max(-CountParser.HUGE, delta)));
  }

  private static @Nullable String fault(
      AdjustmentType type, double threshold, List<Step> sorted, int minStep) {
    if (!Double.isFinite(threshold)) {
      return "the threshold must be a finite number, was: " + threshold;
    }
    if (minStep < 0) {
      return badMinStep(minStep);
    }
    if (sorted.isEmpty() || sorted.size() > MOST_STEPS) {
      return "there must be 1 to " + MOST_STEPS + " steps, was: " + sorted.size();
    }
    for (int i = 1; i < sorted.size(); i++) {
      Step before = sorted.get(i - 1);
      Step step = sorted.get(i);
      if (step.lower() != before.upper()) {
        return "steps must " + (step.lower() < before.upper() ? "not overlap" : "leave no gap")
            + ", was: " + before + " and " + step;
      }
    }
    return faultOfEnds(type, sorted);
  }

  private static String badMinStep(int minStep) {
    return "the min_step must be >= 0, was: " + minStep;
  }

  private static @Nullable String faultOfEnds(AdjustmentType type, List<Step> sorted) {
    Step first = sorted.get(0);
    Step last = sorted.get(sorted.size() - 1);
    if (Double.isFinite(first.lower()) && first.lower() < 0) {
      return "with a negative lower bound the lowest step must be open below, was: " + first;
    }
    if (Double.isFinite(last.upper()) && last.upper() > 0) {
      return "with a positive upper bound the highest step must be open above, was: " + last;
    }
    for (Step step : sorted) {
      double adjustment = step.adjustment();
      if (type == AdjustmentType.EXACT_CAPACITY && adjustment < 0) {
        return "an exact capacity must be >= 0, was: " + step;
      }
      if (type != AdjustmentType.CHANGE_IN_PERCENTAGE && adjustment != Math.rint(adjustment)) {
        return "an adjustment in machines must be a whole number, was: " + step;
      }
    }
    return null;
  }
}
