package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionToken;

/** The feature that stops a machine without ending it, and starts it again. A repetition of either is harmless. */
public interface StartStop extends ActionFeature {

  /**
   * Starts a stopped machine; does nothing to one that runs or starts.
   *
   * @param machine the machine's id
   * @param token names this attempt
   * @param call deadline, rate limit and cancellation of this call
   * @return DONE, UNDER_WAY or FAILED
   * @throws CloudException NOT_FOUND if there is no such machine, or it has ended for good; CONFLICT with BUSY if it
   *     cannot be done at present
   */
  ActionProgress start(MachineId machine, ActionToken token, CallContext call);

  /**
   * Stops a machine; does nothing to one that is stopped or stops.
   *
   * @param machine the machine's id
   * @param token names this attempt
   * @param call deadline, rate limit and cancellation of this call
   * @return DONE, UNDER_WAY or FAILED
   * @throws CloudException NOT_FOUND if there is no such machine, or it has ended for good; CONFLICT with BUSY if it
   *     cannot be done at present
   */
  ActionProgress stop(MachineId machine, ActionToken token, CallContext call);
}
