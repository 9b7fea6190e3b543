package io.cloudadapter.server.config;

import io.cloudadapter.core.store.quorum.ClusterAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A store that several servers share.
 *
 * @param address where it is, and how to be let in
 * @param lease how long a leader that is silent stays leader
 * @param name what this server is called among them; made of host and process unless given
 * @param url the address of this server that the others name to clients; where it listens unless given
 */
public record StoreConfig(
    ClusterAddress address, Duration lease, Optional<String> name, Optional<String> url) {
  /** How long a leader that is silent stays leader, unless it is given. */
  public static final Duration USUAL_LEASE = Duration.ofSeconds(10);

  /** Refuses nulls. */
  public StoreConfig {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(url, "url");
  }

  /**
   * The usual settings.
   *
   * @param address where the store is
   * @return the same with nothing else given
   */
  public static StoreConfig at(ClusterAddress address) {
    return new StoreConfig(address, USUAL_LEASE, Optional.empty(), Optional.empty());
  }

  /**
   * The same under another name.
   *
   * @param other what this server is called
   * @return the changed configuration
   */
  public StoreConfig named(String other) {
    return new StoreConfig(address, lease, Optional.of(other), url);
  }

  /**
   * The same, with an address that other servers name to clients.
   *
   * @param other as {@link AdvertisedUrl#checked} returns it
   * @return the changed configuration
   */
  public StoreConfig reachedAt(String other) {
    return new StoreConfig(address, lease, name, Optional.of(other));
  }

  /**
   * The same on another store, with the same way in.
   *
   * @param other where
   * @return the changed configuration
   */
  public StoreConfig on(ClusterAddress other) {
    ClusterAddress same = new ClusterAddress(
        other.scheme(), other.servers(), other.prefix(), address.tls(), address.user());
    return new StoreConfig(same, lease, name, url);
  }
}
