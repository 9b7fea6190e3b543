package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScalingPolicy;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.autoscaler.AutoscalerCaller;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Finds the pools that are node groups for a caller. An error of one pool is an error of all: none is left out. */
final class NodeGroups {
  private static final int LONGEST = 80;

  private final ClusterAutoscalerConfig config;
  private final ClusterAutoscalerHost host;

  NodeGroups(ClusterAutoscalerConfig config, ClusterAutoscalerHost host) {
    this.config = config;
    this.host = host;
  }

  /**
   * The pools of a caller that are node groups, in the order of their names.
   *
   * @throws PoolException CONFLICT if a policy or a schedule would scale one of them, too
   */
  List<MachinePool> of(AutoscalerCaller caller) {
    List<MachinePool> pools = host.pools().all().stream()
        .filter(pool -> isGroup(pool, caller))
        .sorted(Comparator.comparing(MachinePool::name))
        .toList();
    pools.forEach(NodeGroups::requireNoScaling);
    return pools;
  }

  /**
   * One of them.
   *
   * @throws PoolException NOT_FOUND if there is none of that id for the caller; as {@link #of}
   */
  MachinePool find(String id, AutoscalerCaller caller) {
    MachinePool found = host.pools()
        .find(id)
        .filter(pool -> isGroup(pool, caller))
        .orElseThrow(
            () -> new PoolException(
                Reason.NOT_FOUND,
                "there is no node group "
                    + (id.length() <= LONGEST ? id : id.substring(0, LONGEST) + "…"),
                "The section clusterAutoscaler of the configuration has the pools that are node groups."));
    requireNoScaling(found);
    return found;
  }

  private boolean isGroup(MachinePool pool, AutoscalerCaller caller) {
    Map<String, String> labels = host.labels(pool.name());
    return config.covers(pool.name(), labels) && caller.scope().covers(pool.name(), labels);
  }

  private static void requireNoScaling(MachinePool pool) {
    PoolScaling scaling = pool.scaling();
    scaling.policies().forEach((name, policy) -> {
      if (policy instanceof ScalingPolicy) {
        throw scaledTwice(pool, "policy " + name);
      }
    });
    scaling.schedules().keySet().stream().findFirst().ifPresent(name -> {
      throw scaledTwice(pool, "schedule " + name);
    });
  }

  private static PoolException scaledTwice(MachinePool pool, String what) {
    return new PoolException(
        Reason.CONFLICT,
        "pool " + pool.name() + " has " + what + ", which would scale it beside Cluster Autoscaler",
        "Take it from the pool, or the pool from the section clusterAutoscaler.");
  }

  /**
   * The form of the provider IDs of a pool.
   *
   * @throws PoolException UNAVAILABLE if the pool's account is not known at present
   */
  ProviderIdFormat format(MachinePool pool) {
    String account = host.config(pool.name())
        .map(PoolConfig::account)
        .orElseThrow(() -> new PoolException(
            Reason.UNAVAILABLE,
            "the configuration of pool " + pool.name() + " is not known at present",
            "Ask again in a moment."));
    return new ProviderIdFormat(
        config.providerId(pool.name()), account, pool.name().value());
  }

  /** A pool as it is at this moment. */
  NodeGroupView view(MachinePool pool) {
    return NodeGroupView.of(pool, format(pool));
  }
}
