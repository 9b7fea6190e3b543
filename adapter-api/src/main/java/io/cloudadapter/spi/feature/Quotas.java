package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;

/**
 * The power to tell how much the account uses in its region, and may use. Whatever a launch that is refused with
 * QUOTA has run into is among it, if the cloud tells of it at all.
 */
public interface Quotas {

  /**
   * The quotas that stand against machines. Follows every page.
   *
   * @param call time, cancellation, budget
   * @return one or more, each of a name of its own, in an order that stays the same
   * @throws CloudException if not all of them could be read
   */
  List<Quota> quotas(CallContext call);
}
