package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;

/** The power to tell which zones there are. */
public interface Zones {

  /**
   * The zones that machines of the account can be in.
   *
   * @param call time, cancellation, budget
   * @return one or more, the usual one first
   * @throws CloudException if they could not be asked
   */
  List<Zone> zones(CallContext call);
}
