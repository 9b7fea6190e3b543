package io.cloudadapter.spi.feature;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.Collection;
import java.util.List;

/**
 * The feature that reads the cloud's announcements about machines of the spot market. The market of a machine is in
 * its sightings.
 *
 * <p>A notice stays with the cloud until it is deleted, so a crash loses none; the same notice may come more than
 * once. Clouds do not promise a notice for each machine.
 */
public interface SpotNotices {

  /**
   * Returns the notices that wait, of the whole account. Other messages in the queue do not block them.
   *
   * @param call deadline, rate limit and cancellation of this call
   * @return some of them if there are many, empty if there are none; notices that were returned a moment ago may be
   *     missing
   * @throws CloudException if they could not be read, with effect NONE
   */
  List<SpotNotice> notices(CallContext call);

  /**
   * Deletes notices, after the core has recorded all their consequences. A repetition is harmless.
   *
   * @param notices as {@link #notices} returned them, possibly to another process
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException if some could not be deleted: they will come again
   */
  void forget(Collection<SpotNotice> notices, CallContext call);
}
