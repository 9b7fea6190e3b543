package io.cloudadapter.core.catalog;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.ManagedBy;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolDocument;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.PoolRecord.HeldTemplate;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configurations of pools in a store: for each pool a head, which names its manager and its present version, and
 * the last {@value #KEPT} versions. A change of a configuration is one transaction, which holds only if the head has
 * not changed since it was read. Secrets are encrypted with the ledger's key.
 *
 * <p>Any number of threads may use it.
 */
public final class PoolCatalog {
  /** How many versions of a configuration are kept. */
  public static final int KEPT = 20;

  private static final Logger LOG = LoggerFactory.getLogger(PoolCatalog.class);
  private static final String ROOT = "configs/";
  private static final String VERSIONS = "/v/";
  private static final int ERASED_AT_ONCE = 90;

  private final StateStore store;
  private final LaunchEncryptor sealer;
  private final InstantSource wall;

  /**
   * Makes the catalog of a store.
   *
   * @param store where pools keep their ledgers
   * @param sealer encrypts secrets with the ledger's key
   * @param wall the time of changes
   */
  public PoolCatalog(StateStore store, LaunchEncryptor sealer, InstantSource wall) {
    this.store = store;
    this.sealer = sealer;
    this.wall = wall;
  }

  /**
   * Returns the heads of all pools that the store has a configuration of.
   *
   * @return the heads by pool, in the order of their names
   */
  public Map<PoolName, ConfigHead> heads() {
    return heads(store);
  }

  /**
   * Returns the pools of a store that callers of the API have created; they are in no file.
   *
   * @param store the ledger
   */
  public static Set<PoolName> createdByApi(StateStore store) {
    Set<PoolName> created = new TreeSet<>();
    heads(store).forEach((pool, head) -> {
      if (head.manager() == ManagedBy.API) {
        created.add(pool);
      }
    });
    return created;
  }

  private static Map<PoolName, ConfigHead> heads(StateStore store) {
    Map<PoolName, ConfigHead> heads = new TreeMap<>();
    for (StoreEntry entry :
        store.range(ROOT, directory -> !directory.endsWith(VERSIONS)).entries()) {
      String key = entry.key();
      heads.put(new PoolName(key.substring(ROOT.length(), key.lastIndexOf('/'))), head(entry));
    }
    return heads;
  }

  /**
   * Returns the head of a pool.
   *
   * @param pool its name
   * @return empty if the store has no configuration of it
   */
  public Optional<ConfigHead> head(PoolName pool) {
    return store.get(headKey(pool)).map(PoolCatalog::head);
  }

  private static ConfigHead head(StoreEntry entry) {
    return RecordCodec.read(entry.key(), entry.bytes(), ConfigHead.class);
  }

  /**
   * Returns the present configuration of a pool.
   *
   * @param pool a pool that has a head
   * @return its present version
   * @throws IllegalStateException if it cannot be read, such as with another key of the ledger
   */
  public ConfigVersion present(PoolName pool) {
    ConfigHead head =
        head(pool).orElseThrow(() -> new IllegalStateException("pool " + pool + " has no head"));
    return version(pool, head.version())
        .orElseThrow(() -> new IllegalStateException(
            "version " + head.version() + " of pool " + pool + " is not in the store"));
  }

  /**
   * Returns the present configuration of a pool, if it can be read.
   *
   * @param pool any pool
   * @return empty if the store has none, or it cannot be read, such as with another key of the ledger
   */
  public Optional<PoolConfig> config(PoolName pool) {
    try {
      return head(pool).isEmpty() ? Optional.empty() : Optional.of(present(pool).config());
    } catch (IllegalStateException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns one version.
   *
   * @param pool the pool
   * @param version the number of the version
   * @return empty if it is not kept
   * @throws IllegalStateException if it cannot be read, such as with another key of the ledger
   */
  public Optional<ConfigVersion> version(PoolName pool, long version) {
    return store.get(versionKey(pool, version)).map(entry -> opened(pool, entry));
  }

  /**
   * Returns the versions that are kept.
   *
   * @param pool the pool
   * @return the versions, the newest first
   */
  public List<ConfigVersion> versions(PoolName pool) {
    List<ConfigVersion> versions = new ArrayList<>();
    for (StoreEntry entry : store.range(ROOT + pool + VERSIONS).entries()) {
      versions.add(0, opened(pool, entry));
    }
    return versions;
  }

  /**
   * Returns the versions that are kept and can be read.
   *
   * @param pool the pool
   * @return the versions, the newest first, without those that were made under another key of the ledger
   */
  public List<ConfigVersion> readable(PoolName pool) {
    List<ConfigVersion> versions = new ArrayList<>();
    for (StoreEntry entry : store.range(ROOT + pool + VERSIONS).entries()) {
      try {
        versions.add(0, opened(pool, entry));
      } catch (IllegalStateException | IllegalArgumentException e) {
        LOG.debug("a version of pool {} cannot be read", pool, e);
      }
    }
    return versions;
  }

  @SuppressWarnings("unchecked")
  private ConfigVersion opened(PoolName pool, StoreEntry entry) {
    StoredVersion stored = RecordCodec.read(entry.key(), entry.bytes(), StoredVersion.class);
    Map<String, Object> secrets =
        RecordCodec.read(entry.key(), sealer.openBytes(stored.sealed()), LinkedHashMap.class);
    return new ConfigVersion(
        stored.version(),
        stored.at(),
        stored.author(),
        new PoolDocument(stored.values(), secrets).read(pool));
  }

  /**
   * Records a pool that is new.
   *
   * @param config its configuration
   * @param author who creates it, and manages it from then on
   * @param record its ledger's first record, so that a version of this library that knows no catalog refuses the store;
   *     empty if the pool's keeper writes it
   * @return the head of version 1
   * @throws PoolException CONFLICT if the store has the pool already, UNKNOWN if it may have been recorded
   */
  public ConfigHead create(PoolConfig config, ConfigAuthor author, Optional<PoolRecord> record) {
    PoolName pool = config.name();
    ConfigHead head = new ConfigHead(
        author.manager(), 1, 1, wall.instant(), author.name(), author.set().orElse(""), 0);
    Transaction.Builder change = Transaction.builder().require(headKey(pool), 0);
    record.ifPresent(
        first -> change.require(recordKey(pool), 0).put(recordKey(pool), RecordCodec.write(first)));
    commit(pool, change, head, config);
    return head;
  }

  /**
   * Records another version.
   *
   * @param config the configuration
   * @param expected the number of the version that it replaces
   * @param author who changes it; becomes the manager
   * @return the new head
   * @throws PoolException STALE if another version is the present one, UNKNOWN if it may have been recorded
   */
  public ConfigHead append(PoolConfig config, long expected, ConfigAuthor author) {
    PoolName pool = config.name();
    StoreEntry entry = store
        .get(headKey(pool))
        .orElseThrow(() -> new PoolException(Reason.NOT_FOUND, "there is no pool " + pool, ""));
    ConfigHead before = head(entry);
    requireVersion(pool, before, expected);
    long version = before.version() + 1;
    long oldest = Math.max(before.oldest(), version - KEPT + 1);
    ConfigHead head = new ConfigHead(
        author.manager(),
        version,
        oldest,
        wall.instant(),
        author.name(),
        author.set().orElse(before.set()),
        held(pool).filter(held -> held < oldest).orElse(0L));
    Transaction.Builder change = Transaction.builder().require(headKey(pool), entry.modRevision());
    for (long old = before.oldest(); old < oldest; old++) {
      if (old != head.held()) {
        change.delete(versionKey(pool, old));
      }
    }
    if (before.held() > 0 && before.held() != head.held()) {
      change.delete(versionKey(pool, before.held()));
    }
    commit(pool, change, head, config);
    return head;
  }

  /** The version from which a rollback has the pool launch machines: it stays as long as it does. */
  private Optional<Long> held(PoolName pool) {
    return record(pool)
        .flatMap(record -> Optional.ofNullable(record.held()))
        .map(HeldTemplate::version);
  }

  /**
   * Refuses a change that was made against another version.
   *
   * @param pool the pool
   * @param head its head
   * @param expected the version that the caller has
   * @throws PoolException STALE, with the present version
   */
  public static void requireVersion(PoolName pool, ConfigHead head, long expected) {
    if (head.version() != expected) {
      throw new PoolException(
          Reason.STALE,
          "pool " + pool + " is at version " + head.version() + ", not at version " + expected,
          "Read it again, and repeat the change against the present version.");
    }
  }

  private void commit(
      PoolName pool, Transaction.Builder change, ConfigHead head, PoolConfig config) {
    PoolDocument document = PoolDocument.of(config);
    if (!document.read(pool).equals(config)) {
      throw new IllegalStateException(
          "the configuration of pool " + pool + " differs once it is written and read again");
    }
    StoredVersion stored = new StoredVersion(
        head.version(),
        head.at(),
        head.author(),
        document.values(),
        sealer.sealBytes(RecordCodec.write(document.secrets())));
    CommitResult result = store.commit(change
        .put(headKey(pool), RecordCodec.write(head))
        .put(versionKey(pool, head.version()), RecordCodec.write(stored))
        .build());
    switch (result.outcome()) {
      case COMMITTED -> {}
      case CONFLICT ->
        throw new PoolException(
            Reason.CONFLICT,
            "pool " + pool + " was created or changed by another caller meanwhile",
            "Read it again, and repeat the change.");
      case UNKNOWN ->
        throw new PoolException(
            Reason.UNKNOWN,
            "it is unknown whether the configuration of pool " + pool + " was changed",
            "Read it again.");
    }
  }

  /**
   * Removes everything that the store holds of a pool that has ended, but for its history. Its name is free once this
   * returns; after a crash in between it can be called again.
   *
   * @param pool a pool that no actor of this process keeps any more
   * @throws IllegalStateException if it is unknown whether the records are removed
   */
  public void erase(PoolName pool) {
    String prefix = Ledger.prefix(pool);
    List<String> keys = new ArrayList<>();
    // The lead goes first: from then on an earlier keeper of the pool writes nothing any more.
    store.get(prefix + "leader").ifPresent(lead -> keys.add(lead.key()));
    store.range(ROOT + pool + VERSIONS).entries().forEach(entry -> keys.add(entry.key()));
    for (StoreEntry entry : store.unordered(prefix).entries()) {
      String key = entry.key();
      if (!key.equals(recordKey(pool)) && !key.equals(prefix + "leader")) {
        keys.add(key);
      }
    }
    for (int from = 0; from < keys.size(); from += ERASED_AT_ONCE) {
      delete(pool, keys.subList(from, Math.min(keys.size(), from + ERASED_AT_ONCE)));
    }
    // These last: they show that the pool is DELETED, so that a crash before is followed by another
    // erasure.
    delete(pool, List.of(recordKey(pool), headKey(pool)));
  }

  private void delete(PoolName pool, List<String> keys) {
    Transaction.Builder change = Transaction.builder();
    keys.forEach(change::delete);
    if (!store.commit(change.build()).committed()) {
      throw new IllegalStateException(
          "it is unknown whether the records of pool " + pool + " are removed");
    }
  }

  /**
   * Returns the record of a pool as a whole.
   *
   * @param pool the pool
   * @return its record; empty before its first step, or if the store has no such pool
   */
  public Optional<PoolRecord> record(PoolName pool) {
    return store
        .get(recordKey(pool))
        .map(entry -> RecordCodec.read(entry.key(), entry.bytes(), PoolRecord.class));
  }

  private static String headKey(PoolName pool) {
    return ROOT + pool + "/head";
  }

  private static String versionKey(PoolName pool, long version) {
    return ROOT + pool + VERSIONS + "%010d".formatted(version);
  }

  private static String recordKey(PoolName pool) {
    return Ledger.prefix(pool) + "pool";
  }
}
