package io.cloudadapter.simulation;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.simulation.CatalogModel.Known;
import io.cloudadapter.simulation.CrashStore.Crash;
import io.cloudadapter.simulation.cloud.CloudMachine;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Callers create, change, roll back and delete pools of three names on a hostile cloud, while the process crashes at
 * some of its commits, before or after they are durable. {@link CatalogModel} judges the catalog after each crash and
 * in the end. What a deleted pool leaves behind in the store or the cloud ends the story.
 *
 * <p>Not played are the registry of pools, its check of changes, and its queue of deleted pools: {@code PoolRegistry},
 * {@code PoolChangeCheck} and {@code DeletedPools}. The story takes their steps itself; they have unit and crash tests.
 */
final class CatalogStory extends DrawnStory {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final ConfigAuthor ANN = ConfigAuthor.api("ann");

  private final CrashStore store;
  private final PoolCatalog catalog;
  private final CatalogModel model = new CatalogModel();
  private final Map<String, Kept> kept = new TreeMap<>();
  private int drawn;

  /** In some stories callers do little but change configurations, so that versions are dropped. */
  private final boolean changes;

  private CatalogStory(long seed) {
    super(
        seed,
        List.of(LaunchKeySupport.token(Duration.ofHours(24)), LaunchKeySupport.none()),
        Map.of(FaultKind.BROKEN_PROMISE, 0.0, FaultKind.WRONG_ACCOUNT, 0.0));
    changes = dice.chance(0.3);
    store = new CrashStore(new MemoryStore(), new SeededRandom(~seed));
    LaunchEncryptor sealer =
        new LaunchEncryptor(new byte[LaunchEncryptor.KEY_BYTES], dice.another());
    catalog = new PoolCatalog(store, sealer, () -> timeline.now().wall());
    store.crashes(dice.pick(List.of(0.002, 0.01, 0.03)));
  }

  /** The rule that the story of a seed breaks; empty if it breaks none. */
  static String tell(long seed) {
    return violation(seed, CatalogStory::new);
  }

  // ------------------------------------------------------------------------------- the plot

  @Override
  void play() {
    begin();
    befall();
    NAMES.forEach(this::use);
    runFor(dice.seconds(1800, 2 * 3600));
    users = false;
    faults.calm();
    store.crashes(0);
    begin();
    rest();
    model.compare(catalog);
  }

  private void use(String name) {
    timeline.after(dice.seconds(5, changes ? 90 : 400), () -> {
      if (!users) {
        return;
      }
      try {
        act(name);
      } catch (Crash e) {
        begin();
      }
      use(name);
    });
  }

  private void act(String name) {
    if (dice.chance(0.15)) {
      create(name); // The callers do not know of each other.
    } else if (!kept.containsKey(name)) {
      create(name);
    } else if (changes && dice.chance(0.7)) {
      append(name, config(name));
    } else if (dice.chance(0.35)) {
      ask(name, new Command.SetDesiredSize(dice.upTo(3)));
    } else if (dice.chance(0.5)) {
      append(name, config(name));
    } else if (dice.chance(0.5)) {
      rollBack(name);
    } else if (dice.chance(0.3)) {
      CommandSender caller = CommandSender.under(Optional.empty());
      model.find(name).orElseThrow().deletes(caller.answer());
      ask(name, new Command.Delete(dice.pick(List.of(DeletionMode.values()))), caller);
    }
    settle(name);
  }

  private PoolConfig config(String name) {
    return PoolConfig.named(name, "here", (int) dice.between(3, 6))
        .initialSize(dice.upTo(3))
        .launch(LaunchConfig.builder().image("image-" + drawn++).build())
        .build();
  }

  private void create(String name) {
    PoolConfig config = config(name);
    PoolRecord first = PoolRecord.fresh("%027d".formatted(drawn), "here");
    try {
      catalog.create(config, ANN, Optional.of(first));
    } catch (PoolException e) {
      rule(model.find(name).isPresent(), "lost", "pool " + name + " is refused: " + e.getMessage());
      return;
    } catch (Crash e) {
      model.perhapsCreated(config);
      throw e;
    }
    model.created(config);
    keep(config);
  }

