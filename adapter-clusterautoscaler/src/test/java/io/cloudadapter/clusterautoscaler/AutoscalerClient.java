package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.clusterautoscaler.proto.CloudProviderGrpc;
import io.cloudadapter.clusterautoscaler.proto.CloudProviderGrpc.CloudProviderBlockingStub;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.ExternalGrpcNode;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.Instance;
import io.cloudadapter.server.autoscaler.AutoscalerCaller;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Calls the service as Cluster Autoscaler does, in this process and on the thread of the test. */
final class AutoscalerClient implements AutoCloseable {
  static final String GROUP = "pool";

  private final Server server;
  private final ManagedChannel channel;
  final CallMetrics metrics = new CallMetrics();
  final CloudProviderBlockingStub calls;

  /** The caller that the service takes this client for. */
  volatile Optional<AutoscalerCaller> caller = Optional.of(FakeHost.OPERATOR);

  AutoscalerClient(ClusterAutoscalerConfig config, FakeHost host, String token) {
    this(config, host, token, Runnable::run);
  }

  /** A client of a service that reads settings and plans on threads of its own. */
  AutoscalerClient(ClusterAutoscalerConfig config, FakeHost host, String token, Executor readers) {
    SizeCatalogs sizes = new SizeCatalogs(host::cloud, Runnable::run, host.clock());
    try {
      server = InProcessServerBuilder.forName(InProcessServerBuilder.generateName())
          .directExecutor()
          .addService(ServerInterceptors.intercept(
              new AutoscalerService(config, host, new MissingMachines(token), sizes, readers),
              new CallGate(host, metrics, call -> caller)))
          .build()
          .start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    String name =
        ((io.grpc.inprocess.InProcessSocketAddress) server.getListenSockets().get(0)).getName();
    channel = InProcessChannelBuilder.forName(name).directExecutor().build();
    calls = CloudProviderGrpc.newBlockingStub(channel);
  }

  ManagedChannel channel() {
    return channel;
  }

  int targetSize() {
    return calls
        .nodeGroupTargetSize(
            ExternalGrpc.NodeGroupTargetSizeRequest.newBuilder().setId(GROUP).build())
        .getTargetSize();
  }

  void increase(int delta) {
    var unused = calls.nodeGroupIncreaseSize(ExternalGrpc.NodeGroupIncreaseSizeRequest.newBuilder()
        .setId(GROUP)
        .setDelta(delta)
        .build());
  }

  void decrease(int delta) {
    var unused = calls.nodeGroupDecreaseTargetSize(
        ExternalGrpc.NodeGroupDecreaseTargetSizeRequest.newBuilder()
            .setId(GROUP)
            .setDelta(delta)
            .build());
  }

  List<Instance> instances() {
    return calls
        .nodeGroupNodes(
            ExternalGrpc.NodeGroupNodesRequest.newBuilder().setId(GROUP).build())
        .getInstancesList();
  }

  /** The provider IDs of the instances in a state. */
  List<String> instances(ExternalGrpc.InstanceStatus.InstanceState state) {
    return instances().stream()
        .filter(instance -> instance.getStatus().getInstanceState() == state)
        .map(Instance::getId)
        .toList();
  }

  /** Deletes nodes as Cluster Autoscaler does for instances without a node. */
  void delete(String... providerIds) {
    delete(calls, GROUP, providerIds);
  }

  /** Deletes nodes of a group by calls that may have a deadline. */
  static void delete(CloudProviderBlockingStub calls, String group, String... providerIds) {
    var unused = calls.nodeGroupDeleteNodes(ExternalGrpc.NodeGroupDeleteNodesRequest.newBuilder()
        .setId(group)
        .addAllNodes(Arrays.stream(providerIds).map(AutoscalerClient::node).toList())
        .build());
  }

  static ExternalGrpcNode node(String providerId) {
    return ExternalGrpcNode.newBuilder()
        .setProviderID(providerId)
        .setName(providerId)
        .build();
  }

  /** The id of the group that a node belongs to. */
  String groupOf(String providerId) {
    return calls
        .nodeGroupForNode(ExternalGrpc.NodeGroupForNodeRequest.newBuilder()
            .setNode(node(providerId))
            .build())
        .getNodeGroup()
        .getId();
  }

  void refresh() {
    var unused = calls.refresh(ExternalGrpc.RefreshRequest.getDefaultInstance());
  }

  /** The status with which a call is refused. */
  static Status refusal(Runnable call) {
    try {
      call.run();
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
    throw new AssertionError("the call was not refused");
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }
}
