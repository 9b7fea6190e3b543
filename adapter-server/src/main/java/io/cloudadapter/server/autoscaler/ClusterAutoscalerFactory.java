package io.cloudadapter.server.autoscaler;

import java.io.IOException;

/**
 * Starts the listener for Cluster Autoscaler; found by {@link java.util.ServiceLoader}. The module
 * adapter-clusterautoscaler has one.
 */
public interface ClusterAutoscalerFactory {

  /**
   * Starts a listener, which serves from then on.
   *
   * @param config its configuration
   * @param host what the server provides
   * @return the listener
   * @throws IOException if it cannot listen on the address
   * @throws IllegalArgumentException if a setting or a file cannot be used
   */
  ClusterAutoscalerListener start(ClusterAutoscalerConfig config, ClusterAutoscalerHost host)
      throws IOException;
}
