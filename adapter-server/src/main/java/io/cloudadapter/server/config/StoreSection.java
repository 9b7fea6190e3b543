package io.cloudadapter.server.config;

import io.cloudadapter.api.Secret;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.spi.config.ProviderConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the place of the shared ledger, and how to reach the servers of the store. */
final class StoreSection {
  private static final String NAME = "etcd";

  private final SecretReference references;
  private final ConfigErrors faults;

  StoreSection(SecretReference references, ConfigErrors faults) {
    this.references = references;
    this.faults = faults;
  }

  Optional<StoreConfig> read(YamlNode.Mapping root, ProviderConfig top) {
    YamlNode node = root.entries().get(NAME);
    if (node != null && !(node instanceof YamlNode.Mapping)) {
      faults.add(NAME, "must be a mapping, was " + node.kind(), node.line());
    }
    int line = node == null ? root.line() : node.line();
    YamlNode.Mapping mapping =
        node instanceof YamlNode.Mapping given ? given : new YamlNode.Mapping(Map.of(), line);
    ProviderConfig values = ConfigSection.read(
            NAME, mapping, ServerSchema.ETCD.spec(), Set.of(), faults)
        .values();
    if (!top.has("store")) {
      if (node != null) {
        faults.add(NAME, "has no effect without store: etcd://HOST:PORT,HOST:PORT/PREFIX", line);
      }
      return Optional.empty();
    }
    Duration lease = values.duration("lease");
    if (lease.compareTo(Duration.ofSeconds(2)) < 0 || lease.compareTo(Duration.ofMinutes(10)) > 0) {
      faults.add(NAME + ".lease", "must be 2s to 10m", line);
    }
    text(values, "name")
        .filter(name -> !name.matches("[A-Za-z0-9._-]{1,64}"))
        .ifPresent(name -> faults.add(
            NAME + ".name",
            "must be 1 to 64 of A-Z, a-z, 0-9, dot, dash and underscore, was " + name,
            line));
    Optional<String> url = url(values, line);
    try {
      ClusterAddress address = secured(ClusterAddress.parse(top.text("store")), values, line);
      return Optional.of(new StoreConfig(address, lease, text(values, "name"), url));
    } catch (IllegalArgumentException e) {
      faults.add("store", String.valueOf(e.getMessage()), root.line());
      return Optional.empty();
    }
  }

  /** The address to advertise, if it is one. */
  private Optional<String> url(ProviderConfig values, int line) {
    try {
      return text(values, "url").map(AdvertisedUrl::checked);
    } catch (IllegalArgumentException e) {
      faults.add(NAME + ".url", String.valueOf(e.getMessage()), line);
      return Optional.empty();
    }
  }

  private ClusterAddress secured(ClusterAddress address, ProviderConfig values, int line) {
    ClusterAddress secured = address;
    Optional<Path> cert = file(values, "tls.cert", line);
    Optional<Path> key = file(values, "tls.key", line);
    Optional<Path> authority = file(values, "tls.ca", line);
    if (cert.isPresent() != key.isPresent()) {
      faults.add(
          NAME + (cert.isPresent() ? ".tls.key" : ".tls.cert"),
          "is missing; cert and key go together",
          line);
    }
    if (authority.isPresent() || cert.isPresent()) {
      secured = secured.with(new ClusterAddress.Tls(
          authority, cert.flatMap(c -> key.map(k -> new ClusterAddress.Certificate(c, k)))));
    }
    Optional<String> user = text(values, "user");
    Optional<Secret> password = values.has("password")
        ? references.resolve(NAME + ".password", values.secret("password").reveal(), line)
        : Optional.empty();
    if (user.isPresent() != values.has("password")) {
      faults.add(
          NAME + (user.isPresent() ? ".password" : ".user"),
          "is missing; user and password go together",
          line);
    }
    return user.isPresent() && password.isPresent()
        ? secured.as(new ClusterAddress.User(user.get(), password.get()))
        : secured;
  }

  private Optional<Path> file(ProviderConfig values, String key, int line) {
    return text(values, key).map(text -> references.path(NAME + "." + key, text, line));
  }

  private static Optional<String> text(ProviderConfig values, String key) {
    return values.has(key) ? Optional.of(values.text(key)) : Optional.empty();
  }
}
