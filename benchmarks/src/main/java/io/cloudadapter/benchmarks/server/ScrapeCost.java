package io.cloudadapter.benchmarks.server;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * What a scrape costs: the rows of all pools, and the page {@code /metrics} by plain HTTP, beside a read of every
 * machine of every pool in the same process. Arguments: pools and machines of each, 200 and 100 unless given.
 */
public final class ScrapeCost {
  private static final int POOLS_OF_AN_ACCOUNT = 25;
  private static final int ROUNDS = 25;

  private ScrapeCost() {}

  /**
   * Measures and prints.
   *
   * @param arguments pools, machines
   * @throws Exception if anything fails
   */
  public static void main(String[] arguments) throws Exception {
    int pools = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
    int machines = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
    CloudAdapter.Builder builder = CloudAdapter.builder().inMemory();
    for (int i = 0; i < pools; i++) {
      String account = "account-" + i / POOLS_OF_AN_ACCOUNT;
      if (i % POOLS_OF_AN_ACCOUNT == 0) {
        builder.account(new AccountConfig(
            account, "simulated", Map.of("bootTime", "0s", "queueTime", "0s", "quota", "100000")));
      }
      builder.pool(
          PoolConfig.named("pool-" + i, account, machines).initialSize(machines).build());
    }
    try (CloudAdapter adapter = builder.open();
        AdapterServer server = AdapterServer.builder(adapter)
            .address("127.0.0.1", 0)
            .tls(TlsConfig.off())
            .start()) {
      for (MachinePool pool : adapter.all()) {
        pool.await(PoolView::settled, Duration.ofMinutes(10));
      }
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest page =
          HttpRequest.newBuilder(URI.create(server.uri() + "/metrics")).build();
      int bytes = client.send(page, HttpResponse.BodyHandlers.ofByteArray()).body().length;
      System.out.printf(
          "%d pools of %d machines: %d rows, %d kB%n",
          pools, machines, adapter.metrics().size(), bytes / 1_000);

      double[] read = new double[ROUNDS];
      double[] rows = new double[ROUNDS];
      double[] scrape = new double[ROUNDS];
      for (int i = -5; i < ROUNDS; i++) {
        double reading = milliseconds(() -> adapter.all().stream()
            .mapToLong(pool -> pool.view().machines().stream()
                .filter(machine -> machine.effective())
                .count())
            .sum());
        double measuring = milliseconds(adapter::metrics);
        double scraping =
            milliseconds(() -> client.send(page, HttpResponse.BodyHandlers.ofByteArray()));
        if (i >= 0) {
          read[i] = reading;
          rows[i] = measuring;
          scrape[i] = scraping;
        }
      }
      print("read every machine", read, read);
      print("rows", rows, read);
      print("GET /metrics", scrape, read);
    }
  }

  private static double milliseconds(Callable<?> work) throws Exception {
    long began = System.nanoTime();
    if (work.call() == null) {
      throw new IllegalStateException("nothing was measured");
    }
    return (System.nanoTime() - began) / 1e6;
  }

  private static void print(String what, double[] times, double[] beside) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    double[] ratios = new double[times.length];
    Arrays.setAll(ratios, i -> times[i] / beside[i]);
    Arrays.sort(ratios);
    System.out.printf(
        "%-20s median %6.1f ms, slowest %6.1f ms, %.1f times the read%n",
        what, sorted[times.length / 2], sorted[times.length - 1], ratios[times.length / 2]);
  }
}
