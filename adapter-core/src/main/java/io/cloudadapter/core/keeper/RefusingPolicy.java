package io.cloudadapter.core.keeper;

import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingPolicy;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import java.util.ArrayList;
import java.util.List;

/**
 * Refuses every request to scale, for a reason that has come up before any policy decides.
 *
 * @param reason why
 * @param why the steps that led to it
 */
record RefusingPolicy(String reason, List<String> why) implements ScalingPolicy {
  @Override
  public ScalingDecision decide(ScalingRequest request, ScalingView view) {
    return ScalingDecision.error(this, request, view, reason);
  }

  @Override
  public List<String> explain(ScalingRequest request, ScalingView view) {
    List<String> steps = new ArrayList<>(why);
    steps.add("ERROR: " + reason);
    return steps;
  }
}
