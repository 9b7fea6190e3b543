package io.cloudadapter.spi.feature;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import java.util.List;
import java.util.Set;

/**
 * The power to answer for the pauses that a {@link MachineGroup} makes by itself: it holds machines that come or go
 * until
 * somebody says that they may go on, or until it has waited for too long. The core has it wait while the pool's own
 * hooks do, and lets machines go on after that.
 *
 * <p>Only pauses that nobody else answers are told. A held machine runs, and lists show it so.
 *
 * <p>Threads: as {@link MachineProvider}.
 */
public interface GroupLifecycleHooks {

  /**
   * The machines that the groups of some pools hold just now.
   *
   * @param pools whose groups; one that has none, or none yet, holds none
   * @param call time, cancellation, budget
   * @return each machine that is held, once
   * @throws CloudException if it cannot be said of all of them, with effect NONE
   */
  List<WaitingMachine> held(Set<PoolName> pools, CallContext call);

  /**
   * Has a group wait for a machine's whole span from now on. Repeating is harmless; of a machine that is held no more
   * nothing changes.
   *
   * @param machine as {@link #held} has told it, maybe to another process
   * @param call time, cancellation, budget
   * @throws CloudException if the group may not wait any longer, or was not told
   */
  void extend(WaitingMachine machine, CallContext call);

  /**
   * Lets a machine go on: into service, or to its end. Repeating is harmless, as is coming too late.
   *
   * @param machine as {@link #held} has told it, maybe to another process
   * @param call time, cancellation, budget
   * @throws CloudException if the group may not have been told
   */
  void release(WaitingMachine machine, CallContext call);
}
