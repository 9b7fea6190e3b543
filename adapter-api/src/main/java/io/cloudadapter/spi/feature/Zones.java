package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;

/** The feature that lists the zones of the cloud. */
public interface Zones {

  /**
   * Returns the zones that machines of the account can be in.
   *
   * @param call deadline, rate limit and cancellation of this call
   * @return one or more, the default one first
   * @throws CloudException if they could not be read
   */
  List<Zone> zones(CallContext call);
}
