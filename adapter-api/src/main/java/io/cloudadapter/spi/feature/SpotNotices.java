package io.cloudadapter.spi.feature;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.Collection;
import java.util.List;

/**
 * The power to tell of machines of the spot market that are about to be taken back. Which machines are of that market,
 * their sightings tell.
 *
 * <p>A notice stays with the cloud until it is forgotten, so that none is lost with a process; it may come more than
 * once. Clouds make no promise that each machine is announced.
 */
public interface SpotNotices {

  /**
   * The notices that wait, of the whole account. What waits there and is no notice stands in the way of none.
   *
   * @param call time, cancellation, budget
   * @return some of them if there are many, none if there is none; those that were handed out a moment ago may be
   *     missing
   * @throws CloudException if they could not be read, with effect NONE
   */
  List<SpotNotice> notices(CallContext call);

  /**
   * Forgets notices, once all that follows from them has been written down. Repeating is harmless.
   *
   * @param notices which ones, as {@link #notices} has handed them out; maybe by another process
   * @param call time, cancellation, budget
   * @throws CloudException if not all of them could be forgotten: they will come again
   */
  void forget(Collection<SpotNotice> notices, CallContext call);
}
