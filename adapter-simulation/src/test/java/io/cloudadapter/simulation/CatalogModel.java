package io.cloudadapter.simulation;

import static io.cloudadapter.simulation.DrawnStory.rule;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.catalog.ConfigHead;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Compares the answers that callers have with the pools of a catalog: none is lost, none is there that was not created
 * or has ended, the last versions of each configuration are those that were acknowledged, in order, and a pool is
 * deleted if and only if that was accepted.
 */
final class CatalogModel {
  /** A pool that was created. */
  static final class Known {
    final List<PoolConfig> versions = new ArrayList<>();

    /** A version that a crash has left unknown. */
    Optional<PoolConfig> perhaps = Optional.empty();

    /** Whether a deletion was accepted. */
    boolean deletion;

    /** How many deletions were asked for and have no answer; a crash leaves them unknown. */
    int unanswered;

    /** Whether its deletion has ended, so that its records may be gone. */
    boolean ended;

    /** A caller asks for its deletion. */
    void deletes(CompletableFuture<?> answer) {
      unanswered++;
      var unused = answer.whenComplete((accepted, refusal) -> {
        unanswered--;
        deletion |= refusal == null;
      });
    }
  }

  private final Map<String, Known> pools = new TreeMap<>();
  private final Map<String, PoolConfig> perhapsCreated = new TreeMap<>();

  Optional<Known> find(String name) {
    return Optional.ofNullable(pools.get(name));
  }

  /** The names of the pools that are there. */
  List<String> names() {
    return List.copyOf(pools.keySet());
  }

  void created(PoolConfig config) {
    Known known = new Known();
    known.versions.add(config);
    rule(
        pools.put(config.name().value(), known) == null,
        "twice",
        "pool " + config.name() + " was created, and was there already");
  }

  /** A crash has come while a pool was created. */
  void perhapsCreated(PoolConfig config) {
    perhapsCreated.put(config.name().value(), config);
  }

  void forget(String name) {
    pools.remove(name);
  }

  /** A new process has read a pool's record: what was unknown of its deletion is known now. */
  void begins(String name, OperatingState state) {
    Known known = find(name).orElseThrow();
    known.deletion |= state.ends() && known.unanswered > 0;
    known.unanswered = 0;
    compare(name, state);
  }

  /** The durable state of a pool, once the answers of the step that wrote it are given. */
  void compare(String name, OperatingState state) {
    boolean deletion = find(name).orElseThrow().deletion;
    rule(deletion || !state.ends(), "lost", "pool " + name + " ends, and no deletion was accepted");
    rule(
        state.ends() || !deletion,
        "forgotten",
        "a deletion of pool " + name + " was accepted, and it is " + state);
  }

  /** A new process has read the catalog: what was unknown is known now, and all else is as it was. */
  void compare(PoolCatalog catalog) {
    Map<PoolName, ConfigHead> heads = catalog.heads();
    perhapsCreated.forEach((name, config) -> {
      if (!pools.containsKey(name) && heads.containsKey(new PoolName(name))) {
        created(config);
      }
    });
    perhapsCreated.clear();
    pools
        .values()
        .removeIf(
            known -> known.ended && !heads.containsKey(known.versions.get(0).name()));
    for (PoolName name : heads.keySet()) {
      rule(pools.containsKey(name.value()), "back", "pool " + name + " has ended, and is there");
    }
    pools.forEach((name, known) -> compare(catalog, name, known));
  }

  private static void compare(PoolCatalog catalog, String name, Known known) {
    PoolName pool = new PoolName(name);
    ConfigHead head = catalog.head(pool).orElse(null);
    rule(head != null, "lost", "pool " + name + " was acknowledged, and is not there");
    if (known.perhaps.isPresent() && head.version() == known.versions.size() + 1) {
      known.versions.add(known.perhaps.get());
    }
    known.perhaps = Optional.empty();
    if (known.ended) { // Its versions go before its head does.
      return;
    }
    List<ConfigVersion> found = catalog.versions(pool);
    int all = known.versions.size();
    rule(
        head.version() == all && found.size() == Math.min(all, PoolCatalog.KEPT),
        "versions",
        "pool " + name + " has had " + all + " versions, is at " + head.version() + " and has "
            + found.size());
    for (int i = 0; i < found.size(); i++) {
      ConfigVersion version = found.get(i);
      rule(
          version.version() == all - i && version.config().equals(known.versions.get(all - i - 1)),
          "versions",
          "version " + (all - i) + " of pool " + name + " is not what was acknowledged");
    }
  }
}
