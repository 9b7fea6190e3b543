package io.cloudadapter.benchmarks.server;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.core.AccountConfig;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.Tls;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Durable {@code POST /pool/size}, whole: HTTPS, keeper, ledger, fsync; with 1 and 64 clients in this
 * process, beside a bare append and force loop on the same disk and, at the library, without HTTP. A plain
 * program with rounds that alternate, since what counts is ratios on a disk whose speed changes.
 */
public final class ResizeOverHttps {
  private static final int ROUNDS = 5;
  private static final Duration ROUND = Duration.ofSeconds(3);

  private ResizeOverHttps() {}

  /** One operation that is durable when it returns. */
  private interface Durable {
    void once() throws Exception;
  }

  /**
   * Measures and prints.
   *
   * @param arguments none
   * @throws Exception whatever goes wrong
   */
  public static void main(String[] arguments) throws Exception {
    Path data = Files.createTempDirectory("resize");
    try (CloudAdapter adapter = open(data);
        AdapterServer server = AdapterServer.builder(adapter)
            .address("127.0.0.1", 0)
            .tls(Tls.selfSigned(data.resolve("tls")))
            .start();
        FileChannel bare = FileChannel.open(
            data.resolve("bare"), StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND)) {
      MachinePool local = adapter.defaultPool();
      local.await((PoolView view) -> true, Duration.ofMinutes(1));
      MachinePool remote = RemotePools.at(server.uri())
          .trust(server.selfSignedCertificate().orElseThrow())
          .build()
          .defaultPool();
      Durable force = () -> {
        bare.write(ByteBuffer.allocate(512));
        bare.force(false);
      };
      for (int round = 1; round <= ROUNDS; round++) {
        double disk = rate(1, force);
        report(round, "library, 1 caller", 1, adapter, disk, () -> local.setDesiredSize(0));
        report(round, "library, 64 callers", 64, adapter, disk, () -> local.setDesiredSize(0));
        report(round, "HTTPS, 1 client", 1, adapter, disk, () -> remote.setDesiredSize(0));
        report(round, "HTTPS, 64 clients", 64, adapter, disk, () -> remote.setDesiredSize(0));
      }
    }
  }

  private static CloudAdapter open(Path data) {
    return CloudAdapter.builder()
        .dataDirectory(data)
        .account(new AccountConfig("here", "simulated", Map.of()))
        .pool(PoolConfig.named("web", "here", 10).build())
        .open();
  }

  private static void report(
      int round, String what, int callers, CloudAdapter adapter, double disk, Durable operation)
      throws Exception {
    double forces = forces(adapter);
    double rate = rate(callers, operation);
    double perForce = rate * ROUND.toSeconds() / Math.max(1, forces(adapter) - forces);
    System.out.printf(
        "round %d  %-20s %8.0f/s  %5.2f of the bare loop's %.0f/s  %5.1f requests a force%n",
        round, what, rate, rate / disk, disk, perForce);
  }

  private static double forces(CloudAdapter adapter) {
    return adapter.metrics().stream()
        .filter(metric -> metric.name().equals("cloudadapter_store_forces_total"))
        .mapToDouble(Metric::value)
        .sum();
  }

  private static double rate(int callers, Durable operation) throws Exception {
    AtomicLong done = new AtomicLong();
    long until = System.nanoTime() + ROUND.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        running.add(threads.submit(() -> {
          while (System.nanoTime() - until < 0) {
            operation.once();
            done.incrementAndGet();
          }
          return done;
        }));
      }
      for (Future<?> future : running) {
        future.get();
      }
    } finally {
      threads.shutdownNow();
    }
    return done.get() / (double) ROUND.toSeconds();
  }
}
