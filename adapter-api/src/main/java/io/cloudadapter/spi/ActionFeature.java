package io.cloudadapter.spi;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;

/**
 * What the powers to act on machines have in common. A call that may take longer than a call may last
 * answers UNDER_WAY, and is asked for its progress from then on.
 *
 * <p>Errors: effect NONE only if provably nothing was done and nothing will be. After effect UNKNOWN the core
 * asks {@link #progress}, if this is traceable; otherwise it does not try again what may not be done twice.
 */
public interface ActionFeature {

  /**
   * Whether {@link #progress} can tell what an attempt did: by the token, by a time of the last boot, or by
   * what is there.
   *
   * @return no unless overridden
   */
  default boolean traceable() {
    return false;
  }

  /**
   * What became of an attempt. Changes nothing. NOT_DONE means that the cloud shows no sign of it; the core
   * believes that for good only when a request can no longer be on its way.
   *
   * @param machine of which machine
   * @param token which attempt
   * @param call time, cancellation, budget
   * @return how far it is; UNKNOWN unless overridden
   * @throws CloudException if it could not be asked
   */
  default ActionProgress progress(MachineId machine, ActionToken token, CallContext call) {
    return ActionProgress.unknown();
  }
}
