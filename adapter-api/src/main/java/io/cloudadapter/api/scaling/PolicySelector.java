package io.cloudadapter.api.scaling;

import java.util.Objects;

/**
 * The choice of the policies that decide about a request to scale: the pool's own, one of them, or one that comes
 * with the request.
 */
public sealed interface PolicySelector {

  /** All policies of the pool that apply to the request; without any, {@link ScalingPolicy#none}. */
  record Own() implements PolicySelector {
    @Override
    public String toString() {
      return "the pool's own";
    }
  }

  /**
   * One of the pool's policies.
   *
   * @param name its name in the pool's configuration
   */
  record Named(String name) implements PolicySelector {
    /** Checks that there is a name. */
    public Named {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public String toString() {
      return "'" + PythonRepr.of(name) + "'";
    }
  }

  /**
   * A policy that comes with the request; the pool does not keep it.
   *
   * @param policy an {@link AdjustmentPolicy}, {@link StepScalingPolicy} or {@link TargetTrackingPolicy}: a text can
   *     describe these, so that the pool recognises a repeated request
   * @param name its name in refusals
   */
  record Given(ScalingPolicy policy, String name) implements PolicySelector {
    /**
     * Checks that a text can describe it.
     *
     * @throws IllegalArgumentException if not
     */
    public Given {
      Objects.requireNonNull(name, "name");
      if (!(policy instanceof Policy)) {
        throw new IllegalArgumentException(
            "a policy that is given must be an AdjustmentPolicy, StepScaling or TargetTracking, was: "
                + policy.getClass().getName());
      }
    }

    @Override
    public String toString() {
      return "the given " + policy;
    }
  }

  /**
   * Selects the pool's own policies.
   *
   * @return a selector
   */
  static PolicySelector own() {
    return new Own();
  }

  /**
   * Selects one of the pool's own policies.
   *
   * @param name its name in the pool's configuration
   * @return a selector
   */
  static PolicySelector named(String name) {
    return new Named(name);
  }

  /**
   * Selects a policy that comes with the request.
   *
   * @param policy an {@link AdjustmentPolicy}, {@link StepScalingPolicy} or {@link TargetTrackingPolicy}
   * @return a selector
   * @throws IllegalArgumentException if it is of another type
   */
  static PolicySelector given(ScalingPolicy policy) {
    return new Given(policy, "of the request");
  }

  /**
   * Selects a policy that comes with the request and has a name at its source.
   *
   * @param policy an {@link AdjustmentPolicy}, {@link StepScalingPolicy} or {@link TargetTrackingPolicy}
   * @param name its name in refusals
   * @return a selector
   * @throws IllegalArgumentException if it is of another type
   */
  static PolicySelector given(ScalingPolicy policy, String name) {
    return new Given(policy, name);
  }
}
