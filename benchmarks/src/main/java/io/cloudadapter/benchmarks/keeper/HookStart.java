package io.cloudadapter.benchmarks.keeper;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * How long a start of the library takes with many pauses in the ledger: from {@code open} until each pool has
 * told of its pauses. A plain program, with pools of 100,000.
 */
public final class HookStart {
  private static final int POOL = 100_000;
  private static final LifecycleHook DRAIN =
      LifecycleHook.onTerminate("drain", Duration.ofHours(24), HookTarget.listener());

  private HookStart() {}

  /**
   * Fills a data directory, or measures a start on one, each in a process of its own.
   *
   * @param arguments {@code pausing}, {@code running} or {@code start}, the data directory, and how many
   *     machines it holds: those that pause do so for a day from when they are made
   * @throws IOException if the directory cannot be used
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[1]);
    int machines = Integer.parseInt(arguments[2]);
    int pools = Math.max(1, machines / POOL);
    if (arguments[0].equals("start")) {
      measure(directory, pools);
    } else {
      Path ledger = Files.createDirectories(directory.resolve("ledger"));
      try (EmbeddedStore store = EmbeddedStore.open(ledger, new Random(1))) {
        for (int i = 0; i < pools; i++) {
          fill(store, pool(i), Math.min(machines, POOL), arguments[0].equals("pausing"));
        }
      }
    }
  }

  private static PoolConfig pool(int number) {
    return PoolConfig.named("web-" + number, "here", POOL).hook(DRAIN).build();
  }

  private static void measure(Path directory, int pools) {
    CloudAdapter.Builder builder = CloudAdapter.builder()
        .dataDirectory(directory)
        .account(new AccountConfig("here", "simulated", Map.of()));
    for (int i = 0; i < pools; i++) {
      builder.pool(pool(i)).hooks(pool(i).name().value(), waiting -> {});
    }
    long began = System.nanoTime();
    try (CloudAdapter library = builder.open()) {
      long opened = System.nanoTime();
      int waiting = 0;
      for (MachinePool pool : library.all()) {
        waiting += pool.hooks().size();
      }
      long told = System.nanoTime();
      System.out.printf(
          "%,d pauses wait: opened in %.1f s, all told of in %.1f s more, in all %.1f s%n",
          waiting, (opened - began) / 1e9, (told - opened) / 1e9, (told - began) / 1e9);
      // What follows is no start any more: the cloud has none of these machines.
      Runtime.getRuntime().halt(0);
    }
  }

  private static void fill(EmbeddedStore store, PoolConfig pool, int pending, boolean pauses) {
    Instant now = Instant.now();
    Transaction.Builder transaction = Transaction.builder();
    transaction.put(Keeper.prefix(pool) + "pool", """
        {"incarnation":"00000000000000000000000000a","phase":"ACTIVE","account":"here",
         "desired":0,"desiredSet":true,"profile":1,"profileHash":"0","listedAt":"%s"}
        """.formatted(now));
    for (MachineRecord running : ManyMachines.running(pending)) {
      MachineRecord machine = running.edit(edit -> {
        edit.status = pauses ? MachineRecord.Status.RETIRING : MachineRecord.Status.LIVE;
        edit.reason = pauses ? "effective 100,000 of 0" : null;
        edit.byCommand = pauses;
      });
      transaction.put(Keeper.prefix(pool) + "machine/" + machine.id(), RecordCodec.write(machine));
      if (pauses) {
        HookRecord hook =
            HookRecord.begin(UUID.randomUUID(), machine, DRAIN, now).wasTold();
        transaction.put(Keeper.prefix(pool) + "hook/" + hook.token(), RecordCodec.write(hook));
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
