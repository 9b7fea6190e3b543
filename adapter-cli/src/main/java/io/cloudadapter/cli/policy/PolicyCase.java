package io.cloudadapter.cli.policy;

import io.cloudadapter.api.scaling.PlacementPlan;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.cli.terminal.JsonOutput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One question to policies.
 *
 * @param view the pool
 * @param request what is asked
 * @param there machines by zone or region; empty if not given
 */
record PolicyCase(ScalingView view, ScalingRequest request, Map<String, Integer> there) {
  private static final Pattern SCALE = Pattern.compile("(out|in)(?:\\s+(\\S+))?");
  private static final Pattern METRIC = Pattern.compile("metric(?:\\s+(\\S+))?\\s+(\\S+)");
  private static final Pattern PLACE = Pattern.compile("([^=]+)=([0-9]{1,9})");

  /**
   * The answer of the policies.
   *
   * @param decision the size
   * @param plan the places, if a policy chooses them and machines come or go
   * @param before the desired size before
   */
  record Answer(ScalingDecision decision, Optional<PlacementPlan> plan, int before) {
    /** What is refused, by the places too, changes nothing. */
    int desiredSize() {
      return ok() ? decision.desiredSize() : before;
    }

    /** {@code +3}, {@code -2}, {@code 0} or {@code ERROR}. */
    String change() {
      if (!decision.ok() || !plan.map(PlacementPlan::ok).orElse(true)) {
        return "ERROR";
      }
      if (!decision.changes()) {
        return "0";
      }
      boolean in = decision.event().equals(Optional.of(ScalingDirection.SCALE_IN));
      return (in ? "-" : "+") + decision.count();
    }

    boolean ok() {
      return !change().equals("ERROR");
    }

    private String reason() {
      return plan.isPresent() && !plan.get().ok() ? plan.get().reason() : decision.reason();
    }

    /** Why not, or where. */
    String remark() {
      return ok() ? plan.map(chosen -> chosen.counts().toString()).orElse("") : reason();
    }

    List<String> steps() {
      List<String> steps = new ArrayList<>(decision.steps());
      plan.ifPresent(chosen -> {
        steps.addAll(chosen.steps());
        steps.add(chosen.ok() ? "OK: " + chosen.counts() : "ERROR: " + chosen.reason());
      });
      return steps;
    }

    /** Returns the fields of the output for programs. */
    Map<String, Object> fields() {
      Map<String, Object> fields = JsonOutput.fields("change", change());
      fields.putAll(toMap());
      fields.put("desiredSize", desiredSize());
      fields.put("steps", steps());
      return fields;
    }

    /** Scaling policy 1.0's shape, with the places where Senlin has them. */
    private Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>(decision.toMap());
      if (plan.isEmpty()) {
        return map;
      }
      if (!plan.get().ok()) {
        return JsonOutput.fields("status", "ERROR", "reason", plan.get().reason());
      }
      String section = map.containsKey("creation") ? "creation" : "deletion";
      map.put(
          section,
          JsonOutput.fields("count", decision.count(), "places", plan.get().counts()));
      return map;
    }
  }

  /** {@code out}, {@code out 3}, {@code in}, {@code in 2}, {@code metric 71.5} or {@code metric load 71.5}. */
  static ScalingRequest request(String text) {
    Matcher scale = SCALE.matcher(text.strip());
    if (scale.matches()) {
      String count = scale.group(2);
      return scale.group(1).equals("out") ? ScalingRequest.out(count) : ScalingRequest.in(count);
    }
    Matcher metric = METRIC.matcher(text.strip());
    if (!metric.matches()) {
      throw new IllegalArgumentException(
          "a request must be out, in, out N, in N, metric X or metric NAME X, was: " + text);
    }
    double value = value(text, metric.group(2));
    return metric.group(1) == null
        ? ScalingRequest.measured(value)
        : ScalingRequest.measured(metric.group(1), value);
  }

  private static double value(String text, String number) {
    try {
      double read = new BigDecimal(number).doubleValue();
      if (Double.isFinite(read)) {
        return read;
      }
    } catch (NumberFormatException e) {
      // Said below, together with numbers that are none.
    }
    throw new IllegalArgumentException("a metric must be a finite number, was: " + text);
  }

  /** Places with their machines, as in {@code a=3,b=2}, or with another separator. */
  static Map<String, Integer> there(String text, String separator) {
    Map<String, Integer> there = new LinkedHashMap<>();
    for (String part : text.strip().split("[, ]+", -1)) {
      Matcher place = PLACE.matcher(part);
      if (!place.matches()
          || there.putIfAbsent(place.group(1), Integer.valueOf(place.group(2))) != null) {
        throw new IllegalArgumentException(
            "there must be places with their machines, each once, as in a=3" + separator
                + "b=2, was: " + text);
      }
    }
    return there;
  }

  /** The same question to a pool of another size, whose desired size differs from it as much as here. */
  PolicyCase sized(int committed) {
    int desired = Math.max(0, committed + view.desiredSize() - view.committed());
    return new PolicyCase(
        new ScalingView(
            committed,
            desired,
            view.minSize(),
            view.maxSize(),
            view.perPoolCap(),
            view.warming(),
            view.leaving()),
        request,
        Map.of());
  }

  /** The same question with another value of its metric. */
  PolicyCase measuring(double value) {
    if (!(request instanceof ScalingRequest.Measured measured)) {
      throw new IllegalArgumentException("the request must measure a metric, was " + request);
    }
    return new PolicyCase(view, new ScalingRequest.Measured(measured.metric(), value), Map.of());
  }

  /** What the policies decide about the size, wherever the machines are. */
  ScalingDecision decidedBy(PolicySet policies) {
    return ScalingDecision.largest(policies.asked(request).stream()
        .map(policy -> policy.decide(request, view))
        .toList());
  }

  Answer askedOf(PolicySet policies) {
    Optional<PlacementPolicy> placement = policies.placement();
    checkPlaces(placement);
    ScalingDecision decision = decidedBy(policies);
    if (placement.isEmpty() || !decision.changes()) {
      return new Answer(decision, Optional.empty(), view.desiredSize());
    }
    if (there.isEmpty() && view.committed() > 0) {
      throw new IllegalArgumentException("a placement policy must know where the "
          + view.committed() + " machines are; say so with there");
    }
    PlacementPolicy places = placement.get();
    List<String> usable =
        places.shares().stream().map(PlacementPolicy.Share::name).toList();
    return new Answer(
        decision,
        Optional.of(
            decision.event().equals(Optional.of(ScalingDirection.SCALE_IN))
                ? places.shrink(there, usable, decision.count())
                : places.grow(there, usable, decision.count())),
        view.desiredSize());
  }

  private void checkPlaces(Optional<PlacementPolicy> placement) {
    if (there.isEmpty()) {
      return;
    }
    if (placement.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no placement policy that could use where the machines are; leave out there");
    }
    long sum = there.values().stream().mapToLong(Integer::longValue).sum();
    if (sum != view.committed()) {
      throw new IllegalArgumentException("there must add up to the size, which is "
          + view.committed() + ", was " + sum + " in all");
    }
  }
}
