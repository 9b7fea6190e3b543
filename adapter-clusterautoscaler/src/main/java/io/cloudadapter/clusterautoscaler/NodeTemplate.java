package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Node;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.NodeCondition;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.NodeSpec;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.NodeStatus;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.ObjectMeta;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Quantity;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Taint;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.server.autoscaler.NodeGroupConfig;
import io.cloudadapter.server.autoscaler.NodeResources;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Makes the node that a new machine of a pool will be, for Cluster Autoscaler to place pods on. */
final class NodeTemplate {
  private NodeTemplate() {}

  /**
   * The node of a pool.
   *
   * @param pool the pool
   * @param launch what its machines are made from
   * @param size the machine size in the cloud's catalog, if it is known
   * @param isFirstRead whether the catalog is being read for the first time
   * @param config labels, taints and resources that the configuration has
   * @throws StatusRuntimeException if neither the configuration nor the catalog has processors or memory: UNAVAILABLE
   *     while the catalog is read for the first time; after that UNIMPLEMENTED, for which Cluster Autoscaler leaves out
   *     this group only
   */
  static Node of(
      PoolName pool,
      LaunchConfig launch,
      Optional<MachineSize> size,
      boolean isFirstRead,
      NodeGroupConfig config) {
    NodeSpec.Builder spec = NodeSpec.newBuilder();
    config
        .taints()
        .forEach(taint -> spec.addTaints(Taint.newBuilder()
            .setKey(taint.key())
            .setValue(taint.value())
            .setEffect(taint.effect())));
    Map<String, Quantity> resources =
        resources(pool, launch, size, isFirstRead, config.resources());
    return Node.newBuilder()
        .setMetadata(ObjectMeta.newBuilder()
            .setName(pool + "-template")
            .putAllLabels(labels(pool, launch, config)))
        .setSpec(spec)
        .setStatus(NodeStatus.newBuilder()
            .putAllCapacity(resources)
            .putAllAllocatable(resources)
            .addConditions(NodeCondition.newBuilder().setType("Ready").setStatus("True")))
        .build();
  }

  private static Map<String, String> labels(
      PoolName pool, LaunchConfig launch, NodeGroupConfig config) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("kubernetes.io/hostname", pool + "-template");
    labels.put("kubernetes.io/os", "linux");
    labels.put("kubernetes.io/arch", "amd64");
    launch.size().ifPresent(size -> labels.put("node.kubernetes.io/instance-type", size));
    if (launch.zones().size() == 1) {
      labels.put("topology.kubernetes.io/zone", launch.zones().get(0));
    }
    labels.putAll(config.labels());
    return labels;
  }

  private static Map<String, Quantity> resources(
      PoolName pool,
      LaunchConfig launch,
      Optional<MachineSize> size,
      boolean isFirstRead,
      NodeResources config) {
    long cpus =
        config.cpus().orElse(size.map(known -> Math.max(1, known.cpus())).orElse(0));
    long memory = config.memoryMiB().isPresent()
        ? config.memoryMiB().getAsInt()
        : size.map(MachineSize::memoryMiB).orElse(0L);
    if (cpus == 0 || memory == 0) {
      boolean soon = isFirstRead && launch.size().isPresent();
      throw (soon ? Status.UNAVAILABLE : Status.UNIMPLEMENTED)
          .withDescription("the resources of "
              + launch.size().map(name -> "size " + name).orElse("a machine") + " of pool " + pool
              + " are not known at present; the cloud's catalog of sizes is read in the background,"
              + " or give cpus and memoryMiB in clusterAutoscaler.groups." + pool)
          .asRuntimeException();
    }
    long disk = config.diskGiB().isPresent()
        ? config.diskGiB().getAsInt()
        : size.map(MachineSize::diskGiB).orElse(0L);
    int gpus = config.gpus().isPresent()
        ? config.gpus().getAsInt()
        : size.map(known -> known.gpus().orElse(0)).orElse(0);
    Map<String, Quantity> resources = new LinkedHashMap<>();
    resources.put("cpu", quantity(Long.toString(cpus)));
    resources.put("memory", quantity(memory + "Mi"));
    resources.put("pods", quantity(Integer.toString(config.pods())));
    if (disk > 0) {
      resources.put("ephemeral-storage", quantity(disk + "Gi"));
    }
    if (gpus > 0) {
      resources.put(config.gpuResource(), quantity(Integer.toString(gpus)));
    }
    return resources;
  }

  private static Quantity quantity(String text) {
    return Quantity.newBuilder().setString(text).build();
  }
}
