package io.cloudadapter.api.sample;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import java.util.Objects;

/**
 * The operations of a pool on its samples. {@link MachinePool} has them; a pool that keeps none throws a
 * {@link PoolException} with the reason UNSUPPORTED.
 */
public interface SampleOperations {

  /**
   * Reads what the pool was like over the last hour, day or week. Samples are kept over restarts.
   *
   * @param span how far back
   * @return the samples that there are
   * @throws PoolException UNAVAILABLE if they cannot be read, UNSUPPORTED if this implementation keeps none
   */
  default PoolSamples samples(SampleSpan span) {
    Objects.requireNonNull(span, "span");
    throw new PoolException(PoolException.Reason.UNSUPPORTED, "this pool keeps no samples", "");
  }
}
