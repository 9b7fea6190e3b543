package io.cloudadapter.api.scaling;

import java.math.BigInteger;
import java.util.List;

/** Scaling without a policy: the request's count, else 1, and the pool's limits strictly. */
enum PlainScaling implements ScalingPolicy {
  INSTANCE;

  @Override
  public Decision decide(ScalingRequest request, ScalingView view) {
    if (!(request instanceof ScalingRequest.Scale scale)) {
      return Decision.abstain(this, request, view);
    }
    ScalingEvent event = scale.event();
    Object given = scale.count();
    long count = given == null ? 1 : Count.of(given);
    if (count == Count.INVALID) {
      return Decision.error(this, request, view, Count.refusal(given, event));
    }
    if (event == ScalingEvent.SCALE_IN) {
      count = Math.min(count, view.committed());
    } else if (given != null && count == Count.HUGE) {
      return Decision.error(
          this,
          request,
          view,
          SizeCheck.aboveCap(
              Count.exactly(given).add(BigInteger.valueOf(view.committed())), view.perPoolCap()));
    }
    String fault = SizeCheck.fault(event.from(view.committed(), count), view, true);
    return fault != null
        ? Decision.error(this, request, view, fault)
        : Decision.ok(this, request, view, event, (int) count);
  }

  @Override
  public List<String> explain(ScalingRequest request, ScalingView view) {
    Steps steps = new Steps();
    if (request instanceof ScalingRequest.Scale scale) {
      steps.add(
          scale.count() == null
              ? "there is no policy for this direction, and no count is given: one machine"
              : "there is no policy for this direction: the count given, "
                  + Shown.of(scale.count()));
    }
    steps.add(view.committed() + " machines are there or promised");
    return steps.endingWith(decide(request, view));
  }
}
