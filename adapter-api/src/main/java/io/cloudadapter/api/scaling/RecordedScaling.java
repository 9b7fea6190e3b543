package io.cloudadapter.api.scaling;

import java.util.List;
import java.util.Optional;

/** Decides again what was decided once, and tells it in the same words. */
record RecordedScaling(
    Optional<ScalingEvent> event, int count, boolean abstains, List<String> steps)
    implements ScalingPolicy {
  RecordedScaling {
    steps = List.copyOf(steps);
  }

  @Override
  public Decision decide(ScalingRequest request, ScalingView view) {
    if (event.isPresent()) {
      return Decision.ok(this, request, view, event.get(), count);
    }
    return abstains ? Decision.abstain(this, request, view) : Decision.hold(this, request, view);
  }

  @Override
  public List<String> explain(ScalingRequest request, ScalingView view) {
    return steps;
  }

  /** Refuses again what was refused once. */
  record Refusal(String reason, List<String> steps) implements ScalingPolicy {
    Refusal {
      steps = List.copyOf(steps);
    }

    @Override
    public Decision decide(ScalingRequest request, ScalingView view) {
      return Decision.error(this, request, view, reason);
    }

    @Override
    public List<String> explain(ScalingRequest request, ScalingView view) {
      return steps;
    }
  }
}
