package io.cloudadapter.api.scaling;

import java.util.List;
import java.util.Optional;

/** A policy that repeats an earlier decision with its explanation, for repeated requests. */
record ReplayedPolicy(
    Optional<ScalingDirection> event, int count, boolean abstains, List<String> steps)
    implements ScalingPolicy {
  ReplayedPolicy {
    steps = List.copyOf(steps);
  }

  @Override
  public ScalingDecision decide(ScalingRequest request, ScalingView view) {
    if (event.isPresent()) {
      return ScalingDecision.ok(this, request, view, event.get(), count);
    }
    return abstains
        ? ScalingDecision.abstain(this, request, view)
        : ScalingDecision.hold(this, request, view);
  }

  @Override
  public List<String> explain(ScalingRequest request, ScalingView view) {
    return steps;
  }

  /** A policy that repeats an earlier refusal. */
  record Refusal(String reason, List<String> steps) implements ScalingPolicy {
    Refusal {
      steps = List.copyOf(steps);
    }

    @Override
    public ScalingDecision decide(ScalingRequest request, ScalingView view) {
      return ScalingDecision.error(this, request, view, reason);
    }

    @Override
    public List<String> explain(ScalingRequest request, ScalingView view) {
      return steps;
    }
  }
}
