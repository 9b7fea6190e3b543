package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;

/**
 * The feature that lists how much the account uses in its region, and may use. The list contains the quota on which a
 * launch with error QUOTA failed, if the cloud reports that quota at all.
 */
public interface Quotas {

  /**
   * Returns the quotas that limit machines. Follows every page.
   *
   * @param call deadline, rate limit and cancellation of this call
   * @return one or more, each with a unique name, in an order that stays the same
   * @throws CloudException if not all of them could be read
   */
  List<Quota> quotas(CallContext call);
}
