package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.OwnershipMarks;

/**
 * The feature that sets and removes ownership marks on existing machines. Attach and detach need it; without it the
 * core refuses both.
 */
public interface Adoption {

  /**
   * Marks a machine with exactly these marks: if the marks have no launch key, the machine's launch key is removed.
   * Harmless if the machine carries them already. Works in every state before its end. The core has looked already;
   * look again right before writing. If the cloud has no conditional writes, a small race remains, which the core
   * resolves by reading again.
   *
   * @param machine an existing machine
   * @param marks the marks of the new owner
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException NOT_FOUND if there is no such machine, or it has ended for good; CONFLICT with
   *     FOREIGN if it carries another pool's or incarnation's mark
   */
  void mark(MachineId machine, OwnershipMarks marks, CallContext call);

  /**
   * Removes the marks of this library from a machine and leaves its other tags. Harmless if it carries none or does
   * not exist.
   *
   * @param machine a machine that may carry them
   * @param marks the pool and incarnation that it must carry; the call removes any launch key
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException CONFLICT with FOREIGN if it carries another pool's or incarnation's mark
   */
  void unmark(MachineId machine, OwnershipMarks marks, CallContext call);
}
