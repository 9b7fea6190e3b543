package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionToken;

/**
 * What the powers to act on machines have in common. A call that may take longer than a call may last
 * answers UNDER_WAY, and is asked for its progress from then on.
 *
 * <p>One call sends at most one request that acts; others may only read, or tag. Whether to try
 * again is for the core alone to say, so a client that repeats requests by itself must be kept from
 * it (MP-11.5).
 *
 * <p>Errors: effect NONE only if provably nothing was done and nothing will be. After effect UNKNOWN the core
 * asks {@link #progress}, if this is traceable; otherwise it does not try again what may not be done twice.
 */
public interface ActionFeature {

  /**
   * Whether {@link #progress} can tell what an attempt did: best by the token, else by what is there.
   *
   * <p>By a time of the last boot only if clocks can be compared: {@link ActionToken#since} is by
   * the core's, the boot by the cloud's or the machine's. Allow for the most by which they may
   * differ: a boot before {@code since} by more than that is NOT_DONE, one after it by more than
   * that DONE, and all between UNKNOWN. A cloud that tells its own time along with the boot leaves
   * a second or two, less than a boot takes. Where they may differ by more, most reboots fall in
   * between, and this is no (MP-11.7); so it is where others may reboot the machine and the cloud
   * does not tell whose boot it was.
   *
   * @return no unless overridden
   */
  default boolean traceable() {
    return false;
  }

  /**
   * What became of an attempt. Changes nothing, and sends no request that could (MP-11.5). NOT_DONE
   * means that the cloud shows no sign of it; the core believes that for good only when a request
   * can no longer be on its way.
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
