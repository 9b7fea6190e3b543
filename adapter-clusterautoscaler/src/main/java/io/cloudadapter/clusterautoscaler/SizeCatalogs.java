package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The machine sizes of accounts, read in the background: once an account is asked about, then each hour, and within a
 * minute after a size that was not found. No call waits for a cloud. Any number of threads may use it.
 */
final class SizeCatalogs {
  private static final Logger LOG = LoggerFactory.getLogger(SizeCatalogs.class);
  private static final Duration GOOD_FOR = Duration.ofHours(1);
  private static final Duration AGAIN = Duration.ofMinutes(1);

  private record Catalog(Map<String, MachineSize> sizes, Instant readAt) {}

  private final Function<String, Optional<Cloud>> clouds;
  private final Executor background;
  private final InstantSource clock;
  private final Map<String, Catalog> catalogs = new ConcurrentHashMap<>();
  private final Set<String> reading = ConcurrentHashMap.newKeySet();

  SizeCatalogs(Function<String, Optional<Cloud>> clouds, Executor background, InstantSource clock) {
    this.clouds = clouds;
    this.background = background;
    this.clock = clock;
  }

  /** A size of an account; empty if it is not known yet, or the cloud has no catalog with it. */
  Optional<MachineSize> find(String account, String size) {
    Catalog catalog = catalogs.get(account);
    MachineSize known = catalog == null ? null : catalog.sizes().get(size);
    Duration good = known == null ? AGAIN : GOOD_FOR;
    if (catalog == null || !clock.instant().isBefore(catalog.readAt().plus(good))) {
      readSoon(account);
      catalog = catalogs.get(account);
      known = catalog == null ? null : catalog.sizes().get(size);
    }
    return Optional.ofNullable(known);
  }

  private void readSoon(String account) {
    if (reading.add(account)) {
      try {
        background.execute(() -> read(account));
      } catch (RejectedExecutionException closed) {
        reading.remove(account);
      }
    }
  }

  private void read(String account) {
    Map<String, MachineSize> sizes = new HashMap<>();
    Catalog before = catalogs.get(account);
    try {
      Optional<Cloud> cloud =
          clouds.apply(account).filter(known -> known.has(MachineSizeCatalog.class));
      if (cloud.isPresent()) {
        for (MachineSize size :
            cloud.get().ask(MachineSizeCatalog.class, MachineSizeCatalog::sizes)) {
          sizes.put(size.name(), size);
        }
      }
    } catch (CloudException e) {
      LOG.warn("the machine sizes of account {} cannot be read: {}", account, e.summary());
      if (before != null) {
        sizes.putAll(before.sizes());
      }
    } finally {
      catalogs.put(account, new Catalog(Map.copyOf(sizes), clock.instant()));
      reading.remove(account);
    }
  }
}
