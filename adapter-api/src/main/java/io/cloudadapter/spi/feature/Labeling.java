package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.OwnershipMarks;
import java.util.Map;

/**
 * The feature that writes labels onto a machine, for people who look at it in the cloud's own console. The core
 * mirrors the service state there if the pool's configuration asks for it, and never reads it back.
 */
public interface Labeling {

  /**
   * Sets labels and leaves others. A repetition is harmless.
   *
   * @param machine an existing machine
   * @param labels names and values; none begins with {@value OwnershipMarks#RESERVED}
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException NOT_FOUND if there is no such machine, or it has ended for good
   */
  void label(MachineId machine, Map<String, String> labels, CallContext call);
}
