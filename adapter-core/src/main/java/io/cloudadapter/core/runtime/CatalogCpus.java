package io.cloudadapter.core.runtime;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.core.quota.SizeCpus;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processors of machine sizes, as the catalogs of the accounts have them. A catalog is read when it is asked for
 * first, again each hour, and within a minute after a size that it does not have. No caller waits for that. A size with
 * only a share of a processor counts as one. Any number of threads may use it.
 */
public final class CatalogCpus implements SizeCpus {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogCpus.class);
  private static final Duration GOOD_FOR = Duration.ofHours(1);
  private static final Duration AGAIN = Duration.ofMinutes(1);

  private record Catalog(Map<String, Integer> cpus, long at) {}

  private final Function<String, Optional<Cloud>> clouds;
  private final Executor threads;
  private final Clocks clocks;
  private final Map<String, Catalog> catalogs = new ConcurrentHashMap<>();
  private final Set<String> reading = ConcurrentHashMap.newKeySet();
  private final AtomicLong version = new AtomicLong();

  /**
   * Catalogs of which none was read yet.
   *
   * @param clouds the accounts by name
   * @param threads read catalogs
   * @param clocks the monotonic time
   */
  public CatalogCpus(Function<String, Optional<Cloud>> clouds, Executor threads, Clocks clocks) {
    this.clouds = clouds;
    this.threads = threads;
    this.clocks = clocks;
  }

  @Override
  public OptionalInt cpus(String account, String size) {
    Catalog catalog = catalogs.get(account);
    Integer known = catalog == null ? null : catalog.cpus().get(size);
    Duration good = known == null ? AGAIN : GOOD_FOR;
    if (catalog == null || clocks.ticker().nanos() - catalog.at() >= good.toNanos()) {
      readSoon(account);
    }
    return known == null ? OptionalInt.empty() : OptionalInt.of(known);
  }

  @Override
  public long version() {
    return version.get();
  }

  private void readSoon(String account) {
    if (reading.add(account)) {
      try {
        threads.execute(() -> read(account));
      } catch (RejectedExecutionException closed) {
        reading.remove(account);
      }
    }
  }

  private void read(String account) {
    Map<String, Integer> cpus = new HashMap<>();
    Catalog before = catalogs.get(account);
    try {
      Optional<Cloud> cloud =
          clouds.apply(account).filter(known -> known.has(MachineSizeCatalog.class));
      if (cloud.isPresent()) {
        for (MachineSize size :
            cloud.get().ask(MachineSizeCatalog.class, MachineSizeCatalog::sizes)) {
          cpus.put(size.name(), Math.max(1, size.cpus()));
        }
      }
    } catch (CloudException e) {
      LOG.warn(
          "the machine sizes of account {} cannot be read, which quotas of vCPUs need: {}",
          account,
          e.summary());
      if (before != null) {
        cpus.putAll(before.cpus());
      }
    } finally {
      catalogs.put(account, new Catalog(Map.copyOf(cpus), clocks.ticker().nanos()));
      version.incrementAndGet();
      reading.remove(account);
    }
  }
}
