package io.cloudadapter.api.sample;

import java.util.List;
import java.util.Objects;

/**
 * What a pool was like over some time. Immutable; any number of threads may use it.
 *
 * @param span the time
 * @param samples what there is of it, oldest first. A time without a sample is one in which no process kept the pool,
 *     or the ledger was out of reach. The last sample may cover less than a step, since that has not ended.
 */
public record PoolSamples(SampleSpan span, List<PoolSample> samples) {

  /** Copies the list. */
  public PoolSamples {
    Objects.requireNonNull(span, "span");
    samples = List.copyOf(samples);
  }
}
