package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.TerminateResult;
import java.util.Collection;

/** The feature that ends several machines in one request. */
public interface BatchTerminate {

  /**
   * Returns how many machines one call may name. Does no I/O.
   *
   * @return 2 or more, the same at each call
   */
  int most();

  /**
   * Ends machines, each as {@link MachineProvider#terminate} does: in any state, harmless to repeat, and never
   * another machine. A refused machine does not hinder the others.
   *
   * @param machines the machines, all different; 1 to {@link #most}
   * @param call deadline, rate limit and cancellation of this call
   * @return the outcome of each; that of a machine in neither part is unknown
   * @throws CloudException if no end was accepted, for a reason that concerns all, or if the outcome is unknown;
   *     INVALID if there are too many
   */
  TerminateResult terminate(Collection<MachineId> machines, CallContext call);
}
