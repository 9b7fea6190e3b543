package io.cloudadapter.benchmarks.keeper;

import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * How much heap an action takes that has ended and is not cleaned up yet: in the keeper, and in the store
 * beside it. A plain program, since JMH measures time: compares the heap in use before and after, each
 * after several collections.
 */
public final class ActionHeap {
  private static final int ACTIONS = 200_000;
  private static final int MACHINES = 1_000;
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
  private static final Duration TOOK = Duration.ofMillis(2_417);

  private ActionHeap() {}

  /**
   * Measures and prints.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    PoolConfig config = PoolConfig.named("web", "here", MACHINES).build();
    MemoryStore store = new MemoryStore();
    store.commit(Transaction.builder()
        .put(Keeper.prefix(config) + "pool", """
            {"incarnation":"00000000000000000000000000a","phase":"ACTIVE","account":"here",
             "profile":1,"profileHash":"0","listedAt":"%s"}
            """.formatted(NOW))
        .build());
    long empty = used();
    fill(store, Keeper.prefix(config));
    long stored = used();
    KeeperConfig settings = KeeperConfig.builder(
            config,
            ConfigSpec.none().parse(Map.of()),
            ProviderProfile.builder().build(),
            store.epoch(),
            new Random(1))
        .adoption(true)
        .relabel(true)
        .build();
    Moment now = new Moment(NOW.plusSeconds(60), 0);
    Keeper keeper = Keeper.restore(settings, store.range(Keeper.prefix(config)), now, 0);
    keeper.step(List.of(new Event.Tick()), now);
    long kept = used();
    System.out.printf(
        "%,d actions that have ended: keeper %d bytes each, memory store %d bytes each%n",
        ACTIONS, (kept - stored) / ACTIONS, (stored - empty) / ACTIONS);
    // Both are used after the last measurement, so neither was collected before it.
    System.out.println(keeper.metrics().size() + " metrics, revision " + store.revision());
  }

  private static void fill(StateStore store, String prefix) {
    Random random = new Random(2);
    Transaction.Builder transaction = Transaction.builder();
    for (int i = 0; i < ACTIONS; i++) {
      ActionRecord action = reboot(random, i);
      transaction.put(prefix + "action/" + action.uid(), RecordCodec.write(action));
      if (transaction.operations() == Transaction.MAX_OPERATIONS) {
        store.commit(transaction.build());
        transaction = Transaction.builder();
      }
    }
    if (transaction.operations() > 0) {
      store.commit(transaction.build());
    }
  }

  private static ActionRecord reboot(Random random, int number) {
    Instant asked = NOW.plusMillis(number).plusNanos(random.nextInt(1_000_000));
    String machine = "i-%017x".formatted((number % MACHINES * 0x9e3779b97f4a7c15L) >>> 4);
    return new ActionRecord(
        new UUID(random.nextLong(), random.nextLong()),
        number,
        "Reboot",
        Map.of("mode", "soft"),
        machine,
        0,
        ActionRecord.machineUid("00000000000000000000000000a", machine, 0),
        true,
        true,
        Repeat.TRACEABLE,
        false,
        ActionPhase.SUCCEEDED,
        null,
        "operator",
        Map.of(),
        asked,
        asked,
        asked.plus(Duration.ofHours(1)),
        5,
        List.of(new ActionRecord.Attempt(
            asked.plusMillis(3), asked.plus(TOOK), ActionRecord.Attempt.Outcome.SOMETHING, null)),
        Map.of(),
        false,
        null,
        null,
        asked.plus(TOOK),
        0,
        null);
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
