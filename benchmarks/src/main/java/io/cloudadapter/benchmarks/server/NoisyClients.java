package io.cloudadapter.benchmarks.server;

import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.ServerLimits;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A thousand clients at one server, each with a token of its own, of which 990 misbehave: a third floods reads as fast
 * as they are answered, a third asks for answers and does not read them, and the rest holds event streams or sends the
 * longest bodies without a pause. The other ten set the size of the pool, as an autoscaler does. Their durable resizes
 * are measured alone and under the noise. A plain program; all clients are in this process, so they take CPU from the
 * server, too.
 */
public final class NoisyClients {
  private static final int NOISY = 990;
  private static final int GOOD = 10;
  private static final Duration PHASE = Duration.ofSeconds(15);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final int THREADS_OF_A_KIND = 8;

  private final URI server;
  private final AtomicBoolean over = new AtomicBoolean();
  private final Map<String, AtomicLong> noise = new ConcurrentSkipListMap<>();

  private NoisyClients(URI server) {
    this.server = server;
  }

  /**
   * Measures and prints.
   *
   * @param arguments none
   * @throws Exception if anything fails
   */
  public static void main(String[] arguments) throws Exception {
    Path data = Files.createTempDirectory("noisy");
    List<BearerToken> tokens = new ArrayList<>();
    for (int i = 0; i < NOISY + GOOD; i++) {
      tokens.add(BearerToken.sha256("client-" + i, Role.OPERATE, sha256(token(i))));
    }
    try (CloudAdapter adapter = CloudAdapter.builder()
            .dataDirectory(data)
            .account(new AccountConfig("here", "simulated", Map.of()))
            .pool(PoolConfig.named("web", "here", 10).build())
            .open();
        AdapterServer server = AdapterServer.builder(adapter)
            .tls(TlsConfig.off())
            .limits(ServerLimits.defaults().withConnections(4096))
            .tokens(tokens)
            .start()) {
      adapter.defaultPool().await(view -> view.everListed(), Duration.ofMinutes(1));
      NoisyClients clients = new NoisyClients(server.uri());
      clients.resizes("warm-up");
      clients.resizes("alone");
      clients.makeNoise();
      clients.resizes("990 noisy");
      clients.over.set(true);
      System.out.println("the noise was answered: " + clients.noise);
      Runtime.getRuntime().halt(0); // Threads that wait for answers of their own making.
    }
  }

  private static String token(int client) {
    return "token-of-client-" + client;
  }

  private static String sha256(String text) throws NoSuchAlgorithmException {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII)));
  }

  /** Ten clients set a size, each twenty times a second at most. */
  private void resizes(String phase) throws InterruptedException {
    ConcurrentLinkedQueue<Long> times = new ConcurrentLinkedQueue<>();
    AtomicLong failed = new AtomicLong();
    long end = System.nanoTime() + PHASE.toNanos();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < GOOD; i++) {
      String token = token(NOISY + i);
      threads.add(new Thread(() -> resize(token, end, times, failed)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
    System.out.printf(
        "%-10s %5d resizes, %d not done; median %.1f ms, 99%% below %.1f ms, longest %.1f ms%n",
        phase,
        sorted.length,
        failed.get(),
        sorted[sorted.length / 2] / 1e6,
        sorted[sorted.length * 99 / 100] / 1e6,
        sorted[sorted.length - 1] / 1e6);
  }

  private void resize(
      String token, long end, ConcurrentLinkedQueue<Long> times, AtomicLong failed) {
    try (PlainConnection connection = new PlainConnection(server, token)) {
      while (System.nanoTime() < end) {
        long begun = System.nanoTime();
        if (connection.ask("POST", "/pool/size", "{\"desiredSize\":0}") == 200) {
          times.add(System.nanoTime() - begun);
        } else {
          failed.incrementAndGet();
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    } catch (IOException e) {
      failed.incrementAndGet();
    }
  }

  private void makeNoise() {
    String longest = "{\"desiredSize\":0" + " ".repeat(65_000) + "}";
    int third = NOISY / 3;
    kind(0, third, connection -> count("flood", connection.ask("GET", "/pool", "")));
    kind(third, 2 * third, connection -> {
      for (int i = 0; i < 20; i++) {
        connection.send("GET", "/metrics", "");
      }
      return false;
    });
    kind(2 * third, 2 * third + third / 2, connection -> {
      connection.send("GET", "/pool/events?watch=true", "");
      return false;
    });
    kind(
        2 * third + third / 2,
        NOISY,
        connection -> count("body", connection.ask("POST", "/pool/size", longest)));
    LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
  }

  private boolean count(String kind, int status) {
    noise.computeIfAbsent(kind + " " + status, key -> new AtomicLong()).incrementAndGet();
    return true;
  }

  /** What a client does; false if it does so once. */
  @FunctionalInterface
  private interface Noise {
    boolean make(PlainConnection connection) throws IOException;
  }

  private void kind(int from, int to, Noise noisy) {
    for (int i = 0; i < THREADS_OF_A_KIND; i++) {
      int first = from + i;
      Thread thread = new Thread(() -> run(first, to, noisy));
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run(int first, int to, Noise noisy) {
    Map<Integer, PlainConnection> connections = new HashMap<>();
    Set<Integer> held = new HashSet<>();
    while (!over.get()) {
      for (int client = first; client < to; client += THREADS_OF_A_KIND) {
        if (held.contains(client)) {
          continue;
        }
        try {
          PlainConnection connection = connections.get(client);
          if (connection == null) {
            connection = new PlainConnection(server, token(client));
            connections.put(client, connection);
          }
          if (!noisy.make(connection)) {
            held.add(client);
          }
        } catch (IOException e) {
          connections.remove(client);
          noise.computeIfAbsent("cut off", key -> new AtomicLong()).incrementAndGet();
        }
      }
      if (held.size() * THREADS_OF_A_KIND >= to - first) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }
}
