package io.cloudadapter.cli.policy;

import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.MetricPolicy;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.ScalingPolicy;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.PartialConfig;
import io.cloudadapter.server.config.PolicyFile;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Policies that decide together, as those of a pool do.
 *
 * @param members the policies
 * @param limits a pool without machines, within the default limits
 */
record PolicySet(List<Member> members, ScalingView limits) {
  /** What of a pool decides about its size; a fault elsewhere is of no matter here. */
  private static final List<String> DECIDING =
      List.of("maxSize", "minSize", "maxSizeLimit", "cap", "zones", "policies");

  /**
   * One policy.
   *
   * @param name its name, if it has one
   * @param policy the policy
   */
  record Member(Optional<String> name, Policy policy) {
    private Optional<ScalingPolicy> answering(ScalingRequest request) {
      if (policy instanceof AdjustmentPolicy adjustment) {
        return request instanceof ScalingRequest.Scale scale && scale.event() == adjustment.event()
            ? Optional.of(adjustment)
            : Optional.empty();
      }
      return policy instanceof MetricPolicy watcher
              && request instanceof ScalingRequest.Measured measured
              && measured.metric().map(metric -> watches(watcher, metric)).orElse(true)
          ? Optional.of(watcher)
          : Optional.empty();
    }

    /** A policy of a file has no name; without a metric it watches every metric. */
    private boolean watches(MetricPolicy watcher, String metric) {
      return watcher.watches(name.orElse(metric), metric);
    }

    private Optional<String> metric() {
      return policy instanceof MetricPolicy watcher
          ? watcher.metric().or(this::name)
          : Optional.empty();
    }
  }

  /** Those of a file. */
  static PolicySet of(Path file) {
    List<Member> members = PolicyFile.read(file).stream()
        .map(policy -> new Member(Optional.empty(), policy))
        .toList();
    return new PolicySet(members, ScalingView.of(0));
  }

  /**
   * Those of a pool, within its limits.
   *
   * @param pool its name; null for the default pool
   * @throws ConfigException with what is wrong with its policies and limits
   */
  static PolicySet of(PartialConfig draft, @Nullable String pool) {
    AdapterConfig config = draft.config();
    PoolConfig chosen;
    try {
      chosen = ServeOptions.pool(config, pool);
    } catch (IllegalArgumentException none) {
      // It may be there, in an account that is not.
      refuse(draft.faults().stream()
          .filter(fault -> pool == null
              || fault.key().startsWith("accounts")
              || decides(fault, pool)
              || fault.key().equals("pools." + pool + ".account"))
          .toList());
      throw none;
    }
    refuse(draft.faults().stream()
        .filter(fault -> decides(fault, chosen.name().value()))
        .toList());
    List<Member> members = new ArrayList<>();
    chosen.scaling().policies().forEach((name, policy) -> {
      if (!(policy instanceof DeletionPolicy)) {
        members.add(new Member(Optional.of(name), policy));
      }
    });
    return new PolicySet(
        members,
        ScalingView.of(0)
            .within(chosen.scaling().minSize(), chosen.maxSize())
            .capped(chosen.maxSizeLimit()));
  }

  private static boolean decides(ConfigError fault, String pool) {
    String own = "pools." + pool;
    return List.of("(file)", "pools", "defaultPool", own).contains(fault.key())
        || DECIDING.stream().anyMatch(key -> (fault.key() + ".").startsWith(own + "." + key + "."));
  }

  private static void refuse(List<ConfigError> faults) {
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
  }

  /**
   * Those that a pool would ask: for the direction, or that watch the metric.
   *
   * @throws IllegalArgumentException if none watches it, or more than one does
   */
  List<ScalingPolicy> asked(ScalingRequest request) {
    List<ScalingPolicy> asked =
        members.stream().flatMap(member -> member.answering(request).stream()).toList();
    if (!(request instanceof ScalingRequest.Measured measured)) {
      return asked.isEmpty() ? List.of(ScalingPolicy.none()) : asked;
    }
    Set<String> watched = new TreeSet<>();
    members.forEach(member -> member.metric().ifPresent(watched::add));
    if (asked.isEmpty()) {
      throw new IllegalArgumentException(
          measured.metric().isEmpty() || watched.isEmpty()
              ? "there is no policy for metrics"
              : "no policy watches the metric " + measured.metric().get() + "; watched are "
                  + String.join(", ", watched));
    }
    if (measured.metric().isEmpty() && watched.size() > 1) {
      throw new IllegalArgumentException("several metrics are watched; say which, one of "
          + String.join(", ", watched) + ", as in metric " + watched.iterator().next() + " 71.5");
    }
    return asked;
  }

  /** The policy that chooses places, if there is one. */
  Optional<PlacementPolicy> placement() {
    List<PlacementPolicy> all = members.stream()
        .map(Member::policy)
        .filter(PlacementPolicy.class::isInstance)
        .map(PlacementPolicy.class::cast)
        .toList();
    if (all.size() > 1) {
      throw new IllegalArgumentException(
          "at most one placement policy can be tried at once, was: " + all.size());
    }
    return all.stream().findFirst();
  }
}
