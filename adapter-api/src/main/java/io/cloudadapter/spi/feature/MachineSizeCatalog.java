package io.cloudadapter.spi.feature;

import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;

/** The feature that lists the machine sizes of a cloud. */
public interface MachineSizeCatalog {

  /**
   * Returns the sizes that machines of the account can have. Follows every page.
   *
   * @param call deadline, rate limit and cancellation of this call
   * @return one or more, each once, in an order that stays the same
   * @throws CloudException if not all of them could be read
   */
  List<MachineSize> sizes(CallContext call);
}
