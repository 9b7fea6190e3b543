package io.cloudadapter.spi.feature;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.PreparedLaunch;

/**
 * For clouds that size a group of machines by themselves, such as Auto Scaling groups: the core says how many
 * there shall be at least, and ends machines one by one. Needed by adapters whose {@link LaunchKeySupport} is TARGET,
 * which are never asked to {@link MachineProvider#launch}.
 *
 * <p>The group marks what it makes with pool and incarnation, and no key. It makes another machine when one
 * of its own ends without having been ended by {@link MachineProvider#terminate}, which lowers the
 * target by one, once. {@link Adoption#mark} raises it by one, once, and {@link Adoption#unmark} lowers it.
 *
 * <p>Threads: as {@link MachineProvider}.
 */
public interface MachineGroup {

  /**
   * Raises the number of machines that the group shall have to {@code total}, unless it is that or more. Never
   * lowers it, however late the request arrives: a delayed one must not end a machine either. So it
   * may be repeated at any time.
   *
   * @param request from {@link MachineProvider#prepare}, maybe of an earlier process
   * @param total of the machines that the core knows to be in the group, and those that it waits for; 1 or
   *     more
   * @param call time, cancellation, budget
   * @throws CloudException if the group was not told (effect NONE), or if that cannot be said (UNKNOWN)
   */
  void raise(PreparedLaunch request, int total, CallContext call);
}
