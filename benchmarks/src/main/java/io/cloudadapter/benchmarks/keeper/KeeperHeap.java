package io.cloudadapter.benchmarks.keeper;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * How much heap a machine takes: in the keeper with its view, and in the store beside it. A plain program,
 * since JMH measures time: compares the heap in use before and after, each after several collections.
 */
public final class KeeperHeap {
  private static final int MACHINES = 100_000;

  private KeeperHeap() {}

  /**
   * Measures and prints.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    long empty = used();
    MemoryStore store = new MemoryStore();
    fill(store);
    long stored = used();
    PoolConfig config = PoolConfig.named("web", "here", MACHINES).build();
    KeeperConfig settings = KeeperConfig.builder(
            config,
            ConfigSpec.none().parse(Map.of()),
            ProviderProfile.builder().build(),
            store.epoch(),
            new Random(1))
        .adoption(true)
        .relabel(true)
        .build();
    Moment now = new Moment(Instant.parse("2026-06-01T00:00:00Z"), 0);
    Keeper keeper = Keeper.restore(settings, store.range(Keeper.prefix(config)), now, 0);
    StepResult step = keeper.step(List.of(new Event.Tick()), now);
    long kept = used();
    System.out.printf(
        "%,d machines: keeper with view %d bytes each, memory store %d bytes each%n",
        step.view().orElseThrow().machines().size(),
        (kept - stored) / MACHINES,
        (stored - empty) / MACHINES);
    // Both are used after the last measurement, so neither was collected before it.
    System.out.println(keeper.metrics().size() + " metrics, revision " + store.revision());
  }

  private static void fill(StateStore store) {
    Transaction.Builder transaction = Transaction.builder();
    transaction.put("pools/web/pool", """
        {"incarnation":"00000000000000000000000000a","phase":"ACTIVE","account":"here",
         "desired":%d,"desiredSet":true,"profile":1,"profileHash":"0",
         "listedAt":"2026-06-01T00:00:00Z"}
        """.formatted(MACHINES));
    for (MachineRecord machine : ManyMachines.running(MACHINES)) {
      transaction.put("pools/web/machine/" + machine.id(), RecordCodec.write(machine));
      if (transaction.operations() == Transaction.MAX_OPERATIONS) {
        store.commit(transaction.build());
        transaction = Transaction.builder();
      }
    }
    if (transaction.operations() > 0) {
      store.commit(transaction.build());
    }
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
