package io.cloudadapter.server.autoscaler;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * The resources of a new node. A number that is not given comes from the cloud's catalog of machine sizes.
 *
 * @param cpus its processors, 1 or more
 * @param memoryMiB its memory, 1 or more
 * @param diskGiB its disk, 1 or more
 * @param gpus its graphics processors, 0 or more
 * @param gpuResource the name of the resource of graphics processors
 * @param pods the most pods on it, 1 or more
 */
public record NodeResources(
    OptionalInt cpus,
    OptionalInt memoryMiB,
    OptionalInt diskGiB,
    OptionalInt gpus,
    String gpuResource,
    int pods) {
  /** The resource that the device plugin of NVIDIA offers. */
  public static final String USUAL_GPU_RESOURCE = "nvidia.com/gpu";

  /** The most pods that a kubelet accepts unless it is configured otherwise. */
  public static final int USUAL_PODS = 110;

  private static final NodeResources USUAL = new NodeResources(
      OptionalInt.empty(),
      OptionalInt.empty(),
      OptionalInt.empty(),
      OptionalInt.empty(),
      USUAL_GPU_RESOURCE,
      USUAL_PODS);

  /** Checks that nothing is missing. */
  public NodeResources {
    Objects.requireNonNull(cpus, "cpus");
    Objects.requireNonNull(memoryMiB, "memoryMiB");
    Objects.requireNonNull(diskGiB, "diskGiB");
    Objects.requireNonNull(gpus, "gpus");
    Objects.requireNonNull(gpuResource, "gpuResource");
  }

  /**
   * Resources that all come from the catalog.
   *
   * @return with 110 pods
   */
  public static NodeResources usual() {
    return USUAL;
  }
}