  private void append(String name, PoolConfig config) {
    Known known = model.find(name).orElseThrow();
    if (record(name).filter(record -> record.state().ends()).isPresent()) {
      return; // The registry refuses it.
    }
    int present = known.versions.size();
    long expected = dice.chance(0.2) ? present - 1 : present;
    try {
      catalog.append(config, expected, ANN);
    } catch (PoolException e) {
      rule(expected != present, "versions", "a change of " + name + " is refused: " + e);
      return;
    } catch (Crash e) {
      known.perhaps = Optional.of(config);
      throw e;
    }
    rule(expected == present, "stale", "version " + expected + " of " + name + " is not present");
    known.versions.add(config);
    keep(config);
  }

  private void rollBack(String name) {
    Known known = model.find(name).orElseThrow();
    if (known.ended) {
      return;
    }
    int present = known.versions.size();
    int wanted = (int) dice.between(1, present);
    Optional<ConfigVersion> earlier = catalog.version(new PoolName(name), wanted);
    rule(
        earlier.isPresent() == wanted > present - PoolCatalog.KEPT,
        "versions",
        "version " + wanted + " of " + present + " of " + name + ": " + earlier);
    earlier.ifPresent(version -> append(name, version.config()));
  }

  private void settle(String name) {
    machines(name).stream()
        .filter(machine -> machine.status() == MachineRecord.Status.QUARANTINED)
        .forEach(machine -> ask(
            name, new Command.Settle(new MachineId(machine.id()), QuarantineDecision.TERMINATE)));
  }

  private void rest() {
    for (int i = 0; i < 1_000; i++) {
      if (unfinished().isEmpty()) {
        return;
      }
      model.names().forEach(this::settle);
      if (i % 10 == 0) {
        model.names().forEach(name -> ask(name, new Command.Thaw()));
      }
      runFor(60 * SECOND);
    }
    rule(false, "L1", "the pools do not come to rest: " + unfinished());
  }

  private List<String> unfinished() {
    List<String> reasons = new ArrayList<>();
    for (String name : model.names()) {
      PoolRecord pool = record(name).orElse(null);
      boolean deletion = model.find(name).orElseThrow().deletion; // It is gone in the end.
      if (pool == null || deletion || pool.phase() != PoolRecord.Phase.ACTIVE) {
        reasons.add(name + " is " + (pool == null ? "not there" : pool.state()));
        continue;
      }
      long effective = machines(name).stream().filter(MachineRecord::effective).count();
      if (effective != pool.desired() || machines(name).size() != effective) {
        reasons.add(name + " has " + effective + " of " + pool.desired());
      }
    }
    for (CloudMachine machine : cloud.listed()) {
      leak(machine).ifPresent(reasons::add);
    }
    return reasons;
  }

  /** A machine that has a pool's mark and that no ledger has. */
  private Optional<String> leak(CloudMachine machine) {
    if (!machine.alive() || machine.truth().marks.isEmpty()) {
      return Optional.empty();
    }
    String pool = machine.truth().marks.get().pool().value();
    boolean known = machines(pool).stream().anyMatch(one -> one.id().equals(machine.id.value()));
    return known ? Optional.empty() : Optional.of(machine.id + " of " + pool + " is leaked");
  }

  // ------------------------------------------------------------------------------- the process

  /** A process begins, as often as it takes: it may crash again at its first commits. */
  private void begin() {
    while (true) {
      cloud.cut(line);
      line = cloud.connect(false);
      epoch++;
      kept.clear();
      try {
        model.compare(catalog);
        for (PoolName name : List.copyOf(catalog.heads().keySet())) {
          Optional<PoolRecord> record = pool(name);
          rule(record.isPresent(), "back", "pool " + name + " has lost its record");
          OperatingState state = record.get().state();
          model.begins(name.value(), state);
          if (state == OperatingState.DELETED) {
            erase(name.value());
          } else {
            keep(catalog.present(name).config());
          }
        }
        return;
      } catch (Crash e) {
        // Another process begins.
      }
    }
  }

