package io.cloudadapter.api.scaling;

import java.util.Objects;

/** Who decides about a request to scale: the pool's own policies, one of them, or one that comes with it. */
public sealed interface PolicySelector {

  /** All policies of the pool that are for such a request; without any, {@link ScalingPolicy#none}. */
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
   * A policy that comes with the request, and is forgotten afterwards.
   *
   * @param policy an {@link AdjustmentPolicy}, {@link StepScalingPolicy} or {@link TargetTrackingPolicy}: what a text
   *     can describe, so that a repeated request is known to be the same
   * @param name what refusals call it
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
   * The pool's own policies.
   *
   * @return a choice
   */
  static PolicySelector own() {
    return new Own();
  }

  /**
   * One of the pool's own policies.
   *
   * @param name its name in the pool's configuration
   * @return a choice
   */
  static PolicySelector named(String name) {
    return new Named(name);
  }

  /**
   * A policy that comes with the request.
   *
   * @param policy an {@link AdjustmentPolicy}, {@link StepScalingPolicy} or {@link TargetTrackingPolicy}
   * @return a choice
   * @throws IllegalArgumentException if it is another one
   */
  static PolicySelector given(ScalingPolicy policy) {
    return new Given(policy, "of the request");
  }

  /**
   * A policy that comes with the request, and has a name where it comes from.
   *
   * @param policy an {@link AdjustmentPolicy}, {@link StepScalingPolicy} or {@link TargetTrackingPolicy}
   * @param name what refusals call it
   * @return a choice
   * @throws IllegalArgumentException if it is another one
   */
  static PolicySelector given(ScalingPolicy policy, String name) {
    return new Given(policy, name);
  }
}
