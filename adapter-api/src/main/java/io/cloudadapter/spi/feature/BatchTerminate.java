package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.TerminateResult;
import java.util.Collection;

/** The power to end several machines by one request. */
public interface BatchTerminate {

  /**
   * How many machines one call may name. Does no I/O.
   *
   * @return 2 or more, the same at each call
   */
  int most();

  /**
   * Ends machines, each as {@link MachineProvider#terminate} would: in whatever state it is, harmless to repeat, and
   * never any other machine. One whose end is refused hinders no other.
   *
   * @param machines which ones, all different; 1 to {@link #most}
   * @param call time, cancellation, budget
   * @return what became of each. Of one that is in neither part, nothing is known
   * @throws CloudException if none was accepted, for a reason that concerns all, or if that cannot be told; INVALID
   *     if there are too many
   */
  TerminateResult terminate(Collection<MachineId> machines, CallContext call);
}
