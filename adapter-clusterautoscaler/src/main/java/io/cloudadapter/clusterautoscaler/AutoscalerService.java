package io.cloudadapter.clusterautoscaler;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.clusterautoscaler.proto.CloudProviderGrpc;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.ExternalGrpcNode;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.NodeGroup;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Node;
import io.cloudadapter.server.autoscaler.AutoscalerCall;
import io.cloudadapter.server.autoscaler.AutoscalerCaller;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import io.cloudadapter.server.options.PoolVerb;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service that Cluster Autoscaler calls. Each answer comes from the last views of the pools, and each change is
 * durable when its answer leaves. Any number of threads may use it.
 */
final class AutoscalerService extends CloudProviderGrpc.CloudProviderImplBase {
  private static final Logger LOG = LoggerFactory.getLogger(AutoscalerService.class);

  private final ClusterAutoscalerConfig config;
  private final ClusterAutoscalerHost host;
  private final NodeGroups groups;
  private final MissingMachines missing;
  private final SizeCatalogs sizes;
  private final GroupPrices prices;

  AutoscalerService(
      ClusterAutoscalerConfig config,
      ClusterAutoscalerHost host,
      MissingMachines missing,
      SizeCatalogs sizes,
      Executor readers) {
    this.config = config;
    this.host = host;
    this.groups = new NodeGroups(config, host, readers);
    this.missing = missing;
    this.sizes = sizes;
    this.prices = new GroupPrices(config);
  }

  /** Notes how many places of the pools have machines; to be done often while this server leads. */
  void note() {
    groups.noteAll();
  }

  /** Forgets what was noted about pools: this server does not lead any more. */
  void forget() {
    groups.forget();
  }

  // ------------------------------------------------------------------------------- the whole cloud

  @Override
  public void refresh(
      ExternalGrpc.RefreshRequest request, StreamObserver<ExternalGrpc.RefreshResponse> observer) {
    answer(observer, () -> {
      host.pools().unready().ifPresent(why -> {
        throw new PoolException(Reason.UNAVAILABLE, "this server is not ready: " + why, "");
      });
      groups.refresh(caller()).forEach(this::size);
      return ExternalGrpc.RefreshResponse.getDefaultInstance();
    });
  }

  @Override
  public void cleanup(
      ExternalGrpc.CleanupRequest request, StreamObserver<ExternalGrpc.CleanupResponse> observer) {
    answer(observer, ExternalGrpc.CleanupResponse::getDefaultInstance);
  }

  @Override
  public void nodeGroups(
      ExternalGrpc.NodeGroupsRequest request,
      StreamObserver<ExternalGrpc.NodeGroupsResponse> observer) {
    answer(observer, () -> {
      ExternalGrpc.NodeGroupsResponse.Builder all = ExternalGrpc.NodeGroupsResponse.newBuilder();
      groups.of(caller()).forEach(pool -> all.addNodeGroups(groups.view(pool).message()));
      return all.build();
    });
  }

  @Override
  public void nodeGroupForNode(
      ExternalGrpc.NodeGroupForNodeRequest request,
      StreamObserver<ExternalGrpc.NodeGroupForNodeResponse> observer) {
    answer(
        observer,
        () -> ExternalGrpc.NodeGroupForNodeResponse.newBuilder()
            .setNodeGroup(groupOf(request.getNode())
                .map(NodeGroupView::message)
                .orElse(NodeGroup.getDefaultInstance()))
            .build());
  }

  /** The group with the machine of a node; a node of no group is no error. */
  private Optional<NodeGroupView> groupOf(ExternalGrpcNode node) {
    for (MachinePool pool : groups.of(caller())) {
      NodeGroupView group = groups.view(pool);
      Optional<String> id = group.idOf(node);
      if (id.isPresent() && isOf(group, id.get())) {
        return Optional.of(group);
      }
    }
    return Optional.empty();
  }

  /**
   * Whether a group has a machine, or had a missing one of that id: Cluster Autoscaler may still know it from before it
   * was deleted, or from another server, and would take no answer for a node of another owner.
   */
  private static boolean isOf(NodeGroupView group, String id) {
    return MissingMachines.poolOf(id)
        .map(group.pool().name().value()::equals)
        .orElseGet(() -> group.machine(id).isPresent());
  }

  @Override
  public void gPULabel(
      ExternalGrpc.GPULabelRequest request,
      StreamObserver<ExternalGrpc.GPULabelResponse> observer) {
    answer(
        observer,
        () -> ExternalGrpc.GPULabelResponse.newBuilder()
            .setLabel(config.gpuLabel())
            .build());
  }

