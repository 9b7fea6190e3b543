package io.cloudadapter.api.scaling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a policy in the form that {@link Policy#parse} reads, with every property. */
final class PolicyWriter {
  private PolicyWriter() {}

  static Map<String, Object> of(Policy policy) {
    if (policy instanceof AdjustmentPolicy adjustment) {
      return spec(Policy.Type.SCALING, scaling(adjustment));
    }
    if (policy instanceof DeletionPolicy deletion) {
      return spec(Policy.Type.DELETION, deletion(deletion));
    }
    if (policy instanceof StepScalingPolicy steps) {
      return spec(Policy.Type.STEP, steps(steps));
    }
    if (policy instanceof TargetTrackingPolicy target) {
      return spec(Policy.Type.TARGET, target(target));
    }
    PlacementPolicy placement = (PlacementPolicy) policy;
    return spec(
        placement.kind() == PlacementPolicy.Kind.ZONE ? Policy.Type.ZONE : Policy.Type.REGION,
        places(placement));
  }

  private static Map<String, Object> spec(Policy.Type type, Map<String, Object> properties) {
    int dash = type.key().lastIndexOf('-');
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("type", type.key().substring(0, dash));
    spec.put("version", type.key().substring(dash + 1));
    spec.put("properties", properties);
    return spec;
  }

  private static Map<String, Object> scaling(AdjustmentPolicy policy) {
    Map<String, Object> adjustment = new LinkedHashMap<>();
    adjustment.put("type", policy.type().name());
    adjustment.put("number", policy.number());
    adjustment.put("min_step", policy.minStep());
    adjustment.put("best_effort", policy.bestEffort());
    adjustment.put("cooldown", policy.cooldown().toSeconds());
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("event", policy.event().action());
    properties.put("adjustment", adjustment);
    return properties;
  }

  private static Map<String, Object> deletion(DeletionPolicy policy) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("criteria", policy.criteria().name());
    properties.put("destroy_after_deletion", policy.destroy());
    properties.put("grace_period", policy.gracePeriod().toSeconds());
    properties.put("reduce_desired_capacity", policy.reduceDesired());
    policy.hooks().ifPresent(hooks -> properties.put("hooks", hooks(hooks)));
    return properties;
  }

  private static Map<String, @Nullable Object> hooks(DeletionPolicy.Hooks hooks) {
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    spec.put("type", hooks.type().key());
    spec.put("params", Map.of("queue", hooks.queue(), "url", hooks.url()));
    spec.put("timeout", hooks.timeout().isPresent() ? hooks.timeout().getAsInt() : null);
    return spec;
  }

  private static Map<String, Object> steps(StepScalingPolicy policy) {
    List<Map<String, Object>> steps = new ArrayList<>();
    for (StepScalingPolicy.Step step : policy.steps()) {
      Map<String, Object> one = new LinkedHashMap<>();
      if (Double.isFinite(step.lower())) {
        one.put("lower", step.lower());
      }
      if (Double.isFinite(step.upper())) {
        one.put("upper", step.upper());
      }
      one.put("adjustment", step.adjustment());
      steps.add(one);
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("type", policy.type().name());
    properties.put("threshold", policy.threshold());
    properties.put("steps", steps);
    properties.put("min_step", policy.minStep());
    policy.metric().ifPresent(name -> properties.put("metric", name));
    return properties;
  }

  private static Map<String, Object> target(TargetTrackingPolicy policy) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("target", policy.target());
    properties.put("margin", policy.margin());
    properties.put("scale_in", policy.scaleIn());
    policy.metric().ifPresent(name -> properties.put("metric", name));
    return properties;
  }

  private static Map<String, Object> places(PlacementPolicy policy) {
    List<Map<String, Object>> places = new ArrayList<>();
    for (PlacementPolicy.Share share : policy.shares()) {
      Map<String, Object> place = new LinkedHashMap<>();
      place.put("name", share.name());
      place.put("weight", share.weight());
      place.put("cap", share.cap());
      places.add(place);
    }
    return new LinkedHashMap<>(
        Map.of(policy.kind() == PlacementPolicy.Kind.ZONE ? "zones" : "regions", places));
  }
}
