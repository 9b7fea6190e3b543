package io.cloudadapter.simulation.process;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.LaunchVersion;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.simulation.engine.EventTrace;
import io.cloudadapter.simulation.oracle.CommandModel;
import io.cloudadapter.simulation.oracle.HistoryChecker;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One pool under test: its configuration, what is durable of it, and who judges it. */
public final class PoolUnderTest {
  public final InvariantChecker judge;
  final CommandModel wishes;
  private final String leaderKey;
  private final EventTrace chronicle;
  private final Map<String, byte[]> durable = new TreeMap<>();
  private final List<LaunchVersion> versions = new ArrayList<>();
  private PoolConfig config;

  /** Who has the lead over its records. */
  @Nullable
  Object leader;

  private @Nullable HookReceivers receivers;
  private ActionTypes actions = ActionTypes.none();
  private @Nullable List<Map<String, Optional<byte[]>>> unclear;
  private CommandModel.@Nullable Foretold unclearWishes;
  private @Nullable HistoryChecker history;

  PoolUnderTest(PoolConfig config, InvariantChecker judge, EventTrace chronicle) {
    this.config = config;
    this.judge = judge;
    this.wishes = new CommandModel(judge);
    this.chronicle = chronicle;
    this.leaderKey = Keeper.prefix(config) + "leader";
    record();
  }

  public PoolConfig config() {
    return config;
  }

  void configure(PoolConfig changed) {
    config = changed;
    record();
    chronicle.tell("people", () -> "configure " + changed);
  }

  private void record() {
    versions.add(
        0,
        new LaunchVersion(
            versions.size() + 1L, config.launch(), ConfigSpec.none().parse(Map.of())));
  }

  /** What launches were made from by each configuration so far, the newest first. */
  List<LaunchVersion> versions() {
    return List.copyOf(versions);
  }

  /** Sets the receivers of its hook messages. */
  public void tells(HookReceivers told) {
    receivers = told;
  }

  HookReceivers receivers() {
    return Objects.requireNonNull(receivers, "a pool with hooks has receivers");
  }

  /** What can be done to its machines. */
  public void acts(ActionTypes types) {
    actions = types;
  }

  ActionTypes actions() {
    return actions;
  }

  /** A group of atoms has become durable. */
  void durable(List<Map<String, Optional<byte[]>>> group) {
    for (Map<String, Optional<byte[]>> atom : group) {
      atom.forEach((key, value) -> {
        value.ifPresentOrElse(bytes -> durable.put(key, bytes), () -> durable.remove(key));
        chronicle.tell(
            "ledger",
            () -> key + " = "
                + value
                    .map(b -> new String(b, java.nio.charset.StandardCharsets.UTF_8))
                    .orElse("(none)"));
      });
      judge.durable(atom);
      if (history != null) {
        history.changed(atom);
      }
    }
  }

  /** Its history is recorded, and compared with its ledger. */
  void records(HistoryBounds bounds) {
    history = new HistoryChecker(config, bounds.bytes());
  }

  /** Compares the history in a store with what has become durable. */
  void lookAtHistory(StateStore store) {
    if (history != null) {
      history.look(store);
    }
  }

  /** A keeper begins to work with the present configuration. */
  void loaded() {
    judge.configured(config);
    judge.newLife();
  }

  /** A group has an unknown outcome, until the store is opened again. */
  void unclear(List<Map<String, Optional<byte[]>>> group, CommandModel.Foretold foretold) {
    unclear = group;
    unclearWishes = foretold;
  }

  /** The store shows what is durable: all that was acknowledged, and what was in doubt whole or not at all. */
  void recovered(StoreRange range) {
    List<Map<String, Optional<byte[]>>> doubt = unclear;
    CommandModel.Foretold foretold = unclearWishes;
    unclear = null;
    unclearWishes = null;
    if (doubt != null && !holds(range)) {
      durable(doubt);
    }
    InvariantChecker.rule(
        holds(range),
        "I6",
        "the store holds something else than what was acknowledged, or half a transaction");
    if (foretold != null) {
      wishes.compare(foretold, false);
      judge.compare();
    }
  }

  private boolean holds(StoreRange range) {
    int found = 0;
    for (StoreEntry value : range.entries()) {
      if (!value.key().equals(leaderKey)) {
        byte[] expected = durable.get(value.key());
        if (expected == null || !Arrays.equals(expected, value.bytes())) {
          return false;
        }
        found++;
      }
    }
    return found == durable.size();
  }
}
