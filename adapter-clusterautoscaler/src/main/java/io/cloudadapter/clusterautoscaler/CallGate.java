package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.server.autoscaler.AutoscalerCall;
import io.cloudadapter.server.autoscaler.AutoscalerCaller;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import io.cloudadapter.server.options.Role;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Lets a call through if this server leads, and the caller may make it. A follower answers every call with UNAVAILABLE:
 * Cluster Autoscaler then gives its loop up, before it could take a group for failed.
 */
final class CallGate implements ServerInterceptor {
  /** The caller of the call that this thread serves. */
  static final Context.Key<AutoscalerCaller> CALLER = Context.key("caller");

  /** The address of the caller. */
  static final Context.Key<String> SOURCE = Context.key("source");

  /** The calls that change a pool. */
  static final Set<String> WRITES =
      Set.of("NodeGroupIncreaseSize", "NodeGroupDeleteNodes", "NodeGroupDecreaseTargetSize");

  private final ClusterAutoscalerHost host;
  private final CallMetrics metrics;
  private final Function<ServerCall<?, ?>, Optional<AutoscalerCaller>> callers;

  CallGate(
      ClusterAutoscalerHost host,
      CallMetrics metrics,
      Function<ServerCall<?, ?>, Optional<AutoscalerCaller>> callers) {
    this.host = host;
    this.metrics = metrics;
    this.callers = callers;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String method = String.valueOf(call.getMethodDescriptor().getBareMethodName());
    ServerCall<Q, A> counted = new SimpleForwardingServerCall<>(call) {
      @Override
      public void close(Status status, Metadata trailers) {
        metrics.count(method, status.getCode());
        super.close(status, trailers);
      }
    };
    Optional<AutoscalerCaller> caller = callers.apply(call);
    Optional<Status> refusal = refusal(method, caller, source(call));
    if (refusal.isPresent()) {
      counted.close(refusal.get(), new Metadata());
      return new ServerCall.Listener<>() {};
    }
    Context context =
        Context.current().withValue(CALLER, caller.orElseThrow()).withValue(SOURCE, source(call));
    return Contexts.interceptCall(context, counted, headers, next);
  }

  private Optional<Status> refusal(
      String method, Optional<AutoscalerCaller> caller, String source) {
    if (caller.isEmpty()) {
      return Optional.of(Status.UNAUTHENTICATED.withDescription(
          "the client certificate has no role on this server, or has ended"));
    }
    Role needed = WRITES.contains(method) ? Role.OPERATE : Role.READ;
    if (!caller.get().role().covers(needed)) {
      host.audit(
          new AutoscalerCall(host.newId(), caller.get().principal(), source, method, Map.of()),
          CallStatus.outcome(Status.Code.PERMISSION_DENIED));
      return Optional.of(Status.PERMISSION_DENIED.withDescription(
          "this needs the role " + needed.name().toLowerCase(java.util.Locale.ROOT) + ", and "
              + caller.get().name() + " has "
              + caller.get().role().name().toLowerCase(java.util.Locale.ROOT)));
    }
    return notLeading(host.pools());
  }

  /** Why this server does not serve: it follows; empty if it leads, or is the only one. */
  static Optional<Status> notLeading(Pools pools) {
    return pools
        .replica()
        .filter(role -> !role.leads())
        .map(role -> Status.UNAVAILABLE.withDescription(
            "this server does not lead, and only the leader answers; " + leader(role)));
  }

  private static String leader(ReplicaRole role) {
    return role.leader()
        .flatMap(ReplicaInfo::url)
        .map(url -> "the leader is " + url)
        .orElse("the leader is not known at present");
  }

  private static String source(ServerCall<?, ?> call) {
    SocketAddress address = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    return address instanceof java.net.InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress()
        : String.valueOf(address);
  }
}
