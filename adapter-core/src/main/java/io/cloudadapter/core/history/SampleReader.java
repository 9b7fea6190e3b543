package io.cloudadapter.core.history;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.PoolSamples;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.StateStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reads the samples of a pool from what is durable, in this process or in another one. Any thread may use it. */
public final class SampleReader {
  private final StateStore store;
  private final PoolName pool;

  /**
   * Reads a pool's samples.
   *
   * @param store where they are
   * @param pool whose
   */
  public SampleReader(StateStore store, PoolName pool) {
    this.store = store;
    this.pool = pool;
  }

  /**
   * Reads the samples of a span.
   *
   * @param span how far back
   * @param now the time that it goes back from
   * @return what there is, with a last sample of what has not come to its end if there is one
   * @throws PoolException UNAVAILABLE if the store cannot be read
   */
  public PoolSamples read(SampleSpan span, Instant now) {
    Objects.requireNonNull(span, "span");
    List<PoolSample> minutes = stored(SampleSpan.HOUR);
    List<PoolSample> all = minutes;
    if (span != SampleSpan.HOUR) {
      all = new ArrayList<>(stored(span));
      Instant complete = all.isEmpty() ? Instant.MIN : all.get(all.size() - 1).from();
      SampleFolds.of(minutes, span).stream()
          .filter(fold -> fold.from().isAfter(complete))
          .forEach(all::add);
    }
    Instant oldest = now.minus(span.length()).minus(span.step());
    return new PoolSamples(
        span,
        all.stream()
            .filter(sample -> sample.from().isAfter(oldest) && !sample.from().isAfter(now))
            .toList());
  }

  private List<PoolSample> stored(SampleSpan span) {
    try {
      return store
          .get(SampleRing.key(pool, span))
          .map(entry -> SampleRing.read(entry.sharedBytes()))
          .orElse(List.of());
    } catch (StoreException | IllegalStateException e) {
      throw new PoolException(
          Reason.UNAVAILABLE,
          "the samples of pool " + pool + " cannot be read",
          "Ask again in a moment.",
          e);
    }
  }
}
