package io.cloudadapter.api.scaling;

import java.math.BigInteger;
import java.util.List;

/** Scaling without a policy: the request's count, or 1 without one, strictly within the pool's limits. */
enum DefaultScalingPolicy implements ScalingPolicy {
  INSTANCE;

  @Override
  public ScalingDecision decide(ScalingRequest request, ScalingView view) {
    if (!(request instanceof ScalingRequest.Scale scale)) {
      return ScalingDecision.abstain(this, request, view);
    }
    ScalingDirection event = scale.event();
    Object given = scale.count();
    long count = given == null ? 1 : CountParser.of(given);
    if (count == CountParser.INVALID) {
      return ScalingDecision.error(this, request, view, CountParser.refusal(given, event));
    }
    if (event == ScalingDirection.SCALE_IN) {
      count = Math.min(count, view.committed());
    } else if (given != null && count == CountParser.HUGE) {
      return ScalingDecision.error(
          this,
          request,
          view,
          SizeValidator.aboveCap(
              CountParser.exactly(given).add(BigInteger.valueOf(view.committed())),
              view.perPoolCap()));
    }
    String fault = SizeValidator.fault(event.from(view.committed(), count), view, true);
    return fault != null
        ? ScalingDecision.error(this, request, view, fault)
        : ScalingDecision.ok(this, request, view, event, (int) count);
  }

  @Override
  public List<String> explain(ScalingRequest request, ScalingView view) {
    ExplanationSteps steps = new ExplanationSteps();
    if (request instanceof ScalingRequest.Scale scale) {
      steps.add(
          scale.count() == null
              ? "there is no policy for this direction, and no count is given: one machine"
              : "there is no policy for this direction: the count given, "
                  + PythonRepr.of(scale.count()));
    }
    steps.add(view.committed() + " machines are there or promised");
    return steps.endingWith(decide(request, view));
  }
}
