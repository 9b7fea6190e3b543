package io.cloudadapter.api.scaling;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The decision of a policy: OK with a count and a direction, or ERROR with the reason. A count of 0 changes nothing
 * and starts no cooldown.
 */
public final class ScalingDecision {
  /** The reason of every decision that is OK (scaling policy 1.0). */
  public static final String VALIDATED = "Scaling request validated.";

  /** Whether a request is accepted. */
  public enum Status {
    /** The request is accepted, for {@link ScalingDecision#count()} machines. */
    OK,
    /** The request is refused; {@link ScalingDecision#reason()} names the cause. */
    ERROR
  }

  private final Status status;
  private final @Nullable ScalingDirection event;
  private final int count;
  private final int capacity;
  private final int desiredSize;
  private final boolean abstaining;
  private final String reason;
  private final ScalingPolicy policy;
  private final ScalingRequest request;
  private final ScalingView view;

  private ScalingDecision(
      Status status,
      @Nullable ScalingDirection event,
      int count,
      boolean abstaining,
      String reason,
      ScalingPolicy policy,
      ScalingRequest request,
      ScalingView view) {
    int committed = view.committed();
    int desired = view.desiredSize();
    this.status = status;
    this.event = event;
    this.count = count;
    this.capacity = event == ScalingDirection.SCALE_IN ? committed - count : committed + count;
    this.desiredSize = count == 0
        ? desired
        : event == ScalingDirection.SCALE_IN
            ? Math.min(desired, capacity)
            : Math.max(desired, capacity);
    this.abstaining = abstaining;
    this.reason = reason;
    this.policy = policy;
    this.request = request;
    this.view = view;
  }

  /**
   * Accepts a request.
   *
   * @param policy the policy that decided, for {@link #steps()}
   * @param request the request
   * @param view the pool as it was
   * @param event the direction
   * @param count how many machines, 0 or more, and for scaling in at most those that the pool has
   * @return an OK decision
   * @throws IllegalArgumentException if the count is out of its range
   */
  public static ScalingDecision ok(
      ScalingPolicy policy,
      ScalingRequest request,
      ScalingView view,
      ScalingDirection event,
      int count) {
    if (count < 0
        || event.from(view.committed(), count) != (int) event.from(view.committed(), count)
        || event.from(view.committed(), count) < 0) {
      throw new IllegalArgumentException(
          "a count must be 0 or more and leave a size of 0 or more, was: " + count + " for scaling "
              + event.word() + " from " + view.committed());
    }
    return new ScalingDecision(Status.OK, event, count, false, VALIDATED, policy, request, view);
  }

  /**
   * Refuses a request.
   *
   * @param policy the policy that decided, for {@link #steps()}
   * @param request the request
   * @param view the pool as it was
   * @param reason a sentence for people
   * @return an ERROR decision
   */
  public static ScalingDecision error(
      ScalingPolicy policy, ScalingRequest request, ScalingView view, String reason) {
    return new ScalingDecision(Status.ERROR, null, 0, false, reason, policy, request, view);
  }

  /**
   * Keeps the size as it is.
   *
   * @param policy the policy that decided, for {@link #steps()}
   * @param request the request
   * @param view the pool as it was
   * @return an OK decision with count 0, which keeps other policies of the pool from scaling in
   */
  public static ScalingDecision hold(
      ScalingPolicy policy, ScalingRequest request, ScalingView view) {
    return new ScalingDecision(Status.OK, null, 0, false, VALIDATED, policy, request, view);
  }

  /**
   * Abstains from a decision.
   *
   * @param policy the policy that abstains, for {@link #steps()}
   * @param request the request
   * @param view the pool as it was
   * @return an OK decision with count 0, which does not count among several
   */
  public static ScalingDecision abstain(
      ScalingPolicy policy, ScalingRequest request, ScalingView view) {
    return new ScalingDecision(Status.OK, null, 0, true, VALIDATED, policy, request, view);
  }

  /**
   * Restores an earlier decision from its record, to answer a repeated request with the first answer.
   *
   * @param request the request
   * @param view the pool as it was
   * @param event the direction, if there was one
   * @param count how many machines, 0 or more
   * @param abstains whether the policy abstained
   * @param steps how the decision came about
   * @return an OK decision that equals the one that was made
   * @throws IllegalArgumentException if the count is out of its range
   */
  public static ScalingDecision recorded(
      ScalingRequest request,
      ScalingView view,
      Optional<ScalingDirection> event,
      int count,
      boolean abstains,
      List<String> steps) {
    return new ReplayedPolicy(event, count, abstains, steps).decide(request, view);
  }

  /**
   * Restores a refusal that was made elsewhere, to pass it on to the caller.
   *
   * @param request the request
   * @param view the pool as it was
   * @param reason why the request was refused
   * @param steps how the decision came about
   * @return an ERROR decision that equals the one that was made
   */
  public static ScalingDecision refused(
      ScalingRequest request, ScalingView view, String reason, List<String> steps) {
    return new ReplayedPolicy.Refusal(reason, steps).decide(request, view);
  }

