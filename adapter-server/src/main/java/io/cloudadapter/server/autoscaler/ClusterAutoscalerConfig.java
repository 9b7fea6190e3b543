package io.cloudadapter.server.autoscaler;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.cloud.ProviderIdFormat;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The configuration of the listener for the Cluster Autoscaler of Kubernetes.
 *
 * @param address the address or name to listen on
 * @param port the port, 0 for any that is free
 * @param pools which pools are node groups
 * @param providerId the form of a node's provider ID, for pools without one of their own
 * @param gpuLabel the label of nodes with a graphics processor
 * @param gpuTypes the values that this label may have
 * @param groups the settings of single pools, by name
 */
public record ClusterAutoscalerConfig(
    String address,
    int port,
    PoolSelection pools,
    String providerId,
    String gpuLabel,
    List<String> gpuTypes,
    Map<PoolName, NodeGroupConfig> groups) {
  /** The provider ID that names account, pool and machine. */
  public static final String USUAL_PROVIDER_ID = ProviderIdFormat.USUAL;

  /** Copies the collections. */
  public ClusterAutoscalerConfig {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(pools, "pools");
    Objects.requireNonNull(providerId, "providerId");
    Objects.requireNonNull(gpuLabel, "gpuLabel");
    gpuTypes = List.copyOf(gpuTypes);
    groups = Map.copyOf(groups);
  }

  /**
   * The settings of a pool.
   *
   * @param pool its name
   * @return the configured ones, else the usual ones
   */
  public NodeGroupConfig group(PoolName pool) {
    return groups.getOrDefault(pool, NodeGroupConfig.usual());
  }

  /**
   * The prices of machines for an hour.
   *
   * @return the price of each machine of a pool, for the pools that have one
   */
  public Map<PoolName, BigDecimal> prices() {
    Map<PoolName, BigDecimal> prices = new HashMap<>();
    groups.forEach((pool, group) ->
        group.pricePerHour().ifPresent(price -> prices.put(pool, BigDecimal.valueOf(price))));
    return prices;
  }

  /**
   * The form of the provider ID of a pool's nodes.
   *
   * @param pool its name
   * @return the pool's own form, else that of the listener
   */
  public String providerId(PoolName pool) {
    return group(pool).providerId().orElse(providerId);
  }

  /**
   * Whether a pool is a node group.
   *
   * @param pool its name
   * @param labels its labels
   * @return true if it is named, or has all of the labels
   */
  public boolean covers(PoolName pool, Map<String, String> labels) {
    return AccessScope.everything().withPools(pools).covers(pool, labels);
  }
}
