package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.OwnershipMarks;

/**
 * The power to set and take off marks on machines that exist: what attach and detach need. Without it
 * both are refused.
 */
public interface Adoption {

  /**
   * Marks a machine with exactly these marks: a launch key that it carried is taken off if the marks have
   * none. Harmless if it carries them already. Works in every state but after its end. The core has looked
   * already; look again right before writing. Where the cloud cannot write conditionally, a small race
   * remains, which the core settles by reading again.
   *
   * @param machine an existing machine
   * @param marks whose it becomes
   * @param call time, cancellation, budget
   * @throws CloudException NOT_FOUND if there is no such machine, or it has ended for good; CONFLICT with
   *     FOREIGN if it carries another pool's or incarnation's mark
   */
  void mark(MachineId machine, OwnershipMarks marks, CallContext call);

  /**
   * Takes our marks off a machine; its other tags stay. Harmless if it carries none or is not there.
   *
   * @param machine a machine that may carry them
   * @param marks the pool and incarnation that it must carry; the launch key is taken off whatever it is
   * @param call time, cancellation, budget
   * @throws CloudException CONFLICT with FOREIGN if it carries another pool's or incarnation's mark
   */
  void unmark(MachineId machine, OwnershipMarks marks, CallContext call);
}
