package io.cloudadapter.server.autoscaler;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The settings of one pool as a node group.
 *
 * @param providerId the form of its nodes' provider ID, if it has one of its own
 * @param labels the labels of a new node
 * @param taints the taints of a new node
 * @param resources the resources of a new node
 * @param pricePerHour the price of one machine for an hour, if known
 * @param options the options of the group that replace those of Cluster Autoscaler
 */
public record NodeGroupConfig(
    Optional<String> providerId,
    Map<String, String> labels,
    List<NodeTaint> taints,
    NodeResources resources,
    OptionalDouble pricePerHour,
    NodeGroupOptions options) {
  private static final NodeGroupConfig USUAL = new NodeGroupConfig(
      Optional.empty(),
      Map.of(),
      List.of(),
      NodeResources.usual(),
      OptionalDouble.empty(),
      NodeGroupOptions.none());

  /** Copies the collections. */
  public NodeGroupConfig {
    Objects.requireNonNull(providerId, "providerId");
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
    Objects.requireNonNull(resources, "resources");
    Objects.requireNonNull(pricePerHour, "pricePerHour");
    Objects.requireNonNull(options, "options");
  }

  /**
   * The settings of a pool without any of its own.
   *
   * @return no labels, taints, price or options; resources from the cloud's catalog
   */
  public static NodeGroupConfig usual() {
    return USUAL;
  }
}
