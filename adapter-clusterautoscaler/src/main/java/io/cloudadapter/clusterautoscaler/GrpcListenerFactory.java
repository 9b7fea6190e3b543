package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerFactory;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerHost;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerListener;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Starts the listener for Cluster Autoscaler over gRPC; {@link java.util.ServiceLoader} makes it. */
public final class GrpcListenerFactory implements ClusterAutoscalerFactory {

  /** Makes a factory. */
  public GrpcListenerFactory() {}

  @Override
  public ClusterAutoscalerListener start(ClusterAutoscalerConfig config, ClusterAutoscalerHost host)
      throws IOException {
    ListenerVersions.problem().ifPresent(problem -> {
      throw new IllegalArgumentException(
          "the listener for Cluster Autoscaler cannot start: " + problem);
    });
    byte[] token = new byte[4];
    new SecureRandom().nextBytes(token);
    return GrpcListener.start(config, host, HexFormat.of().formatHex(token));
  }
}