  @Override
  public void getAvailableGPUTypes(
      ExternalGrpc.GetAvailableGPUTypesRequest request,
      StreamObserver<ExternalGrpc.GetAvailableGPUTypesResponse> observer) {
    answer(observer, () -> {
      Map<String, Any> types = new LinkedHashMap<>();
      config.gpuTypes().forEach(type -> types.put(type, Any.getDefaultInstance()));
      return ExternalGrpc.GetAvailableGPUTypesResponse.newBuilder()
          .putAllGpuTypes(types)
          .build();
    });
  }

  @Override
  public void pricingNodePrice(
      ExternalGrpc.PricingNodePriceRequest request,
      StreamObserver<ExternalGrpc.PricingNodePriceResponse> observer) {
    answer(observer, () -> prices.ofNode(request, groupOf(request.getNode())));
  }

  @Override
  public void pricingPodPrice(
      ExternalGrpc.PricingPodPriceRequest request,
      StreamObserver<ExternalGrpc.PricingPodPriceResponse> observer) {
    answer(observer, () -> prices.ofPod(request, groups.of(caller()), this::template));
  }

  // ------------------------------------------------------------------------------- one node group

  @Override
  public void nodeGroupTargetSize(
      ExternalGrpc.NodeGroupTargetSizeRequest request,
      StreamObserver<ExternalGrpc.NodeGroupTargetSizeResponse> observer) {
    answer(
        observer,
        () -> ExternalGrpc.NodeGroupTargetSizeResponse.newBuilder()
            .setTargetSize(group(request.getId()).view().desiredSize())
            .build());
  }

  @Override
  public void nodeGroupNodes(
      ExternalGrpc.NodeGroupNodesRequest request,
      StreamObserver<ExternalGrpc.NodeGroupNodesResponse> observer) {
    answer(observer, () -> InstanceList.of(group(request.getId()), missing));
  }

  @Override
  public void nodeGroupTemplateNodeInfo(
      ExternalGrpc.NodeGroupTemplateNodeInfoRequest request,
      StreamObserver<ExternalGrpc.NodeGroupTemplateNodeInfoResponse> observer) {
    answer(observer, () -> {
      ByteString node = template(groups.find(request.getId(), caller())).toByteString();
      return ExternalGrpc.NodeGroupTemplateNodeInfoResponse.newBuilder()
          .setNodeInfo(node)
          .setNodeBytes(node)
          .build();
    });
  }

  private Node template(MachinePool pool) {
    GroupSettings known = groups.settings(pool);
    return NodeTemplate.of(
        pool.name(),
        known.launch(),
        size(pool),
        sizes.isFirstRead(known.account()),
        config.group(pool.name()));
  }

  private Optional<MachineSize> size(MachinePool pool) {
    GroupSettings known = groups.settings(pool);
    return known.launch().size().flatMap(size -> sizes.find(known.account(), size));
  }

  @Override
  public void nodeGroupGetOptions(
      ExternalGrpc.NodeGroupAutoscalingOptionsRequest request,
      StreamObserver<ExternalGrpc.NodeGroupAutoscalingOptionsResponse> observer) {
    answer(observer, () -> {
      MachinePool pool = groups.find(request.getId(), caller());
      return GroupOptions.answer(
              request.getDefaults(), config.group(pool.name()).options())
          .map(options -> ExternalGrpc.NodeGroupAutoscalingOptionsResponse.newBuilder()
              .setNodeGroupAutoscalingOptions(options)
              .build())
          .orElseThrow(() -> Status.UNIMPLEMENTED
              .withDescription("node group " + pool.name() + " has no options of its own")
              .asRuntimeException());
    });
  }

  // ------------------------------------------------------------------------------- changes

  @Override
  public void nodeGroupIncreaseSize(
      ExternalGrpc.NodeGroupIncreaseSizeRequest request,
      StreamObserver<ExternalGrpc.NodeGroupIncreaseSizeResponse> observer) {
    change(
        observer,
        "NodeGroupIncreaseSize",
        request.getId(),
        PoolVerb.RESIZE,
        options -> {
          if (request.getDelta() < 1) {
            throw wrongDelta("1 or more", request.getDelta());
          }
          MachinePool pool = groups.find(request.getId(), caller());
          groups.noteBefore(pool);
          confirmed(pool, pool.increaseDesiredSizeAsync(request.getDelta(), options));
        },
        ExternalGrpc.NodeGroupIncreaseSizeResponse::getDefaultInstance);
  }

