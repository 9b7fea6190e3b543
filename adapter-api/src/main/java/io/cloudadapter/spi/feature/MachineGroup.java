package io.cloudadapter.spi.feature;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.PreparedLaunch;

/**
 * The feature of clouds that size a group of machines, such as Auto Scaling groups: the core sets a least size, and
 * ends machines one by one. Adapters whose {@link LaunchKeySupport} is TARGET need it; the core never calls their
 * {@link MachineProvider#launch}.
 *
 * <p>The group marks its machines with pool and incarnation, and no key. It makes another machine when one ends,
 * unless {@link MachineProvider#terminate} ended it, which lowers the target by one, once. {@link Adoption#mark}
 * raises the target by one, once, and {@link Adoption#unmark} lowers it.
 *
 * <p>Threads: as {@link MachineProvider}.
 */
public interface MachineGroup {

  /**
   * Raises the target of the group to {@code total}, unless it is that or more. Never lowers it, however late the
   * request arrives, because a delayed request must not end a machine either. So the call may be repeated at any
   * time.
   *
   * @param request from {@link MachineProvider#prepare}, possibly of an earlier process
   * @param total the machines that the core has seen in the group, plus those that it waits for; 1 or more
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException if the group did not get the request (effect NONE), or if the outcome is unknown (UNKNOWN)
   */
  void raise(PreparedLaunch request, int total, CallContext call);
}
