package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionToken;

/**
 * The common part of the features that run actions on machines. A call that would exceed its deadline returns
 * UNDER_WAY, and the core asks for its progress from then on.
 *
 * <p>One call sends at most one request that acts; other requests may only read or tag. Only the core decides about
 * another attempt, so switch off the retries of HTTP clients (MP-11.5).
 *
 * <p>Errors have effect NONE only if provably nothing was done and nothing will be. After effect UNKNOWN the core
 * calls {@link #progress} if the feature is traceable; otherwise it does not repeat an action that may not be done
 * twice.
 */
public interface ActionFeature {

  /**
   * Returns whether {@link #progress} can find out what an attempt did: best by the token, otherwise by the present
   * state.
   *
   * <p>A feature may use the time of the last boot only if clocks can be compared: {@link ActionToken#since} comes
   * from the core's clock, the boot time from the cloud's or the machine's. Allow for the largest difference: a boot
   * before {@code since} by more than that is NOT_DONE, one after it by more than that is DONE, and all between is
   * UNKNOWN. If a cloud reports its own time along with the boot, the allowance is a second or two, less than a boot
   * takes. If the clocks may differ by more, most reboots fall in between, and the answer is no (MP-11.7). It is also
   * no if others may reboot the machine and the cloud does not report who did.
   *
   * @return false unless overridden
   */
  default boolean traceable() {
    return false;
  }

  /**
   * Returns what became of an attempt. Changes nothing, and sends no request that could (MP-11.5). NOT_DONE means
   * that the cloud shows no sign of it; the core accepts that as final only when a request can no longer be on its
   * way.
   *
   * @param machine the machine's id
   * @param token the attempt
   * @param call deadline, rate limit and cancellation of this call
   * @return the progress; UNKNOWN unless overridden
   * @throws CloudException if it could not be found out
   */
  default ActionProgress progress(MachineId machine, ActionToken token, CallContext call) {
    return ActionProgress.unknown();
  }
}
