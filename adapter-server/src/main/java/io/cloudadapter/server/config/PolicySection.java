package io.cloudadapter.server.config;

import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.MetricPolicy;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the limits and the policies by which one pool is scaled. */
final class PolicySection {
  /** What stands below a machine's path, where a metric stands below that of all metrics. */
  static final Set<String> OPERATIONS = Set.of(
      "actions",
      "attach",
      "detach",
      "health",
      "membershipStatus",
      "protection",
      "serviceState",
      "terminate");

  private final String path;
  private final YamlNode.Mapping mapping;
  private final ConfigErrors faults;

  PolicySection(String path, YamlNode.Mapping mapping, ConfigErrors faults) {
    this.path = path;
    this.mapping = mapping;
    this.faults = faults;
  }

  /**
   * Adds what is sound of the policies and schedules; everything else is a fault.
   *
   * @param pool the pool with all of its limits
   * @param bounded whether its maxSize is one of the file
   */
  ScalingConfig read(PoolConfig pool, boolean bounded) {
    ScalingConfig scaling = pool.scaling();
    List<String> zones = pool.launch().zones();
    for (Map.Entry<String, YamlNode.Mapping> entry : YamlMappings.named(
            path + ".policies", mapping.entries().get("policies"), faults)
        .entrySet()) {
      scaling = with(entry.getKey(), entry.getValue(), scaling, zones);
    }
    ignored(scaling);
    int limit = bounded ? pool.maxSizeLimit() : PoolConfig.LARGEST;
    return new ScheduleSection(path + ".schedules", limit, faults)
        .read(
            scaling,
            YamlMappings.named(path + ".schedules", mapping.entries().get("schedules"), faults));
  }

  private void ignored(ScalingConfig scaling) {
    if (mapping.entries().containsKey("victims") && scaling.deletion().isPresent()) {
      faults.doubt(
          path + ".victims",
          "is of no effect: the pool has a deletion policy, which determines which machines go first",
          mapping.line("victims"));
    }
  }

  private ScalingConfig with(
      String name, YamlNode.Mapping spec, ScalingConfig others, List<String> zones) {
    String where = path + ".policies." + name;
    Optional<Policy> read = PolicySpecReader.read(where, spec, faults);
    if (read.isEmpty()) {
      return others;
    }
    Policy policy = read.get();
    List<String> problems = Stream.of(
            elsewhere(policy, zones), unreachable(name, policy), parted(policy), hooked(policy))
        .flatMap(Optional::stream)
        .toList();
    if (!problems.isEmpty()) {
      problems.forEach(problem -> faults.add(where, problem, spec.line()));
      return others;
    }
    try {
      return others.with(name, policy);
    } catch (IllegalArgumentException wrong) {
      // The configuration names the field as a Java program would; here the path says it.
      faults.add(
          where,
          String.valueOf(wrong.getMessage()).replace("scaling.policies." + name + " ", ""),
          spec.line());
      return others;
    }
  }

  private Optional<String> hooked(Policy policy) {
    return policy instanceof DeletionPolicy deletion && deletion.hooks().isPresent()
        ? Optional.of(
            "must have no hooks: a pool does not carry out those of a policy; configure them in "
                + path + ".hooks")
        : Optional.empty();
  }

  private static Optional<String> elsewhere(Policy policy, List<String> zones) {
    if (!(policy instanceof PlacementPolicy placement)
        || placement.kind() != PlacementPolicy.Kind.ZONE
        || zones.isEmpty()) {
      return Optional.empty();
    }
    String others = placement.shares().stream()
        .map(PlacementPolicy.Share::name)
        .filter(zone -> !zones.contains(zone))
        .collect(Collectors.joining(", "));
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of("must place in the zones of the pool, which are " + String.join(", ", zones)
            + ", was " + others);
  }

  /** A metric is measured at a path that another operation has. */
  private static Optional<String> unreachable(String name, Policy policy) {
    return policy instanceof MetricPolicy watcher
        ? Optional.of(watcher.metric().orElse(name))
            .filter(OPERATIONS::contains)
            .map(metric ->
                "must not watch a metric called " + metric + ": POST /pool/metrics/" + metric
                    + " is the operation on a machine called metrics; name another with metric")
        : Optional.empty();
  }

  /** Senlin accepts such a policy, and then refuses every request to it. */
  private static Optional<String> parted(Policy policy) {
    return policy instanceof AdjustmentPolicy adjustment
            && adjustment.type() != AdjustmentType.CHANGE_IN_PERCENTAGE
            && adjustment.number().doubleValue() % 1 != 0
        ? Optional.of(
            "must have a whole number for " + adjustment.type() + ", was " + adjustment.number())
        : Optional.empty();
  }
}
