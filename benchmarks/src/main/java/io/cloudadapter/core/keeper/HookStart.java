package io.cloudadapter.core.keeper;

import io.cloudadapter.api.hook.Hook;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.core.PoolConfig;
import io.cloudadapter.core.store.EmbeddedStore;
import io.cloudadapter.core.store.Lead;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.spi.ConfigSpec;
import io.cloudadapter.spi.ProviderProfile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long a start takes with many pauses in the ledger: opening the embedded store, reading it, and each
 * pool's first step, each pool on a thread of its own as in the library. A plain program, with pools of
 * 100,000.
 */
public final class HookStart {
  private static final int POOL = 100_000;
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
  private static final Hook DRAIN =
      Hook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener());

  private HookStart() {}

  /**
   * Fills a store, or measures a start on one that is filled, in a process of its own.
   *
   * @param arguments the directory, and with how many machines to fill it, which pause unless a third
   *     argument is there; with the directory only, it is started on
   * @throws Exception whatever goes wrong
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    if (arguments.length > 1) {
      int pending = Integer.parseInt(arguments[1]);
      try (EmbeddedStore store = EmbeddedStore.open(directory, new Random(1))) {
        for (int i = 0; i < Math.max(1, pending / POOL); i++) {
          fill(store, pool(i), Math.min(pending, POOL), arguments.length == 2);
        }
      }
    } else {
      measure(directory);
    }
  }

  private static PoolConfig pool(int number) {
    return PoolConfig.named("web-" + number, "here", POOL).hook(DRAIN).build();
  }

  private static void measure(Path directory) throws InterruptedException {
    long began = System.nanoTime();
    try (EmbeddedStore store = EmbeddedStore.open(directory, new Random(2))) {
      long opened = System.nanoTime();
      AtomicInteger waiting = new AtomicInteger();
      List<Thread> starting = new ArrayList<>();
      for (int i = 0; !store.range(Keeper.prefix(pool(i)) + "pool").entries().isEmpty(); i++) {
        PoolConfig pool = pool(i);
        starting.add(
            new Thread(() -> waiting.addAndGet(start(store, pool).hooks().size())));
      }
      starting.forEach(Thread::start);
      for (Thread each : starting) {
        each.join();
      }
      long started = System.nanoTime();
      System.out.printf(
          "%,d pauses wait: store %.1f s, keepers with their first steps %.1f s, in all %.1f s%n",
          waiting.get(), (opened - began) / 1e9, (started - opened) / 1e9, (started - began) / 1e9);
    }
  }

  private static Keeper start(EmbeddedStore store, PoolConfig pool) {
    Setup setup = new Setup(
        pool,
        ConfigSpec.none().parse(Map.of()),
        ProviderProfile.builder().build(),
        true,
        true,
        store.epoch(),
        new Random(1));
    Now now = new Now(NOW.plusSeconds(60), System.nanoTime());
    Lead lead = Lead.take(store, Keeper.prefix(pool), store.epoch()).orElseThrow();
    Keeper keeper = Keeper.over(setup, lead.read(), now, 0);
    keeper.step(List.of(new Event.Tick()), now);
    return keeper;
  }

  private static void fill(EmbeddedStore store, PoolConfig pool, int pending, boolean pauses) {
    Transaction.Builder transaction = Transaction.builder();
    transaction.put(Keeper.prefix(pool) + "pool", """
        {"incarnation":"00000000000000000000000000a","phase":"ACTIVE","account":"here",
         "desired":0,"desiredSet":true,"profile":1,"profileHash":"0","listedAt":"%s"}
        """.formatted(NOW));
    for (MachineRecord running : ManyMachines.running(pending)) {
      MachineRecord machine = running.edit(edit -> {
        edit.status = pauses ? MachineRecord.Status.RETIRING : MachineRecord.Status.LIVE;
        edit.reason = pauses ? "effective 100,000 of 0" : null;
        edit.byCommand = pauses;
      });
      transaction.put(Keeper.prefix(pool) + "machine/" + machine.id(), Codec.write(machine));
      if (pauses) {
        HookRecord hook =
            HookRecord.begin(UUID.randomUUID(), machine, DRAIN, NOW).wasTold();
        transaction.put(Keeper.prefix(pool) + "hook/" + hook.token(), Codec.write(hook));
      }
      if (transaction.operations() > Transaction.MAX_OPERATIONS - 2) {
        store.commit(transaction.build());
        transaction = Transaction.builder();
      }
    }
    if (transaction.operations() > 0) {
      store.commit(transaction.build());
    }
  }
}
