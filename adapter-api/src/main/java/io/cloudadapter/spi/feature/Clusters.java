package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.Cluster;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;

/** The power to tell which clusters of machines the cloud knows of. */
public interface Clusters {

  /**
   * The clusters. A cloud that has none lacks the feature.
   *
   * @param call time, cancellation, budget
   * @return one or more, in an order that stays the same
   * @throws CloudException if they could not be asked
   */
  List<Cluster> clusters(CallContext call);
}
