package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionToken;

/** The power to stop a machine without ending it, and to start it again. Repeating either is harmless. */
public interface StartStop extends ActionFeature {

  /**
   * Starts a machine that is stopped; one that runs or starts already is left alone.
   *
   * @param machine which one
   * @param token names this attempt
   * @param call time, cancellation, budget
   * @return DONE, UNDER_WAY or FAILED
   * @throws CloudException NOT_FOUND if there is no such machine, or it has ended for good; CONFLICT with BUSY
   *     if it cannot be done just now
   */
  ActionProgress start(MachineId machine, ActionToken token, CallContext call);

  /**
   * Stops a machine; one that is stopped or stops already is left alone.
   *
   * @param machine which one
   * @param token names this attempt
   * @param call time, cancellation, budget
   * @return DONE, UNDER_WAY or FAILED
   * @throws CloudException NOT_FOUND if there is no such machine, or it has ended for good; CONFLICT with BUSY
   *     if it cannot be done just now
   */
  ActionProgress stop(MachineId machine, ActionToken token, CallContext call);
}
