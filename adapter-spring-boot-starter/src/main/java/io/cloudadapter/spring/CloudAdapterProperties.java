package io.cloudadapter.spring;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of pools in a Spring Boot application.
 *
 * @param dataDirectory The directory of the ledger, which is made if need be and belongs to one process at a time.
 * @param inMemory Whether the ledger is in memory, for tests: closing forgets which machines the pools own.
 * @param accounts The accounts of clouds, by name.
 * @param pools The pools, by name: each is a bean of that name.
 * @param tenants The tenants, by name: pools that share quotas.
 * @param notifications The receivers of notifications.
 */
@ConfigurationProperties("cloudadapter")
public record CloudAdapterProperties(
    @Nullable Path dataDirectory,
    @DefaultValue("false") boolean inMemory,
    @DefaultValue Map<String, Account> accounts,
    @DefaultValue Map<String, PoolProperties> pools,
    @DefaultValue Map<String, TenantProperties> tenants,
    @DefaultValue Notifications notifications) {

  /** Copies the maps, in order: the first pool is the default pool. */
  public CloudAdapterProperties {
    accounts = Collections.unmodifiableMap(new LinkedHashMap<>(accounts));
    pools = Collections.unmodifiableMap(new LinkedHashMap<>(pools));
    tenants = Collections.unmodifiableMap(new LinkedHashMap<>(tenants));
  }

  /**
   * Notifications of alarms and events.
   *
   * @param receivers The receivers, by name.
   */
  public record Notifications(@DefaultValue Map<String, ReceiverProperties> receivers) {

    /** Copies the receivers, in order. */
    public Notifications {
      receivers = Collections.unmodifiableMap(new LinkedHashMap<>(receivers));
    }
  }

  /**
   * An account of a cloud.
   *
   * @param provider The adapter's name, for example aws, openstack or simulated.
   * @param config The adapter's own settings, by their names in its documentation.
   * @param longestRetryAfter How long the pools wait at most when the cloud asks them to: 1s to 1d.
   */
  public record Account(
      @Nullable String provider,
      @DefaultValue Map<String, String> config,
      @DefaultValue("5m") Duration longestRetryAfter) {

    /** Copies the settings. */
    public Account {
      config = Map.copyOf(config);
    }

    /** Shows the keys only; a value may be a secret. */
    @Override
    public String toString() {
      return "Account[provider=" + provider + ", keys " + config.keySet() + "]";
    }
  }
}
