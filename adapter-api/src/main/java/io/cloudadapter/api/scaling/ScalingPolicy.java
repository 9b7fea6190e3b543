package io.cloudadapter.api.scaling;

import java.util.List;

/**
 * A rule that says how many machines to add or take away. A pure function: the same request and view
 * always give the same decision, and nothing is changed.
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
   * Decides.
   *
   * @param request what is asked
   * @param view the pool as it is
   * @return OK with a count, or ERROR with the reason; never an exception for a bad count
   */
  ScalingDecision decide(ScalingRequest request, ScalingView view);

  /**
   * How the decision comes about, for people. Costs more than the decision itself.
   *
   * @param request what is asked
   * @param view the pool as it is
   * @return sentences in their order, the last one being the result
   */
  default List<String> explain(ScalingRequest request, ScalingView view) {
    return List.of(decide(request, view).reason());
  }

  /**
   * What happens in a pool without a scaling policy: the request's count, else one machine, strictly
   * within the pool's limits.
   *
   * @return a policy for both directions
   */
  static ScalingPolicy none() {
    return DefaultScalingPolicy.INSTANCE;
  }
}
