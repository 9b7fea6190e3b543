package io.cloudadapter.api.scaling;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a {@link ResizeRequest}: OK with a size and limits, or ERROR with the reason and the former values.
 *
 * @param request the request
 * @param view the pool as it was
 * @param status whether the request is accepted
 * @param reason {@link ScalingDecision#VALIDATED}, or why the request is refused
 * @param capacity the size that the pool has afterwards
 * @param desiredSize the desired size to set
 * @param minSize the min_size to set
 * @param maxSize the max_size to set, {@link ScalingView#UNLIMITED} if there is none
 */
public record ResizeDecision(
    ResizeRequest request,
    ScalingView view,
    ScalingDecision.Status status,
    String reason,
    int capacity,
    int desiredSize,
    int minSize,
    int maxSize) {

  static ResizeDecision ok(
      ResizeRequest request, ScalingView view, int capacity, int desired, int min, int max) {
    return new ResizeDecision(
        request,
        view,
        ScalingDecision.Status.OK,
        ScalingDecision.VALIDATED,
        capacity,
        desired,
        min,
        max);
  }

  static ResizeDecision error(ResizeRequest request, ScalingView view, String reason) {
    return new ResizeDecision(
        request,
        view,
        ScalingDecision.Status.ERROR,
        reason,
        view.committed(),
        view.desiredSize(),
        view.minSize(),
        view.maxSize());
  }

  /**
   * Returns whether the status is OK.
   *
   * @return false if the request is refused
   */
  public boolean ok() {
    return status == ScalingDecision.Status.OK;
  }

  /**
   * Returns the direction.
   *
   * @return scale in if machines are removed, else scale out, possibly by 0
   */
  public ScalingDirection event() {
    return capacity < view.committed() ? ScalingDirection.SCALE_IN : ScalingDirection.SCALE_OUT;
  }

  /**
   * Returns how many machines to add or remove.
   *
   * @return 0 or more
   */
  public int count() {
    return Math.abs(capacity - view.committed());
  }

  /**
   * Explains how the decision came about. Each call computes the explanation.
   *
   * @return sentences in their order
   */
  public List<String> steps() {
    ExplanationSteps steps = new ExplanationSteps();
    ResizeDecision same = request.decide(view, steps);
    return steps.endingWith(
        same.ok()
            ? "OK: from " + view.committed() + " to " + capacity + ", desired size " + desiredSize
                + ", limits " + minSize + " to "
                + (maxSize < 0 ? "the cap of " + view.perPoolCap() : maxSize)
            : "ERROR: " + reason);
  }

  /**
   * Returns the decision in the documented form: {@code status}, {@code reason}, and if it is OK {@code deletion} or
   * else {@code creation} with a {@code count}, which is 0 if nothing changes.
   *
   * @return an unmodifiable map in this order
   */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("status", status.name());
    map.put("reason", reason);
    if (ok()) {
      map.put(event().section(), Map.of("count", count()));
    }
    return Collections.unmodifiableMap(map);
  }
}
