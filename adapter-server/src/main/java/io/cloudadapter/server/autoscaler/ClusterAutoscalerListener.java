package io.cloudadapter.server.autoscaler;

import io.cloudadapter.api.Metric;
import java.util.List;

/** A running listener for Cluster Autoscaler. Any number of threads may use it. */
public interface ClusterAutoscalerListener extends AutoCloseable {

  /**
   * The port that it listens on.
   *
   * @return 1 to 65535
   */
  int port();

  /**
   * Its metrics.
   *
   * @return the calls by method and status
   */
  List<Metric> metrics();

  /** Stops: takes no more calls, and closes its connections. Doing so again does nothing. */
  @Override
  void close();
}
