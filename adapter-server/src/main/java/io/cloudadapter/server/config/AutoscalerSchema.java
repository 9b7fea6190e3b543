package io.cloudadapter.server.config;

import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.NodeResources;
import io.cloudadapter.server.config.ConfigSchema.Part;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.List;
import java.util.Optional;

/** The keys of the file about the listener for Cluster Autoscaler. */
final class AutoscalerSchema {
  /** The name of the default label of nodes with a graphics processor. */
  static final String USUAL_GPU_LABEL = "cloudadapter.io/gpu";

  private static final int MOST = 1 << 30;

  static final Part LISTENER = new Part(
      "clusterAutoscaler",
      ConfigSpec.builder()
          .optional(
              "address",
              ConfigKey.Type.TEXT,
              "The address or name to listen on; by default that of the server.")
          .optional("port", ConfigKey.Type.INTEGER, "8086", 0, 65535, "The port; 0 for a free one.")
          .optional(
              "pools",
              ConfigKey.Type.LIST,
              "The names of the pools that are node groups, beside those of groups.")
          .optional(
              "labels",
              ConfigKey.Type.LIST,
              "Labels such as autoscaler=cluster: each pool with all of them is a node group, too.")
          .optional(
              "providerId",
              ConfigKey.Type.TEXT,
              ClusterAutoscalerConfig.USUAL_PROVIDER_ID,
              "The provider ID of a node: a text with {id}, the machine's id, and, if wanted, "
                  + "{account}, {pool} and {zone}.")
          .optional(
              "gpuLabel",
              ConfigKey.Type.TEXT,
              USUAL_GPU_LABEL,
              "The label of nodes with a graphics processor.")
          .optional(
              "gpuTypes",
              ConfigKey.Type.LIST,
              "The values that this label may have; by default none.")
          .build(),
      Part.ordered("groups", "The settings of single pools as node groups, by the pool's name."));

  static final Part GROUP = new Part(
      "clusterAutoscaler.groups.<name>",
      ConfigSpec.builder()
          .optional(
              "providerId",
              ConfigKey.Type.TEXT,
              "The form of this pool's provider IDs, such as aws:///{zone}/{id}; by default that of "
                  + "clusterAutoscaler.")
          .optional(
              "taints",
              ConfigKey.Type.LIST,
              "The taints of a new node, such as dedicated=batch:NoSchedule.")
          .add(number(
              "cpus", 1, "The processors of a new node; by default those of the pool's size."))
          .add(number(
              "memoryMiB", 1, "The memory of a new node; by default that of the pool's size."))
          .add(number("diskGiB", 1, "The disk of a new node; by default that of the pool's size."))
          .add(number(
              "gpus",
              0,
              "The graphics processors of a new node; by default those of the pool's size."))
          .optional(
              "gpuResource",
              ConfigKey.Type.TEXT,
              NodeResources.USUAL_GPU_RESOURCE,
              "The name of the resource of graphics processors.")
          .optional(
              "pods",
              ConfigKey.Type.INTEGER,
              Integer.toString(NodeResources.USUAL_PODS),
              1,
              10_000,
              "The most pods on a node.")
          .add(decimal("pricePerHour", MOST, "The price of one machine for an hour."))
          .add(decimal(
              "scaleDown.utilizationThreshold",
              1,
              "The utilization below which a node may be removed; by default that of Cluster "
                  + "Autoscaler."))
          .add(decimal(
              "scaleDown.gpuUtilizationThreshold",
              1,
              "The same for nodes with graphics processors."))
          .optional(
              "scaleDown.unneededTime",
              ConfigKey.Type.DURATION,
              "How long a node must be unneeded before it is removed.")
          .optional(
              "scaleDown.unreadyTime",
              ConfigKey.Type.DURATION,
              "The same for a node that is not ready.")
          .optional(
              "scaleDown.ignoreDaemonSets",
              ConfigKey.Type.BOOLEAN,
              "Whether pods of daemon sets count as no use.")
          .optional(
              "provisionTime",
              ConfigKey.Type.DURATION,
              "How long Cluster Autoscaler waits for a node.")
          .build(),
      Part.ordered("nodeLabels", "The labels of a new node, by name."));

  private AutoscalerSchema() {}

  private static ConfigKey number(String name, int least, String doc) {
    return new ConfigKey(
        name, ConfigKey.Type.INTEGER, false, Optional.empty(), List.of(), least, MOST, doc);
  }

  private static ConfigKey decimal(String name, double most, String doc) {
    return new ConfigKey(
        name, ConfigKey.Type.DECIMAL, false, Optional.empty(), List.of(), 0, most, doc);
  }
}
