package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;
import java.util.Set;

/**
 * The feature that reads the status which the cloud gives machines by its own checks, such as those of the hosts below
 * them. The core asks at its own pace, for pools that have the cloud report health.
 */
public interface InstanceStatus {

  /**
   * Returns the present status of machines. OK means that all of the cloud's checks of a machine have passed, BAD that
   * one of them has found the machine impaired. A machine whose checks are not over, or are not available, is
   * CANNOT_TELL or left out; so is one that is stopped, has ended, or never was there. An event that the cloud has
   * planned for a machine makes it not BAD. Each call reads the cloud.
   *
   * @param machines which ones, 1 to {@link io.cloudadapter.spi.ProviderProfile#maxIdsPerList()}
   * @param call deadline, rate limit and cancellation of this call
   * @return at most one for each of these machines, in any order; each reason has the cloud's words
   * @throws CloudException if reading failed, also for some of the machines
   */
  List<HealthReport> statuses(Set<MachineId> machines, CallContext call);
}
