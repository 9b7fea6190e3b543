package io.cloudadapter.api.scaling;

import java.util.List;

/**
 * A rule that turns a scaling request into a number of machines. It is a pure function: the same request and view
 * always give the same decision, and nothing changes.
 *
 * <pre>{@code
 * ScalingPolicy policy = AdjustmentPolicy.of(SCALE_OUT, CHANGE_IN_PERCENTAGE, 30).withMinStep(2);
 * ScalingDecision decision = policy.decide(ScalingRequest.out(), ScalingView.of(10).within(2, 12));
 * decision.count();  // 0, since it is refused:
 * decision.reason(); // "The target capacity (13) is greater than the cluster's max_size (12)."
 * }</pre>
 */
@FunctionalInterface
public interface ScalingPolicy {

  /**
   * Decides about a request.
   *
   * @param request the request
   * @param view the pool as it is
   * @return OK with a count, or ERROR with the reason; never an exception for a bad count
   */
  ScalingDecision decide(ScalingRequest request, ScalingView view);

  /**
   * Explains how the decision comes about, for people. This costs more than the decision itself.
   *
   * @param request the request
   * @param view the pool as it is
   * @return sentences in their order, the last one being the result
   */
  default List<String> explain(ScalingRequest request, ScalingView view) {
    return List.of(decide(request, view).reason());
  }

  /**
   * Returns the policy of a pool without a scaling policy: the request's count, or one machine without a count,
   * strictly within the pool's limits.
   *
   * @return a policy for both directions
   */
  static ScalingPolicy none() {
    return DefaultScalingPolicy.INSTANCE;
  }
}
