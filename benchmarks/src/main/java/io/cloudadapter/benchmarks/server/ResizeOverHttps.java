package io.cloudadapter.benchmarks.server;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSocketFactory;

/**
 * Durable {@code POST /pool/size}, whole: HTTPS, keeper, ledger, fsync; with 1 and 64 clients in this
 * process, beside a bare append and force loop on the same disk and, at the library, without HTTP. A plain
 * program with short slices that alternate, since what counts is ratios on a disk whose speed changes:
 * each slice is compared with those of the bare loop just before and after it, and the median counts.
 */
public final class ResizeOverHttps {
  private static final int ROUNDS = 25;
  private static final Duration SLICE = Duration.ofMillis(200);

  /** Enough for the JIT to be done with all of it, however busy the machine is. */
  private static final int WARM_UP = 20_000;

  private static final String NONE = "{\"desiredSize\":0}";

  private final CloudAdapter adapter;
  private final Durable force;

  private ResizeOverHttps(CloudAdapter adapter, Durable force) {
    this.adapter = adapter;
    this.force = force;
  }

  /** One operation that is durable when it returns. */
  private interface Durable {
    void once() throws Exception;
  }

  /**
   * Measures and prints.
   *
   * @param arguments none
   * @throws Exception if anything fails
   */
  public static void main(String[] arguments) throws Exception {
    Path data = Files.createTempDirectory("resize");
    try (CloudAdapter adapter = open(data);
        AdapterServer server = AdapterServer.builder(adapter)
            .address("127.0.0.1", 0)
            .tls(TlsConfig.selfSigned(data.resolve("tls")))
            .start();
        FileChannel bare = FileChannel.open(
            data.resolve("bare"), StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND)) {
      MachinePool local = adapter.defaultPool();
      local.await((PoolView view) -> true, Duration.ofMinutes(1));
      ResizeOverHttps measure = new ResizeOverHttps(adapter, () -> {
        bare.write(ByteBuffer.allocate(512));
        bare.force(false);
      });
      SSLSocketFactory tls =
          KeptConnection.trusting(server.selfSignedCertificate().orElseThrow());
      for (int callers : List.of(1, 64)) {
        measure.compare("library", Collections.nCopies(callers, () -> local.setDesiredSize(0)));
        List<Durable> posts = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
          KeptConnection connection = new KeptConnection(server.uri(), tls);
          posts.add(() -> connection.post("/pool/size", NONE));
        }
        measure.compare("HTTPS", posts);
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

  private void compare(String what, List<Durable> subjects) throws Exception {
    for (List<Long> warm = new ArrayList<>(); warm.size() < WARM_UP; ) {
      rate(subjects, SLICE, warm);
    }
    double[] rates = new double[ROUNDS];
    double[] ratios = new double[ROUNDS];
    double[] disks = new double[ROUNDS + 1];
    double[] perForce = new double[ROUNDS];
    List<Long> times = new ArrayList<>();
    List<Long> bareTimes = new ArrayList<>();
    disks[0] = rate(List.of(force), SLICE, bareTimes);
    for (int i = 0; i < ROUNDS; i++) {
      double forces = forces();
      rates[i] = rate(subjects, SLICE, times);
      perForce[i] = rates[i] * SLICE.toMillis() / 1_000 / Math.max(1, forces() - forces);
      disks[i + 1] = rate(List.of(force), SLICE, bareTimes);
      ratios[i] = rates[i] / ((disks[i] + disks[i + 1]) / 2);
    }
    System.out.printf(
        "%-8s %2d callers: %6.0f/s, the bare loop %5.0f/s; ratio %5.2f (quartiles %.2f to %.2f);"
            + " %.1f requests a force; fastest tenth below %.0f us, bare %.0f us%n",
        what,
        subjects.size(),
        quantile(rates, 0.5),
        quantile(disks, 0.5),
        quantile(ratios, 0.5),
        quantile(ratios, 0.25),
        quantile(ratios, 0.75),
        quantile(perForce, 0.5),
        fastestTenth(times),
        fastestTenth(bareTimes));
  }

  /** In microseconds; hardly touched by what else the machine does, unlike a rate. */
  private static double fastestTenth(List<Long> nanos) {
    return quantile(nanos.stream().mapToDouble(n -> n / 1e3).toArray(), 0.1);
  }

  private static double quantile(double[] values, double part) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (part * (sorted.length - 1))];
  }

  private double forces() {
    return adapter.metrics().stream()
        .filter(metric -> metric.name().equals("cloudadapter_store_forces_total"))
        .mapToDouble(Metric::value)
        .sum();
  }

  /** How often a second all of them together succeed, each on a thread of its own. */
  private static double rate(List<Durable> subjects, Duration time, List<Long> times)
      throws Exception {
    int before = times.size();
    long begun = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(subjects.size());
    try {
      List<Future<List<Long>>> running = new ArrayList<>();
      for (Durable subject : subjects) {
        running.add(threads.submit(() -> times(subject, begun + time.toNanos())));
      }
      for (Future<List<Long>> future : running) {
        times.addAll(future.get());
      }
    } finally {
      threads.shutdownNow();
    }
    return (times.size() - before) / (time.toNanos() / 1e9);
  }

  private static List<Long> times(Durable subject, long until) throws Exception {
    List<Long> times = new ArrayList<>();
    long now = System.nanoTime();
    while (now - until < 0) {
      subject.once();
      long after = System.nanoTime();
      times.add(after - now);
      now = after;
    }
    return times;
  }
}
