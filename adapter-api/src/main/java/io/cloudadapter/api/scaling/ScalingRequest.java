package io.cloudadapter.api.scaling;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request for a scaling policy: to scale in a direction, or to react to a metric. */
public sealed interface ScalingRequest {

  /**
   * A request to scale in or out.
   *
   * @param event the direction
   * @param count how many machines, unchecked: a whole number or its canonical decimal text is valid, and the
   *     decision refuses anything else; null lets the policy decide
   */
  record Scale(ScalingDirection event, @Nullable Object count) implements ScalingRequest {
    /** Checks that there is a direction. */
    public Scale {
      Objects.requireNonNull(event, "event");
    }
  }

  /**
   * A measured value of a metric.
   *
   * @param metric its name; empty for the metric that the policy watches, whichever it is
   * @param value the value, finite
   */
  record Measured(Optional<String> metric, double value) implements ScalingRequest {
    /**
     * Checks that the value is a number.
     *
     * @throws IllegalArgumentException if the value is NaN or infinite, or the name is malformed
     */
    public Measured {
      MetricName.check(metric);
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("a metric must be a finite number, was: " + value);
      }
    }
  }

  /**
   * Makes a request for more machines; the policy decides how many.
   *
   * @return a request without a count
   */
  static ScalingRequest out() {
    return new Scale(ScalingDirection.SCALE_OUT, null);
  }

  /**
   * Makes a request for more machines.
   *
   * @param count how many, unchecked, or null to let the policy decide
   * @return a request
   */
  static ScalingRequest out(@Nullable Object count) {
    return new Scale(ScalingDirection.SCALE_OUT, count);
  }

  /**
   * Makes a request for fewer machines; the policy decides how many.
   *
   * @return a request without a count
   */
  static ScalingRequest in() {
    return new Scale(ScalingDirection.SCALE_IN, null);
  }

  /**
   * Makes a request for fewer machines.
   *
   * @param count how many, unchecked, or null to let the policy decide
   * @return a request
   */
  static ScalingRequest in(@Nullable Object count) {
    return new Scale(ScalingDirection.SCALE_IN, count);
  }

  /**
   * Makes a request from a metric's value, for policies that watch it.
   *
   * @param value the value, finite
   * @return a request
   * @throws IllegalArgumentException if the value is NaN or infinite
   */
  static ScalingRequest measured(double value) {
    return new Measured(Optional.empty(), value);
  }

  /**
   * Makes a request from the value of a named metric, for policies that watch it.
   *
   * @param metric its name: 1 to 64 letters, digits, '.', '_' or '-'
   * @param value the value, finite
   * @return a request
   * @throws IllegalArgumentException if the name is malformed, or the value is NaN or infinite
   */
  static ScalingRequest measured(String metric, double value) {
    return new Measured(Optional.of(metric), value);
  }
}