  private void erase(String name) {
    model.find(name).orElseThrow().ended = true;
    catalog.erase(new PoolName(name));
    model.forget(name);
    List<String> left = new ArrayList<>();
    for (String prefix : List.of("pools/" + name + "/", "configs/" + name + "/")) {
      store.range(prefix).entries().stream().map(StoreEntry::key).forEach(left::add);
    }
    rule(left.isEmpty(), "erased", "of pool " + name + " there is still " + left);
    cloud.listed().stream()
        .filter(one -> one.alive()
            && one.truth().marks.filter(m -> m.pool().value().equals(name)).isPresent())
        .forEach(one -> rule(false, "leaked", one.id + " of pool " + name + " has no pool"));
  }

  private void keep(PoolConfig config) {
    String name = config.name().value();
    kept.remove(name);
    kept.put(name, new Kept(config));
  }

  private void ask(String name, Command command) {
    ask(name, command, CommandSender.under(Optional.empty()));
  }

  private void ask(String name, Command command, CommandSender caller) {
    Kept keeps = kept.get(name);
    if (keeps != null) {
      keeps.hear(new Event.Asked(command, caller));
    }
  }

  /** A pool that the process keeps. */
  private final class Kept {
    private final String name;
    private final LeaderFence lead;
    private final Keeper keeper;
    private final List<Event> inbox = new ArrayList<>();
    private long alarm;

    Kept(PoolConfig config) {
      this.name = config.name().value();
      String prefix = Keeper.prefix(config);
      this.lead = LeaderFence.take(store, prefix, epoch).orElseThrow();
      KeeperConfig settings = KeeperConfig.builder(
              config, ConfigSpec.none().parse(Map.of()), weather.profile(), epoch, dice.another())
          .adoption(true)
          .build();
      this.keeper = Keeper.restore(settings, store.range(prefix), timeline.now(), 0);
      hear(new Event.Tick());
    }

    private void hear(Event event) {
      inbox.add(event);
      wakeIn(1 + dice.between(0, SECOND / 5));
    }

    private void wakeIn(long nanos) {
      long mine = ++alarm;
      timeline.after(nanos, () -> {
        if (kept.get(name) == this && mine == alarm) {
          try {
            turn();
          } catch (Crash e) {
            begin();
          }
        }
      });
    }

    private void turn() {
      List<Event> events = inbox.isEmpty() ? List.of(new Event.Tick()) : List.copyOf(inbox);
      inbox.clear();
      StepResult step = keeper.step(events, timeline.now());
      for (var group : LeaderFence.groupByTransaction(step.atoms())) {
        rule(lead.commit(group).committed(), "fence", "the keeper of " + name + " is deposed");
      }
      keeper.committed();
      step.effects().forEach(effect -> cloud.run(new PoolName(name), effect, line, this::hearIf));
      step.answers().forEach(StepResult.Answer::give);
      OperatingState state = record(name).orElseThrow().state();
      model.compare(name, state);
      if (state == OperatingState.DELETED) {
        end();
        return;
      }
      wakeIn(inbox.isEmpty() ? Math.max(SECOND / 1000, step.wake() - timeline.nanos()) : 1);
    }

    private void hearIf(Event event) {
      if (kept.get(name) == this) {
        hear(event);
      }
    }

    /** The registry removes the records on another thread than the pool's. */
    private void end() {
      model.find(name).orElseThrow().ended = true;
      timeline.after(dice.between(1, 5 * SECOND), () -> {
        if (kept.get(name) == this) {
          kept.remove(name);
          try {
            erase(name);
          } catch (Crash e) {
            begin();
          }
        }
      });
    }
  }

  // ------------------------------------------------------------------------------- the ledger

  @Override
  Map<String, byte[]> durable(String prefix) {
    Map<String, byte[]> records = new TreeMap<>();
    store.range(prefix).entries().forEach(entry -> records.put(entry.key(), entry.bytes()));
    return records;
  }

  private Optional<PoolRecord> record(String name) {
    return pool(new PoolName(name));
  }
}
