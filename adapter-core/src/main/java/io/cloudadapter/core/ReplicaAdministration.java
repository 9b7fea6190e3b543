package io.cloudadapter.core;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.catalog.PoolListing;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.ManagedBy;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** The pools of a replica: the leader changes them; a follower lists its copy, and refuses changes. */
final class ReplicaAdministration implements PoolAdministration {
  private final Supplier<Optional<PoolAdministration>> leading;
  private final Supplier<PoolException> elsewhere;
  private final PoolListing copy;
  private final PoolCatalog catalog;
  private final Supplier<Set<String>> configured;
  private final FileChanges file;

  /** What a replica does when the pools of its configuration change. */
  interface FileChanges {
    void configure(PoolConfig pool);

    void unconfigure(String name);
  }

  /**
   * Makes the administration of a replica.
   *
   * @param leading what changes pools while this process leads, else empty
   * @param elsewhere the refusal of a follower
   * @param copy lists the copy of the store
   * @param catalog over the same copy
   * @param configured the names of the pools that are kept, as far as this process has read
   * @param file changes the pools of the configuration
   */
  ReplicaAdministration(
      Supplier<Optional<PoolAdministration>> leading,
      Supplier<PoolException> elsewhere,
      PoolListing copy,
      PoolCatalog catalog,
      Supplier<Set<String>> configured,
      FileChanges file) {
    this.leading = leading;
    this.elsewhere = elsewhere;
    this.copy = copy;
    this.catalog = catalog;
    this.configured = configured;
    this.file = file;
  }

  private PoolAdministration leader() {
    return leading.get().orElseThrow(elsewhere);
  }

  @Override
  public List<ManagedPool> pools() {
    return leading.get().map(PoolAdministration::pools).orElseGet(() -> copy.all(configured.get()));
  }

  @Override
  public Optional<ManagedPool> pool(String name) {
    Objects.requireNonNull(name, "name");
    Optional<PoolAdministration> leader = leading.get();
    if (leader.isPresent()) {
      return leader.get().pool(name);
    }
    try {
      return copy.find(new PoolName(name), configured.get());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public ManagedPool create(PoolConfig config, ConfigAuthor author) {
    return leader().create(config, author);
  }

  @Override
  public ManagedPool update(PoolConfig config, long expected, ConfigAuthor author) {
    return leader().update(config, expected, author);
  }

  @Override
  public Optional<PoolPlan> preview(PoolConfig config, OptionalLong expected, ConfigAuthor author) {
    return leader().preview(config, expected, author);
  }

  @Override
  public ManagedPool rollback(String name, long version, long expected, ConfigAuthor author) {
    return leader().rollback(name, version, expected, author);
  }

  @Override
  public List<ConfigVersion> versions(String name) {
    Optional<PoolAdministration> leader = leading.get();
    if (leader.isPresent()) {
      return leader.get().versions(name);
    }
    return catalog.versions(pool(name)
        .orElseThrow(() -> new PoolException(Reason.NOT_FOUND, "there is no pool " + name, ""))
        .name());
  }

  @Override
  public ManagedPool takeOver(String name, long expected, ConfigAuthor author) {
    return leader().takeOver(name, expected, author);
  }

  @Override
  public ManagedPool setState(String name, OperatingState state, ConfigAuthor author) {
    return leader().setState(name, state, author);
  }

  @Override
  public Optional<ManagedPool> delete(
      String name, DeletionMode mode, long expected, ConfigAuthor author) {
    return leader().delete(name, mode, expected, author);
  }

  @Override
  public void configure(PoolConfig config) {
    file.configure(config);
  }

  @Override
  public void unconfigure(String name, ConfigAuthor author) {
    if (author.manager() == ManagedBy.FILE) {
      file.unconfigure(name);
    } else {
      leader().unconfigure(name, author);
    }
  }
}
