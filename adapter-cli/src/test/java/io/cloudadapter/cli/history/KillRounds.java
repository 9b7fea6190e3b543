package io.cloudadapter.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.cli.ServerProcess;
import io.cloudadapter.cli.history.RegisterHistories.Deed;
import io.cloudadapter.cli.history.SizeAnswer.Seen;
import io.cloudadapter.cli.history.SizeCommand.Read;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * A server on one data directory that is killed in the midst of what eight clients send, again and again. On each new
 * server they send again what is open; then, while nothing is under way, all that was sent and answered since the last
 * rest must have an order.
 */
final class KillRounds {
  static final SizeLimits LIMITS = new SizeLimits(1, 12, 14);
  private static final int WRITERS = 8;
  private static final int MOST_ANSWERS = 90;

  private final Path home;
  private final KillFigures figures;
  private final SplittableRandom random;
  private final SizeModel model = new SizeModel(LIMITS);
  private final CommandLog log = new CommandLog();
  private final SharedMachines machines = new SharedMachines();
  private final PoolClient observer = new PoolClient();
  private final List<PoolWriter> writers = new ArrayList<>();
  private final ConcurrentLinkedQueue<Throwable> broken = new ConcurrentLinkedQueue<>();
  private volatile CountDownLatch answers = new CountDownLatch(0);
  private Optional<PoolState> atRest = Optional.empty();

  KillRounds(Path home, long seed, KillFigures figures) {
    this.home = home;
    this.figures = figures;
    this.random = new SplittableRandom(seed);
    for (int i = 0; i < WRITERS; i++) {
      writers.add(new PoolWriter(
          "writer-" + i, random.nextLong(), log, machines, figures, () -> answers.countDown()));
    }
  }

  /** Kills as often as asked, and checks what the last kill left, too. */
  void run(int kills) throws Exception {
    for (int kill = 0; kill < kills; kill++) {
      if (random.nextInt(10) == 0) {
        try (ServerProcess starting = start()) {
          starting.killAfter(Duration.ofMillis(random.nextInt(1_500)));
        }
      }
      live(1 + random.nextInt(MOST_ANSWERS));
      figures.round();
    }
    try (ServerProcess server = start()) {
      moveTo(server.ready());
      assertThat(everyWriter(PoolWriter::repeat))
          .as("all is answered in the end")
          .isTrue();
      rest();
    }
  }

  /** One life of the server, up to its violent end after a number of answers. */
  private void live(int enough) throws Exception {
    answers = new CountDownLatch(enough);
    try (ServerProcess server = start()) {
      moveTo(server.ready());
      Thread killer = new Thread(() -> kill(server), "killer");
      killer.start();
      if (everyWriter(PoolWriter::repeat)) {
        rest();
        everyWriter(PoolWriter::load);
      }
      while (answers.getCount() > 0) {
        answers.countDown();
      }
      killer.join();
    }
    log.serverDied();
    if (!broken.isEmpty()) {
      throw new AssertionError("a thread failed", broken.remove());
    }
  }

  private void kill(ServerProcess server) {
    try {
      if (!answers.await(2, TimeUnit.MINUTES)) {
        throw new AssertionError("the server answers no more");
      }
      server.killAfter(Duration.ofNanos(random.nextInt(3_000_000)));
    } catch (InterruptedException | AssertionError e) {
      broken.add(e);
    } finally {
      server.close();
    }
  }

  /** All at once; whether all of them say yes. */
  private boolean everyWriter(Predicate<PoolWriter> deed) throws InterruptedException {
    AtomicInteger done = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (PoolWriter writer : writers) {
      Thread thread = new Thread(() -> done.addAndGet(deed.test(writer) ? 1 : 0));
      thread.setUncaughtExceptionHandler((failed, fault) -> broken.add(fault));
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return done.get() == WRITERS;
  }

  /** Nothing is under way: checks what happened since the last rest, and begins anew. */
  private void rest() throws IOException {
    long began = log.now();
    SizeAnswer answer = observer.send(new Read(), Optional.empty());
    if (!(answer instanceof Seen seen)) {
      return; // The server has just been killed: what is open is looked at on the next one.
    }
    log.add(new SizeOperation(new Read(), Optional.empty(), answer), began);
    Optional<JsonNode> pool = observer.get("/pool");
    if (pool.isEmpty()) {
      return;
    }
    List<Deed<SizeOperation>> history = log.close();
    if (atRest.isPresent()) {
      check(atRest.get(), history);
    }
    Set<String> gone = machines.removed();
    for (JsonNode machine : pool.get().path("machines")) {
      if (machine.path("machineState").asText().equals("RUNNING")) {
        gone.remove(machine.path("id").asText());
      }
    }
    atRest = Optional.of(PoolState.of(seen.desired(), gone));
    writers.forEach(PoolWriter::forget);
  }

  private void check(PoolState first, List<Deed<SizeOperation>> history) throws IOException {
    long began = System.nanoTime();
    Optional<Deed<SizeOperation>> unexplained = model.unexplained(first, history);
    figures.checked(System.nanoTime() - began);
    if (unexplained.isPresent()) {
      Path file = Path.of("target", "kill-rounds-" + System.nanoTime() + ".txt");
      List<String> lines =
          new ArrayList<>(List.of(first.toString(), unexplained.get().toString()));
      history.stream()
          .sorted(Comparator.comparingLong(Deed::began))
          .map(deed -> deed.began() + " to " + deed.ended() + ": " + deed.what())
          .forEach(lines::add);
      Files.write(file, lines);
      throw new AssertionError("no order explains " + unexplained.get() + ", see " + file);
    }
  }

  private void moveTo(URI address) {
    observer.moveTo(address);
    writers.forEach(writer -> writer.client().moveTo(address));
    while (!observer
        .get("/pool/status")
        .filter(status -> status.path("listStatus").asText().equals("RECENT"))
        .isPresent()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  private ServerProcess start() throws IOException {
    Path config = Files.writeString(home.resolve("adapter.yaml"), """
        data: data
        server: {port: 0, http: true}
        accounts:
          sim: {provider: simulated, latency: 5ms, bootTime: 50ms, endTime: 50ms, listLag: 50ms,
            callTimeout: 2s, lateAcceptance: 50ms}
        pools:
          web: {account: sim, initialSize: 4, minSize: %d, maxSize: %d, maxSizeLimit: %d,
            listInterval: {busy: 200ms, idle: 500ms},
            launchesPerHour: 100000, terminationsPerHour: 100000, massDisappearanceShare: 1}
        """.formatted(
            LIMITS.minSize(), LIMITS.maxSize(), LIMITS.cap()));
    return ServerProcess.start(config, home.resolve("stderr"));
  }
}
