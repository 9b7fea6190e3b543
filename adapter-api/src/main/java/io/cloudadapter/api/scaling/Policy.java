package io.cloudadapter.api.scaling;

import io.cloudadapter.api.PoolException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A rule of scaling, placement or deletion that a text can describe: a {@code type}, a {@code version} and
 * {@code properties}, as in Senlin. A pool uses its policies in the order of their priorities.
 */
public sealed interface Policy
    permits AdjustmentPolicy, MetricPolicy, PlacementPolicy, DeletionPolicy {

  /** The types of policies that {@link #parse} can read. */
  enum Type {
    /** {@link AdjustmentPolicy}. */
    SCALING("senlin.policy.scaling-1.0"),
    /** {@link DeletionPolicy}. */
    DELETION("senlin.policy.deletion-1.1"),
    /** {@link DeletionPolicy} under its former type, read in the same way. */
    DELETION_BEFORE("senlin.policy.deletion-1.0"),
    /** {@link PlacementPolicy} by region. */
    REGION("senlin.policy.region_placement-1.0"),
    /** {@link PlacementPolicy} by zone. */
    ZONE("senlin.policy.zone_placement-1.0"),
    /** {@link StepScalingPolicy}; not part of Senlin. */
    STEP("adapter.policy.step-1.0"),
    /** {@link TargetTrackingPolicy}; not part of Senlin. */
    TARGET("adapter.policy.target-1.0");

    private final String key;

    Type(String key) {
      this.key = key;
    }

    /**
     * Returns the type and version as text.
     *
     * @return for example {@code senlin.policy.scaling-1.0}
     */
    public String key() {
      return key;
    }

    private static Optional<Type> of(String key, PolicyProperties read) {
      Optional<Type> known =
          Arrays.stream(values()).filter(type -> type.key.equals(key)).findFirst();
      if (known.isEmpty()) {
        read.blame(
            "type",
            PolicyProperties.refusal(
                "The policy_type '" + PythonRepr.of(key) + "' could not be found.",
                "there are "
                    + Arrays.stream(values()).map(Type::key).collect(Collectors.joining(", "))));
      }
      return known;
    }
  }

  /**
   * Returns the priority of the policy: the lower, the sooner it is used.
   *
   * @return 100 for scaling, 200 for regions, 300 for zones, 400 for deletion
   */
  int priority();

  /**
   * Returns the policy as a specification with every property.
   *
   * @return {@code type}, {@code version} and {@code properties}; {@link #parse} makes an equal policy from it
   */
  default Map<String, Object> spec() {
    return PolicyWriter.of(this);
  }

  /**
   * Reads a specification: {@code type} and {@code version}, and the {@code properties} of that type; a
   * {@code description} may accompany them.
   *
   * @param spec the specification, from JSON or YAML
   * @return the policy
   * @throws PoolException INVALID, with the first thing that is wrong; {@link #faults} returns everything
   */
  static Policy parse(Map<String, ?> spec) {
    return read(PolicyProperties.of(spec));
  }

  private static Policy read(PolicyProperties read) {
    for (String key : List.of("type", "version")) {
      if (!read.has(key)) {
        read.blame("The '" + key + "' key is missing from the provided spec map.");
      }
    }
    String name = read.text("type", "");
    String version = read.text("version", "");
    Optional<Type> type = read.sound() ? Type.of(name + "-" + version, read) : Optional.empty();
    PolicyProperties properties = read.mapIfAny("properties");
    read.has("description"); // For people; Senlin's own examples have it.
    read.blameOthers();
    if (type.isEmpty()) {
      read.refuseFaults();
    }
    return switch (type.orElseThrow()) {
      case SCALING -> AdjustmentPolicy.read(properties);
      case DELETION, DELETION_BEFORE -> DeletionPolicy.read(properties);
      case REGION -> PlacementPolicy.read(PlacementPolicy.Kind.REGION, properties);
      case ZONE -> PlacementPolicy.read(PlacementPolicy.Kind.ZONE, properties);
      case STEP -> StepScalingPolicy.read(properties);
      case TARGET -> TargetTrackingPolicy.read(properties);
    };
  }

  /**
   * Returns everything that is wrong with a specification, while {@link #parse} reports only the first.
   *
   * @param spec the specification, from JSON or YAML
   * @return what is wrong, and where, in the order of its keys; empty if it can be read
   */
  static List<PolicyError> faults(Map<String, ?> spec) {
    PolicyProperties read = PolicyProperties.of(spec);
    try {
      read(read);
      return List.of();
    } catch (PoolException refusal) {
      return read.faults();
    }
  }
}
