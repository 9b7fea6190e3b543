package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionToken;

/** The feature that reboots a machine. Its id, addresses, marks and disks stay. */
public interface Reboot extends ActionFeature {

  /**
   * Reboots a machine that runs.
   *
   * @param machine the machine's id
   * @param mode soft or hard
   * @param token names this attempt; pass the action's uid to a cloud that has tokens
   * @param call deadline, rate limit and cancellation of this call
   * @return DONE, UNDER_WAY or FAILED
   * @throws CloudException NOT_FOUND if there is no such machine; CONFLICT with BUSY if it cannot be rebooted at
   *     present; UNSUPPORTED if this cloud does not have the mode
   */
  ActionProgress reboot(MachineId machine, Action.Mode mode, ActionToken token, CallContext call);
}
