package io.cloudadapter.core.history;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.HistoryConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.StandingRecords;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.StateStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The histories of pools that are not configured any more. They stay until they are too old, and share the bytes with
 * the others, so that the bound of all histories holds. One thread at a time may trim them;
 * any thread may add a pool or take one out.
 */
public final class UnconfiguredHistories {
  private static final Logger LOG = LoggerFactory.getLogger(UnconfiguredHistories.class);

  /** More transactions are left to the next time. */
  private static final int MOST_AT_ONCE = 2_000;

  private final StateStore store;
  private final Set<PoolName> pools;
  private final HistoryBounds bounds;
  private final RandomGenerator random;

  /**
   * Finds the histories.
   *
   * @param store where they are
   * @param whole the bounds of all histories
   * @param configured the pools that are configured
   * @param random draws what a history needs
   */
  public UnconfiguredHistories(
      StateStore store, HistoryConfig whole, Set<PoolName> configured, RandomGenerator random) {
    this.store = store;
    this.random = random;
    this.pools = new ConcurrentSkipListSet<>(found(store));
    this.pools.removeAll(configured);
    this.bounds = HistoryBounds.share(whole, pools.size() + configured.size());
  }

  private static Set<PoolName> found(StateStore store) {
    Set<PoolName> found = new TreeSet<>();
    for (String root : List.of(HistoryEntry.ROOT, SampleRing.ROOT)) {
      store.range(root).entries().forEach(entry -> {
        String key = entry.key().substring(root.length());
        found.add(new PoolName(key.substring(0, key.indexOf('/'))));
      });
    }
    return found;
  }

  /**
   * What each pool may take, configured or not.
   *
   * @return an equal share
   */
  public HistoryBounds share() {
    return bounds;
  }

  /**
   * Takes a pool out that is configured from now on. It gets the share that the others have.
   *
   * @param pool its name
   */
  public void configured(PoolName pool) {
    pools.remove(pool);
  }

  /**
   * Adds a pool that is configured no more.
   *
   * @param pool its name
   */
  public void unconfigured(PoolName pool) {
    pools.add(pool);
  }

  /**
   * Drops what is too old, and what is more than a share.
   *
   * @param now the time
   */
  public void trim(Instant now) {
    for (PoolName pool : pools) {
      try {
        trim(pool, now);
      } catch (StoreException | IllegalStateException e) {
        LOG.warn("the history of pool {}, which is not configured, cannot be trimmed", pool, e);
      }
    }
  }

  private void trim(PoolName pool, Instant now) {
    dropSamples(pool, now);
    String prefix = Ledger.prefix(pool);
    boolean machines = !store.range(prefix + "machine/").entries().isEmpty();
    StandingRecords standing = machines ? StandingRecords.unknown() : StandingRecords.none();
    if (open(pool, standing).tidy(now).writes().isEmpty()) {
      return;
    }
    Optional<LeaderFence> lead = LeaderFence.take(store, prefix, store.epoch());
    if (lead.isEmpty()) {
      return; // It is tried again later.
    }
    PoolHistory history = open(pool, standing);
    for (int i = 0; i < MOST_AT_ONCE; i++) {
      Map<String, Optional<byte[]>> writes = history.tidy(now).writes();
      if (writes.isEmpty() || !lead.get().commit(List.of(writes)).committed()) {
        return;
      }
    }
  }

  private void dropSamples(PoolName pool, Instant now) {
    SampleWriter samples = new SampleWriter(store, pool);
    if (samples.dropOld(now).isEmpty()) {
      return;
    }
    LeaderFence.take(store, Ledger.prefix(pool), store.epoch()).ifPresent(lead -> {
      Map<String, Optional<byte[]>> writes = samples.dropOld(now);
      if (!writes.isEmpty() && !lead.commit(List.of(writes)).committed()) {
        LOG.debug("the samples of pool {} are dropped later", pool);
      }
    });
  }

  private PoolHistory open(PoolName pool, StandingRecords standing) {
    return PoolHistory.ofUnconfigured(store, pool, bounds, random, standing);
  }
}
