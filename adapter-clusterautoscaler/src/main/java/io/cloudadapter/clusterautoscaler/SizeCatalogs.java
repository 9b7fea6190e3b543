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

  /** Whether the catalog of an account was not read yet, so that a size may show in a moment. */
  boolean isFirstRead(String account) {
    return !catalogs.containsKey(account);
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
    Catalog before = catalogs.get(account);
    Map<String, MachineSize> sizes = before == null ? Map.of() : before.sizes();
    try {
      Optional<Cloud> cloud =
          clouds.apply(account).filter(known -> known.has(MachineSizeCatalog.class));
      sizes = cloud.isPresent() ? ask(cloud.get()) : Map.of();
      if (cloud.isEmpty() && before == null) {
        LOG.warn(
            "account {} has no catalog of machine sizes; give cpus and memoryMiB of its pools in"
                + " clusterAutoscaler.groups, else no group of it is scaled from zero",
            account);
      }
    } catch (CloudException e) {
      LOG.warn("the machine sizes of account {} cannot be read: {}", account, e.summary());
    } catch (RuntimeException e) {
      LOG.error("the machine sizes of account {} cannot be read", account, e);
    } finally {
      catalogs.put(account, new Catalog(Map.copyOf(sizes), clock.instant()));
      reading.remove(account);
    }
  }

  private static Map<String, MachineSize> ask(Cloud cloud) {
    Map<String, MachineSize> sizes = new HashMap<>();
    for (MachineSize size : cloud.ask(MachineSizeCatalog.class, MachineSizeCatalog::sizes)) {
      sizes.put(size.name(), size);
    }
    return sizes;
  }
}
