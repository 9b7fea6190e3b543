package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.Cluster;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;

/** The feature that lists the clusters of machines of the cloud. */
public interface Clusters {

  /**
   * Returns the clusters. A cloud without clusters does not have the feature.
   *
   * @param call deadline, rate limit and cancellation of this call
   * @return one or more, in an order that stays the same
   * @throws CloudException if the clusters could not be read
   */
  List<Cluster> clusters(CallContext call);
}
