package io.cloudadapter.api.scaling;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a policy is asked: to scale in a direction, or what to make of a metric. */
public sealed interface ScalingRequest {

  /**
   * Somebody asks to scale in or out.
   *
   * @param event the direction
   * @param count how many machines, as it came: a whole number or its canonical decimal text is good,
   *     anything else is refused by the decision; null if the policy is to say
   */
  record Scale(ScalingDirection event, @Nullable Object count) implements ScalingRequest {
    /** Checks that there is a direction. */
    public Scale {
      Objects.requireNonNull(event, "event");
    }
  }

  /**
   * A metric was measured.
   *
   * @param metric its name; empty for whatever metric a policy watches
   * @param value the value, finite
   */
  record Measured(Optional<String> metric, double value) implements ScalingRequest {
    /**
     * Checks that the value is a number.
     *
     * @throws IllegalArgumentException if it is NaN or infinite, or the name is none
     */
    public Measured {
      MetricName.check(metric);
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("a metric must be a finite number, was: " + value);
      }
    }
  }

  /**
   * A request for more machines; the policy says how many.
   *
   * @return a request without a count
   */
  static ScalingRequest out() {
    return new Scale(ScalingDirection.SCALE_OUT, null);
  }

  /**
   * A request for more machines.
   *
   * @param count how many, as it came, or null if the policy is to say
   * @return a request
   */
  static ScalingRequest out(@Nullable Object count) {
    return new Scale(ScalingDirection.SCALE_OUT, count);
  }

  /**
   * A request for fewer machines; the policy says how many.
   *
   * @return a request without a count
   */
  static ScalingRequest in() {
    return new Scale(ScalingDirection.SCALE_IN, null);
  }

  /**
   * A request for fewer machines.
   *
   * @param count how many, as it came, or null if the policy is to say
   * @return a request
   */
  static ScalingRequest in(@Nullable Object count) {
    return new Scale(ScalingDirection.SCALE_IN, count);
  }

  /**
   * A metric's value for a policy that watches it.
   *
   * @param value the value, finite
   * @return a request
   * @throws IllegalArgumentException if the value is NaN or infinite
   */
  static ScalingRequest measured(double value) {
    return new Measured(Optional.empty(), value);
  }

  /**
   * A metric's value for the policies that watch it.
   *
   * @param metric its name: 1 to 64 letters, digits, '.', '_' or '-'
   * @param value the value, finite
   * @return a request
   * @throws IllegalArgumentException if the name is none, or the value is NaN or infinite
   */
  static ScalingRequest measured(String metric, double value) {
    return new Measured(Optional.of(metric), value);
  }
}
