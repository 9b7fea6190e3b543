package io.cloudadapter.spi.feature;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import java.util.List;
import java.util.Set;

/**
 * The feature that controls the lifecycle hooks of a {@link MachineGroup}: the group lets a machine wait before it
 * enters service or ends, until it is released or the group's own time runs out. The core extends the wait while the
 * pool's own hooks wait, and then releases the machine.
 *
 * <p>An adapter returns only waits that no other program completes. A waiting machine runs, and lists show it so.
 *
 * <p>Threads: as {@link MachineProvider}.
 */
public interface GroupLifecycleHooks {

  /**
   * Returns the machines that wait in the groups of some pools at present.
   *
   * @param pools the pools; one without a group has no waiting machines
   * @param call deadline, rate limit and cancellation of this call
   * @return each waiting machine, once
   * @throws CloudException if some groups could not be read, with effect NONE
   */
  List<WaitingMachine> held(Set<PoolName> pools, CallContext call);

  /**
   * Lets a group wait for a machine's whole span from now on. A repetition is harmless; the call changes nothing for
   * a machine that no longer waits.
   *
   * @param machine as {@link #held} returned it, possibly to another process
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException if the group may not wait any longer, or did not get the request
   */
  void extend(WaitingMachine machine, CallContext call);

  /**
   * Lets a machine go on: into service, or to its end. Harmless if repeated or too late.
   *
   * @param machine as {@link #held} returned it, possibly to another process
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException if the group may not have got the request
   */
  void release(WaitingMachine machine, CallContext call);
}
