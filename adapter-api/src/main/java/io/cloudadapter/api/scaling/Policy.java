package io.cloudadapter.api.scaling;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A policy that a text can describe: a {@code type}, a {@code version} and {@code properties}, as Senlin
 * has them. Those of one pool are asked in the order of their priorities.
 */
public sealed interface Policy permits AdjustmentPolicy, MetricPolicy, Placement, DeletionPolicy {

  /** The kinds that {@link #parse} knows. */
  enum Type {
    /** {@link AdjustmentPolicy}. */
    SCALING("senlin.policy.scaling-1.0"),
    /** {@link DeletionPolicy}. */
    DELETION("senlin.policy.deletion-1.1"),
    /** {@link DeletionPolicy} as it was called before; the same is read. */
    DELETION_BEFORE("senlin.policy.deletion-1.0"),
    /** {@link Placement} by region. */
    REGION("senlin.policy.region_placement-1.0"),
    /** {@link Placement} by zone. */
    ZONE("senlin.policy.zone_placement-1.0"),
    /** {@link StepScaling}; not one of Senlin's. */
    STEP("adapter.policy.step-1.0"),
    /** {@link TargetTracking}; not one of Senlin's. */
    TARGET("adapter.policy.target-1.0");

    private final String key;

    Type(String key) {
      this.key = key;
    }

    /**
     * The name with the version.
     *
     * @return for example {@code senlin.policy.scaling-1.0}
     */
    public String key() {
      return key;
    }

    private static Type of(String key) {
      for (Type type : values()) {
        if (type.key.equals(key)) {
          return type;
        }
      }
      throw Spec.refusal(
          "The policy_type '" + key + "' could not be found.",
          "there are " + Arrays.stream(values()).map(Type::key).collect(Collectors.joining(", ")));
    }
  }

  /**
   * When the policy is asked: the lower, the sooner.
   *
   * @return 100 for scaling, 200 for regions, 300 for zones, 400 for deletion
   */
  int priority();

  /**
   * The policy as a specification, every property named.
   *
   * @return {@code type}, {@code version} and {@code properties}; {@link #parse} makes an equal policy of it
   */
  default Map<String, Object> spec() {
    return PolicySpec.of(this);
  }

  /**
   * Reads a specification: {@code type} and {@code version}, and the {@code properties} of that type; a
   * {@code description} may stand beside them.
   *
   * @param spec as it comes from JSON or YAML
   * @return the policy
   * @throws io.cloudadapter.api.PoolException INVALID, saying what is wrong
   */
  static Policy parse(Map<String, ?> spec) {
    Spec read = Spec.of(spec);
    for (String key : List.of("type", "version")) {
      if (!read.has(key)) {
        throw Spec.refusal("The '" + key + "' key is missing from the provided spec map.");
      }
    }
    Type type = Type.of(read.text("type") + "-" + read.text("version"));
    Map<String, ?> properties = read.has("properties") ? read.map("properties").byName() : Map.of();
    read.has("description"); // For people; Senlin's own examples have it.
    read.refuseOthers();
    return switch (type) {
      case SCALING -> AdjustmentPolicy.parse(properties);
      case DELETION, DELETION_BEFORE -> DeletionPolicy.parse(properties);
      case REGION -> Placement.parse(Placement.Kind.REGION, properties);
      case ZONE -> Placement.parse(Placement.Kind.ZONE, properties);
      case STEP -> StepScaling.parse(properties);
      case TARGET -> TargetTracking.parse(properties);
    };
  }
}