  @Override
  public void nodeGroupDecreaseTargetSize(
      ExternalGrpc.NodeGroupDecreaseTargetSizeRequest request,
      StreamObserver<ExternalGrpc.NodeGroupDecreaseTargetSizeResponse> observer) {
    change(
        observer,
        "NodeGroupDecreaseTargetSize",
        request.getId(),
        PoolVerb.RESIZE,
        options -> {
          if (request.getDelta() > -1 || request.getDelta() == Integer.MIN_VALUE) {
            throw wrongDelta("-1 or less", request.getDelta());
          }
          MachinePool pool = groups.find(request.getId(), caller());
          missing.during(pool.name(), () -> {
            missing.renew(pool.name());
            confirmed(pool, pool.cancelLaunchesAsync(-request.getDelta(), options));
          });
        },
        ExternalGrpc.NodeGroupDecreaseTargetSizeResponse::getDefaultInstance);
  }

  @Override
  public void nodeGroupDeleteNodes(
      ExternalGrpc.NodeGroupDeleteNodesRequest request,
      StreamObserver<ExternalGrpc.NodeGroupDeleteNodesResponse> observer) {
    change(
        observer,
        "NodeGroupDeleteNodes",
        request.getId(),
        PoolVerb.TERMINATE,
        options -> new NodeDeletion(missing)
            .delete(group(request.getId()), request.getNodesList(), options),
        ExternalGrpc.NodeGroupDeleteNodesResponse::getDefaultInstance);
  }

  /** Waits until a change is durable, as long as the caller waits. */
  private static void confirmed(MachinePool pool, CompletionStage<@Nullable Void> change) {
    CallDeadline.await(
        change,
        Status.UNAVAILABLE.withDescription("pool " + pool.name()
            + " has not confirmed in time; the change may still be carried out"));
  }

  private static PoolException wrongDelta(String allowed, int was) {
    return new PoolException(
        Reason.INVALID, "delta must be " + allowed + ", was " + was, "Nothing was changed.");
  }

  private NodeGroupView group(String id) {
    return groups.view(groups.find(id, caller()));
  }

  private static AutoscalerCaller caller() {
    return CallGate.CALLER.get();
  }

  /** What a line of the audit log is about; an id without a pool may be anything. */
  private Map<String, String> names(String group) {
    return host.pools().find(group).isPresent() ? Map.of("pool", group) : Map.of();
  }

  /** Carries out a change, and writes a line of the audit log about it before the answer. */
  private <A> void change(
      StreamObserver<A> observer,
      String verb,
      String group,
      PoolVerb permission,
      Consumer<WriteOptions> change,
      Supplier<A> done) {
    answer(observer, () -> {
      AutoscalerCaller caller = caller();
      AutoscalerCall call = new AutoscalerCall(
          host.newId(), caller.principal(), CallGate.SOURCE.get(), verb, names(group));
      Status.Code code = Status.Code.INTERNAL;
      try {
        if (!host.mayWrite()) {
          throw new PoolException(
              Reason.UNAVAILABLE,
              "the audit log cannot be written, so writes are refused",
              "Nothing was changed.");
        }
        if (!caller.scope().allows(permission)) {
          throw Status.PERMISSION_DENIED
              .withDescription("this needs the verb " + permission.word()
                  + ", which is not in the scope of " + caller.name())
              .asRuntimeException();
        }
        CallDeadline.requireCaller("nothing was changed");
        change.accept(new WriteOptions(Optional.empty(), caller.principal())
            .from("clusterautoscaler", call.id()));
        code = Status.Code.OK;
      } catch (RuntimeException e) {
        code = CallStatus.of(e).getCode();
        throw e;
      } finally {
        host.audit(call, CallStatus.outcome(code));
      }
      return done.get();
    });
  }

  private static <A> void answer(StreamObserver<A> observer, Supplier<A> answer) {
    A given;
    try {
      given = answer.get();
    } catch (StatusRuntimeException e) {
      observer.onError(e);
      return;
    } catch (RuntimeException e) {
      Status status = CallStatus.of(e);
      if (status.getCode() == Status.Code.INTERNAL) {
        LOG.error("a call of Cluster Autoscaler failed", e);
      }
      observer.onError(status.asRuntimeException());
      return;
    }
    observer.onNext(given);
    observer.onCompleted();
  }
}
