package io.cloudadapter.spi.feature;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.MachineProvider;

/**
 * The feature that follows launches which the cloud runs as operations: it accepts a launch at once, and makes the
 * machines, or fails, minutes later.
 *
 * <p>{@link MachineProvider#launch} then returns {@link LaunchResult#accepted}. The core counts the machines as on
 * their way for as long as the operation runs, sends the launch no second time meanwhile, and treats its failure as a
 * refused launch. An operation needs this feature only if its failure leaves no row in lists; one that leaves a row
 * shows it as REJECTED.
 */
public interface LaunchOperations {

  /**
   * Returns how far an operation has come. Reads only. Does not wait for its end.
   *
   * @param operation from a {@link LaunchResult}, possibly of an earlier process
   * @param call deadline, rate limit and cancellation of this call
   * @return the progress; {@link LaunchProgress.Unknown} if the cloud does not have the operation, for example because
   *     it keeps operations for some days only. Never {@link LaunchProgress.Failed} without the cloud's own word that
   *     the operation failed.
   * @throws CloudException if reading failed, always with effect NONE
   */
  LaunchProgress check(LaunchOperation operation, CallContext call);
}
