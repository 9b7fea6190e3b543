package io.cloudadapter.clusterautoscaler;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Node;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Quantity;
import io.cloudadapter.clusterautoscaler.proto.KubernetesPod.Container;
import io.cloudadapter.clusterautoscaler.proto.KubernetesPod.Pod;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * The prices of nodes and pods, from the price of a machine that the configuration has for a group. A pod costs the
 * largest of its shares of a machine's resources, in the group where that is the least.
 */
final class GroupPrices {
  private static final double SECONDS_PER_HOUR = 3600;

  /** What each node has besides: a pod that asks for nothing else costs nothing for it. */
  private static final Set<String> NOT_SHARED = Set.of("pods", "ephemeral-storage");

  private final ClusterAutoscalerConfig config;

  GroupPrices(ClusterAutoscalerConfig config) {
    this.config = config;
  }

  /**
   * The price of a node.
   *
   * @param group the node's group
   * @throws StatusRuntimeException UNIMPLEMENTED if the price of its machines is unknown
   */
  ExternalGrpc.PricingNodePriceResponse ofNode(
      ExternalGrpc.PricingNodePriceRequest request, Optional<NodeGroupView> group) {
    OptionalDouble perHour = group
        .map(found -> config.group(found.pool().name()).pricePerHour())
        .orElse(OptionalDouble.empty());
    if (perHour.isEmpty()) {
      throw unknown("the price of this node is not known");
    }
    Timestamp start =
        request.hasStartTimestamp() ? request.getStartTimestamp() : request.getStartTime();
    Timestamp end = request.hasEndTimestamp() ? request.getEndTimestamp() : request.getEndTime();
    return ExternalGrpc.PricingNodePriceResponse.newBuilder()
        .setPrice(perHour.getAsDouble() * hours(start, end))
        .build();
  }

  /**
   * The least that a pod costs.
   *
   * @param pools the node groups
   * @param template the node that a group makes
   * @throws StatusRuntimeException UNIMPLEMENTED if no group that could have the pod has a known price and known
   *     resources; INVALID_ARGUMENT if the pod cannot be read
   */
  ExternalGrpc.PricingPodPriceResponse ofPod(
      ExternalGrpc.PricingPodPriceRequest request,
      List<MachinePool> pools,
      Function<MachinePool, Node> template) {
    Map<String, Double> asked =
        requests(pod(request.getPodBytes().isEmpty() ? request.getPod() : request.getPodBytes()));
    OptionalDouble least = OptionalDouble.empty();
    for (MachinePool pool : pools) {
      OptionalDouble perHour = config.group(pool.name()).pricePerHour();
      OptionalDouble share =
          perHour.isPresent() ? share(asked, pool, template) : OptionalDouble.empty();
      if (share.isPresent()) {
        double price = perHour.getAsDouble() * share.getAsDouble();
        least = OptionalDouble.of(least.isPresent() ? Math.min(least.getAsDouble(), price) : price);
      }
    }
    if (least.isEmpty()) {
      throw unknown("no node group with a known price and known resources could have this pod");
    }
    Timestamp start =
        request.hasStartTimestamp() ? request.getStartTimestamp() : request.getStartTime();
    Timestamp end = request.hasEndTimestamp() ? request.getEndTimestamp() : request.getEndTime();
    return ExternalGrpc.PricingPodPriceResponse.newBuilder()
        .setPrice(least.getAsDouble() * hours(start, end))
        .build();
  }

  private static Pod pod(ByteString bytes) {
    try {
      return Pod.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw Status.INVALID_ARGUMENT.withDescription("the pod cannot be read").asRuntimeException();
    }
  }

  /** The largest share of a machine that a pod takes; empty if it does not fit, or the machine is unknown. */
  private static OptionalDouble share(
      Map<String, Double> asked, MachinePool pool, Function<MachinePool, Node> template) {
    Map<String, Quantity> capacity;
    try {
      capacity = template.apply(pool).getStatus().getAllocatableMap();
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
        return OptionalDouble.empty(); // Its resources are unknown; others may be known.
      }
      throw e;
    }
    double largest = 0;
    for (Map.Entry<String, Double> each : asked.entrySet()) {
      Quantity has = capacity.getOrDefault(each.getKey(), Quantity.getDefaultInstance());
      double most = ResourceQuantity.parse(has.getString()).orElse(0);
      if (each.getValue() > most) {
        return OptionalDouble.empty();
      }
      if (!NOT_SHARED.contains(each.getKey()) && most > 0) {
        largest = Math.max(largest, each.getValue() / most);
      }
    }
    return OptionalDouble.of(largest);
  }

  /** What a pod asks for, as the scheduler has it: its containers together, or an init container that needs more. */
  private static Map<String, Double> requests(Pod pod) {
    Map<String, Double> sum = new HashMap<>();
    for (Container container : pod.getSpec().getContainersList()) {
      amounts(container.getResources().getRequestsMap())
          .forEach((name, amount) -> sum.merge(name, amount, Double::sum));
    }
    for (Container container : pod.getSpec().getInitContainersList()) {
      amounts(container.getResources().getRequestsMap())
          .forEach((name, amount) -> sum.merge(name, amount, Math::max));
    }
    amounts(pod.getSpec().getOverheadMap())
        .forEach((name, amount) -> sum.merge(name, amount, Double::sum));
    return sum;
  }

  private static Map<String, Double> amounts(Map<String, Quantity> quantities) {
    Map<String, Double> amounts = new HashMap<>();
    quantities.forEach((name, quantity) -> {
      OptionalDouble amount = ResourceQuantity.parse(quantity.getString());
      if (amount.isEmpty()) {
        throw Status.INVALID_ARGUMENT
            .withDescription("the pod's request of " + name + " cannot be read")
            .asRuntimeException();
      }
      amounts.put(name, amount.getAsDouble());
    });
    return amounts;
  }

  private static double hours(Timestamp start, Timestamp end) {
    return (end.getSeconds() - start.getSeconds()) / SECONDS_PER_HOUR;
  }

  private static StatusRuntimeException unknown(String what) {
    return Status.UNIMPLEMENTED
        .withDescription(what + "; give pricePerHour in clusterAutoscaler.groups")
        .asRuntimeException();
  }
}
