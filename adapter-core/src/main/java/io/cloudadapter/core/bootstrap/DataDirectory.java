package io.cloudadapter.core.bootstrap;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.ledger.StoredPools;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.embedded.DirectoryProbe;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.core.store.embedded.FileDisk;
import io.cloudadapter.spi.config.ConfigError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directory with everything that must survive a restart. This class reads it and changes nothing. */
public final class DataDirectory {
  private static final String KEY = "data";

  private final Path path;

  public DataDirectory(Path path) {
    this.path = path;
  }

  public Path ledger() {
    return path.resolve("ledger");
  }

  /** Makes it one of the current format; {@link #faults} has found nothing wrong with it. */
  public void upgrade() {
    new DirectoryFormat(path).upgrade();
  }

  /** Why it cannot be opened, as far as names, rights and lengths tell. */
  public List<ConfigError> faults() {
    Optional<String> unusable = DirectoryProbe.directory(path).map(problem -> path + " " + problem);
    if (unusable.isPresent()) {
      return List.of(new ConfigError(KEY, unusable.get()));
    }
    return Stream.of(
            new DirectoryFormat(path).problem(),
            DirectoryProbe.directory(ledger()).map(problem -> ledger() + " " + problem),
            LedgerEncryptionKey.problem(path))
        .flatMap(Optional::stream)
        .map(problem -> new ConfigError(KEY, problem))
        .toList();
  }

  /** Reads the whole ledger and returns why it cannot be used; empty while a process has it open. */
  public List<ConfigError> ledgerFaults(List<PoolConfig> pools, RandomGenerator random) {
    try {
      if (!Files.isDirectory(ledger()) || inUse()) {
        return List.of();
      }
      try (EmbeddedStore copy = EmbeddedStore.openCopy(ledger(), random)) {
        return faults(copy, pools);
      }
    } catch (StoreException | IOException e) {
      return List.of(new ConfigError(KEY, String.valueOf(e.getMessage())));
    }
  }

  /** Returns the pools of the ledger that own machines and are missing in the configuration. */
  public static List<ConfigError> leftovers(StateStore store, List<PoolConfig> pools) {
    return leftoversBut(pools.stream().map(PoolConfig::name).collect(Collectors.toSet()), store);
  }

  private static List<ConfigError> leftoversBut(Set<PoolName> configured, StateStore store) {
    List<ConfigError> leftovers = new ArrayList<>();
    for (PoolName name : StoredPools.of(store)) {
      int machines = configured.contains(name) ? 0 : read(store, name).machines();
      if (machines > 0) {
        leftovers.add(new ConfigError(
            "pools." + name,
            "UNCONFIGURED: the ledger has " + machines
                + " machines of this pool, which is not configured;"
                + " configure it again, and bring it to size 0 before it is taken out"));
      }
    }
    return leftovers;
  }

  /**
   * The same for a ledger that no process has open, and what is behind its last whole record.
   *
   * @param pools the pools of the configuration
   * @param others what pools the ledger itself has configurations of
   */
  public List<ConfigError> leftovers(
      List<PoolConfig> pools, Function<StateStore, Set<PoolName>> others, RandomGenerator random) {
    try {
      if (!Files.isDirectory(ledger()) || inUse()) {
        return List.of();
      }
      try (EmbeddedStore copy = EmbeddedStore.openCopy(ledger(), random)) {
        Set<PoolName> configured =
            pools.stream().map(PoolConfig::name).collect(Collectors.toCollection(HashSet::new));
        configured.addAll(others.apply(copy));
        List<ConfigError> warnings = new ArrayList<>(leftoversBut(configured, copy));
        copy.tail().ifPresent(tail -> warnings.add(new ConfigError(KEY, ledger() + ": " + tail)));
        return warnings;
      }
    } catch (StoreException | IOException | IllegalStateException e) {
      return List.of(); // Said by faults.
    }
  }

  /** Why pools cannot be kept from what a store holds: records that are none, machines elsewhere. */
  private static List<ConfigError> faults(StateStore store, List<PoolConfig> pools) {
    List<ConfigError> faults = new ArrayList<>();
    read(store, pools, faults);
    return faults;
  }

  /**
   * Reads what a store holds of pools, several at a time: large ledgers take seconds.
   *
   * @param faults gets why pools cannot be kept: records that are none, machines elsewhere
   * @return the pools that can be read
   */
  public static Map<PoolName, LedgerSnapshot> read(
      StateStore store, List<PoolConfig> pools, List<ConfigError> faults) {
    record Read(
        PoolConfig pool,
        @Nullable LedgerSnapshot stored,
        @Nullable String problem) {}
    List<Read> all = pools.parallelStream()
        .map(pool -> {
          try {
            return new Read(pool, read(store, pool.name()), null);
          } catch (IllegalStateException e) {
            return new Read(pool, null, String.valueOf(e.getMessage()));
          }
        })
        .toList();
    Map<PoolName, LedgerSnapshot> readable = new HashMap<>();
    for (Read one : all) {
      LedgerSnapshot stored = one.stored();
      if (stored == null) {
        faults.add(new ConfigError(KEY, String.valueOf(one.problem())));
        continue;
      }
      readable.put(one.pool().name(), stored);
      // Machines do not move: a pool that owns some stays in its account.
      stored
          .boundAccount()
          .filter(account -> !account.equals(one.pool().account()))
          .ifPresent(account -> faults.add(new ConfigError(
              "pools." + one.pool().name() + ".account",
              "the pool owns machines in account " + account
                  + "; bring it to size 0 there before it moves")));
    }
    return readable;
  }

  /** Reads what a store holds of one pool. */
  public static LedgerSnapshot read(StateStore store, PoolName pool) {
    return LedgerSnapshot.read(pool, store.unordered(Keeper.prefix(pool)));
  }

  boolean inUse() throws IOException {
    return FileDisk.inUse(ledger());
  }

  /** That there is a ledger, but not the key to the launches in it. */
  public Optional<ConfigError> keyLost() {
    return !holdsLedger() || Files.exists(LedgerEncryptionKey.file(path))
        ? Optional.empty()
        : Optional.of(new ConfigError(
            KEY,
            LedgerEncryptionKey.file(path)
                + " is missing, but there is a ledger; without its key, launches"
                + " under way are looked for, but not sent again; restore it if you can"));
  }

  private boolean holdsLedger() {
    if (!Files.isDirectory(ledger())) {
      return false;
    }
    try (Stream<Path> files = Files.list(ledger())) {
      return files.anyMatch(
          file -> file.getFileName().toString().matches("(log|snapshot)-.*|marker"));
    } catch (IOException e) {
      return false;
    }
  }

  /** What goes on all the same, but not as anybody would wish. */
  public List<ConfigError> warnings() {
    List<ConfigError> warnings = new ArrayList<>();
    try {
      if (inUse()) {
        warnings.add(new ConfigError(KEY, "a server runs on " + path));
      }
    } catch (IOException e) {
      warnings.add(
          new ConfigError(KEY, "cannot find out whether a server runs on " + path + ": " + e));
    }
    keyLost().ifPresent(warnings::add);
    new DirectoryFormat(path)
        .pending()
        .ifPresent(pending -> warnings.add(new ConfigError(KEY, pending)));
    return warnings;
  }
}
