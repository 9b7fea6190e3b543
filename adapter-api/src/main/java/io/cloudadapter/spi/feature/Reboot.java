package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionToken;

/** The power to reboot a machine. Its id, addresses, marks and disks stay. */
public interface Reboot extends ActionFeature {

  /**
   * Reboots a machine that runs.
   *
   * @param machine which one
   * @param mode soft or hard
   * @param token names this attempt; where the cloud knows tokens, give it the action's uid
   * @param call time, cancellation, budget
   * @return DONE, UNDER_WAY or FAILED
   * @throws CloudException NOT_FOUND if there is no such machine; CONFLICT with BUSY if it cannot be rebooted
   *     just now; UNSUPPORTED if this cloud does not know the mode
   */
  ActionProgress reboot(MachineId machine, Action.Mode mode, ActionToken token, CallContext call);
}