  /** Decides to go as far towards a size as the limits allow, never in the other direction. */
  static ScalingDecision towards(
      ScalingPolicy policy, ScalingRequest request, ScalingView view, long wanted) {
    int committed = view.committed();
    long nearest = view.nearest(wanted);
    if (wanted > committed && nearest > committed) {
      return ok(policy, request, view, ScalingDirection.SCALE_OUT, (int) (nearest - committed));
    }
    if (wanted < committed && nearest < committed) {
      return ok(policy, request, view, ScalingDirection.SCALE_IN, (int) (committed - nearest));
    }
    return hold(policy, request, view);
  }

  /**
   * Combines the decisions of several policies of one pool into the one with the largest resulting capacity. So a
   * pool grows if one policy wants growth, and shrinks only if all policies that do not abstain agree. A refusal
   * keeps the pool from shrinking, and is the result if there is nothing else.
   *
   * @param decisions one or more, made from the same view; their order does not matter
   * @return one of them
   * @throws IllegalArgumentException if there are none
   */
  public static ScalingDecision largest(Collection<ScalingDecision> decisions) {
    ScalingDecision best = null;
    for (ScalingDecision decision : decisions) {
      if (best == null || decision.outranks(best)) {
        best = decision;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException("decisions must hold at least one, was: []");
    }
    return best;
  }

  private boolean outranks(ScalingDecision other) {
    if (abstaining != other.abstaining) {
      return other.abstaining;
    }
    if (capacity != other.capacity) {
      return capacity > other.capacity;
    }
    if (status != other.status) {
      return status == Status.ERROR;
    }
    return reason.compareTo(other.reason) < 0;
  }

  /**
   * Returns whether the request is accepted.
   *
   * @return OK or ERROR
   */
  public Status status() {
    return status;
  }

  /**
   * Returns whether the status is OK.
   *
   * @return false if the request is refused
   */
  public boolean ok() {
    return status == Status.OK;
  }

  /**
   * Returns the direction.
   *
   * @return empty if the request is refused, or if a metric requires no change
   */
  public Optional<ScalingDirection> event() {
    return Optional.ofNullable(event);
  }

  /**
   * Returns how many machines to add or remove.
   *
   * @return 0 or more; 0 if the request is refused
   */
  public int count() {
    return count;
  }

  /**
   * Returns the pool for which it was made.
   *
   * @return the numbers as they were
   */
  public ScalingView view() {
    return view;
  }

  /**
   * Returns whether the policy abstained.
   *
   * @return true if among several decisions this one does not count
   */
  public boolean abstains() {
    return abstaining;
  }

  /**
   * Returns whether carrying it out changes anything. Only such a decision may start a cooldown.
   *
   * @return true if the count is above 0
   */
  public boolean changes() {
    return count > 0;
  }

  /**
   * Returns the size that the pool has afterwards.
   *
   * @return committed plus or minus the count
   */
  public int capacity() {
    return capacity;
  }

  /**
   * Returns the desired size to set. Scaling out never lowers it, scaling in never raises it.
   *
   * @return 0 or more
   */
  public int desiredSize() {
    return desiredSize;
  }

  /**
   * Returns the reason in one sentence.
   *
   * @return {@link #VALIDATED}, or why the request is refused
   */
  public String reason() {
    return reason;
  }

  /**
   * Explains how the decision came about. Each call computes the explanation.
   *
   * @return sentences in their order
   */
  public List<String> steps() {
    return policy.explain(request, view);
  }

  /**
   * Returns the decision in the documented form (scaling policy 1.0, scenarios S1 and S2): {@code status},
   * {@code reason}, and if it is OK {@code creation} or {@code deletion} with a {@code count}.
   *
   * @return an unmodifiable map in this order
   */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("status", status.name());
    map.put("reason", reason);
    if (status == Status.OK && event != null) {
      map.put(event.section(), Map.of("count", count));
    }
    return Collections.unmodifiableMap(map);
  }

  /** Equal if the decisions are the same; the policy that decided does not matter. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ScalingDecision that
        && status == that.status
        && event == that.event
        && count == that.count
        && capacity == that.capacity
        && desiredSize == that.desiredSize
        && abstaining == that.abstaining
        && reason.equals(that.reason);
  }

  @Override
  public int hashCode() {
    return Objects.hash(status, event, count, capacity, desiredSize, abstaining, reason);
  }

  @Override
  public String toString() {
    if (status == Status.ERROR) {
      return "ERROR: " + reason;
    }
    return event == null || count == 0
        ? "OK: no change from " + capacity
        : "OK: scale " + event.word() + " by " + count + " to " + capacity + ", desired size "
            + desiredSize;
  }
}
