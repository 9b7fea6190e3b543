package io.cloudadapter.core.history;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.SampleSpan;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.StateStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds minutes to the samples of one pool, and folds them into those of a day and a week once these are complete. It
 * keeps nothing in memory: what it adds to is in the store. A minute writes about 2 kB, every tenth 5 kB more, and
 * every sixtieth 6 kB more; all keys of a pool together take 14 kB at most. One thread at a time may use it.
 */
public final class SampleWriter {
  private final StateStore store;
  private final PoolName pool;

  /**
   * Writes the samples of a pool.
   *
   * @param store where they are
   * @param pool whose
   */
  public SampleWriter(StateStore store, PoolName pool) {
    this.store = store;
    this.pool = pool;
  }

  /**
   * Adds minutes that have ended.
   *
   * @param minutes in order; samples of the same time or a later one go, since the clock was wrong when they were taken
   * @return what a transaction of its own writes for it; nothing if there are no minutes, or the store cannot be read
   */
  public Map<String, Optional<byte[]>> add(List<PoolSample> minutes) {
    if (minutes.isEmpty()) {
      return Map.of();
    }
    try {
      Instant first = minutes.get(0).from();
      List<PoolSample> known = before(SampleSpan.HOUR, first);
      Map<String, Optional<byte[]>> writes = new LinkedHashMap<>();
      List<PoolSample> all = new ArrayList<>(known);
      all.addAll(minutes);
      put(writes, SampleSpan.HOUR, all);
      for (SampleSpan span : List.of(SampleSpan.DAY, SampleSpan.WEEK)) {
        addFolds(writes, span, all);
      }
      return writes;
    } catch (StoreException e) {
      return Map.of(); // The minutes are lost, and the pool goes on.
    }
  }

  /** Adds the folds that are complete: a later minute follows. */
  private void addFolds(
      Map<String, Optional<byte[]>> writes, SampleSpan span, List<PoolSample> minutes) {
    List<PoolSample> folds = SampleFolds.of(minutes, span);
    PoolSample unfinished = folds.remove(folds.size() - 1);
    List<PoolSample> stored = SampleRing.read(value(span));
    List<PoolSample> kept = before(stored, unfinished.from());
    Optional<Instant> last = kept.isEmpty()
        ? Optional.empty()
        : Optional.of(kept.get(kept.size() - 1).from());
    List<PoolSample> all = new ArrayList<>(kept);
    folds.stream()
        .filter(fold -> last.isEmpty() || fold.from().isAfter(last.get()))
        .forEach(all::add);
    if (!all.equals(stored)) {
      put(writes, span, all);
    }
  }

  private void put(Map<String, Optional<byte[]>> writes, SampleSpan span, List<PoolSample> all) {
    writes.put(SampleRing.key(pool, span), Optional.of(SampleRing.write(span, all)));
  }

  private List<PoolSample> before(SampleSpan span, Instant time) {
    return before(SampleRing.read(value(span)), time);
  }

  private static List<PoolSample> before(List<PoolSample> samples, Instant time) {
    return samples.stream().filter(sample -> sample.from().isBefore(time)).toList();
  }

  private byte[] value(SampleSpan span) {
    return store
        .get(SampleRing.key(pool, span))
        .map(entry -> entry.sharedBytes())
        .orElse(new byte[0]);
  }

  /**
   * Drops the samples of a pool that nothing keeps any more, once the newest is older than a week.
   *
   * @param now the time
   * @return what a transaction writes for it; nothing if there are none, or they are younger
   */
  Map<String, Optional<byte[]>> dropOld(Instant now) {
    Instant oldest = now.minus(SampleSpan.WEEK.length());
    Map<String, Optional<byte[]>> writes = new LinkedHashMap<>();
    for (SampleSpan span : SampleSpan.values()) {
      byte[] value = value(span);
      if (SampleRing.read(value).stream().anyMatch(sample -> !sample.from().isBefore(oldest))) {
        return Map.of();
      }
      if (value.length > 0) {
        writes.put(SampleRing.key(pool, span), Optional.empty());
      }
    }
    return writes;
  }
}
