package io.cloudadapter.cli;

import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.Decision;
import io.cloudadapter.api.scaling.Placement;
import io.cloudadapter.api.scaling.PlacementPlan;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.ScalingEvent;
import io.cloudadapter.api.scaling.ScalingPolicy;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.StepScaling;
import io.cloudadapter.api.scaling.TargetTracking;
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
 * @param there machines by zone or region; empty if nobody said
 */
record PolicyCase(ScalingView view, ScalingRequest request, Map<String, Integer> there) {
  private static final Pattern REQUEST = Pattern.compile("(out|in|metric)(?:\\s+(\\S+))?");
  private static final Pattern PLACE = Pattern.compile("([^=]+)=([0-9]{1,9})");

  /**
   * What the policies say.
   *
   * @param decision the size
   * @param plan the places, if a policy chooses them and machines come or go
   * @param before the desired size before
   */
  record Answer(Decision decision, Optional<PlacementPlan> plan, int before) {
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
      boolean in = decision.event().equals(Optional.of(ScalingEvent.SCALE_IN));
      return (in ? "-" : "+") + decision.count();
    }

    boolean ok() {
      return !change().equals("ERROR");
    }

    String reason() {
      return plan.isPresent() && !plan.get().ok() ? plan.get().reason() : decision.reason();
    }

    List<String> steps() {
      List<String> steps = new ArrayList<>(decision.steps());
      plan.ifPresent(chosen -> {
        steps.addAll(chosen.steps());
        steps.add(chosen.ok() ? "OK: " + chosen.counts() : "ERROR: " + chosen.reason());
      });
      return steps;
    }

    /** Scaling policy 1.0's shape, with the places where Senlin has them. */
    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>(decision.toMap());
      if (plan.isEmpty()) {
        return map;
      }
      if (!plan.get().ok()) {
        return Json.fields("status", "ERROR", "reason", plan.get().reason());
      }
      String section = map.containsKey("creation") ? "creation" : "deletion";
      map.put(
          section, Json.fields("count", decision.count(), "places", plan.get().counts()));
      return map;
    }
  }

  /** {@code out}, {@code out 3}, {@code in}, {@code in 2} or {@code metric 71.5}. */
  static ScalingRequest request(String text) {
    Matcher words = REQUEST.matcher(text.strip());
    if (!words.matches()) {
      throw new IllegalArgumentException(
          "a request must be out, in, out N, in N or metric X, was: " + text);
    }
    String value = words.group(2);
    return switch (words.group(1)) {
      case "out" -> ScalingRequest.out(value);
      case "in" -> ScalingRequest.in(value);
      default -> ScalingRequest.measured(metric(text, value));
    };
  }

  private static double metric(String text, String value) {
    try {
      double read = Double.parseDouble(String.valueOf(value));
      if (Double.isFinite(read)) {
        return read;
      }
    } catch (NumberFormatException e) {
      // Said below, together with numbers that are none.
    }
    throw new IllegalArgumentException("a metric must be a finite number, was: " + text);
  }

  /** {@code a=3,b=2}, or with spaces. */
  static Map<String, Integer> there(String text) {
    Map<String, Integer> there = new LinkedHashMap<>();
    for (String part : text.strip().split("[, ]+", -1)) {
      Matcher place = PLACE.matcher(part);
      if (!place.matches()
          || there.putIfAbsent(place.group(1), Integer.valueOf(place.group(2))) != null) {
        throw new IllegalArgumentException(
            "there must be places with their machines, each once, as in a=3,b=2, was: " + text);
      }
    }
    return there;
  }

  Answer askedOf(List<Policy> policies) {
    Decision decision = Decision.largest(
        deciders(policies).stream().map(policy -> policy.decide(request, view)).toList());
    Optional<Placement> placement = placement(policies);
    if (placement.isEmpty() || !decision.changes()) {
      return new Answer(decision, Optional.empty(), view.desiredSize());
    }
    Placement places = placement.get();
    List<String> usable = places.shares().stream().map(Placement.Share::name).toList();
    return new Answer(
        decision,
        Optional.of(
            decision.event().equals(Optional.of(ScalingEvent.SCALE_IN))
                ? places.shrink(there, usable, decision.count())
                : places.grow(there, usable, decision.count())),
        view.desiredSize());
  }

  /** A pool asks the policies for the direction, or those that know metrics. */
  private List<ScalingPolicy> deciders(List<Policy> policies) {
    List<ScalingPolicy> deciders = new ArrayList<>();
    for (Policy policy : policies) {
      if (request instanceof ScalingRequest.Scale scale) {
        if (policy instanceof AdjustmentPolicy adjustment && adjustment.event() == scale.event()) {
          deciders.add(adjustment);
        }
      } else if (policy instanceof StepScaling || policy instanceof TargetTracking) {
        deciders.add((ScalingPolicy) policy);
      }
    }
    if (!deciders.isEmpty()) {
      return deciders;
    }
    if (request instanceof ScalingRequest.Measured) {
      throw new IllegalArgumentException("there is no policy for metrics in the file");
    }
    return List.of(ScalingPolicy.none());
  }

  private Optional<Placement> placement(List<Policy> policies) {
    List<Placement> all = policies.stream()
        .filter(Placement.class::isInstance)
        .map(Placement.class::cast)
        .toList();
    if (all.size() > 1) {
      throw new IllegalArgumentException(
          "at most one placement policy can be tried at once, was: " + all.size());
    }
    if (all.isEmpty() != there.isEmpty()) {
      throw new IllegalArgumentException(
          all.isEmpty()
              ? "there is no placement policy in the file that could use: " + there
              : "a placement policy must know how many machines are in each place, as in a=3,b=2");
    }
    return all.stream().findFirst();
  }
}
