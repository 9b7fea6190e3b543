package io.cloudadapter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.cli.history.RegisterHistories.Deed;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * What clients do to the servers of a team: each asks any of them, and asks another one, under the same idempotency
 * key, until it is answered.
 */
final class ReplicaClients {
  static final int MOST = 14;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A write or a read of the desired size. */
  record Size(boolean write, int size) {}

  /** An answer to a hook, and whether it was taken; or who saw it wait. */
  record HookDeed(String answer, boolean taken) {}

  /** A read of a follower: how old it may be, by its own word. */
  record Aged(int size, long ageNanos, long asked, long answered) {}

  /** An acknowledged write: when the request that was acknowledged was sent, and when the answer came. */
  record Ack(long sent, long answered) {}

  final Queue<Deed<Size>> sizes = new ConcurrentLinkedQueue<>();
  final Map<String, Queue<Deed<HookDeed>>> hooks = new ConcurrentHashMap<>();
  final Queue<Aged> aged = new ConcurrentLinkedQueue<>();
  final Queue<Ack> acks = new ConcurrentLinkedQueue<>();
  final Set<String> terminated = ConcurrentHashMap.newKeySet();
  final Queue<String> refusals = new ConcurrentLinkedQueue<>();
  final AtomicInteger repeats = new AtomicInteger();
  private final ReplicaCluster team;
  private final List<Thread> clients = new ArrayList<>();
  private final List<Thread> answering = new ArrayList<>();
  private final Set<String> chosen = ConcurrentHashMap.newKeySet();
  private volatile boolean over;
  private volatile boolean quiet;

  ReplicaClients(ReplicaCluster team, long seed) {
    this.team = team;
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 4; i++) {
      clients.add(client("web-" + i, random.split(), this::resizeOrRead));
    }
    for (int i = 0; i < 2; i++) {
      clients.add(client("jobs-" + i, random.split(), this::terminate));
    }
    for (int i = 0; i < 2; i++) {
      answering.add(client("hooks-" + i, random.split(), this::answerHooks));
    }
    clients.forEach(Thread::start);
    answering.forEach(Thread::start);
  }

  /** For how many milliseconds no write was acknowledged at most, from a moment until now. */
  long longestPause(long since) {
    List<Long> times = new ArrayList<>(List.of(since, System.nanoTime()));
    acks.stream().map(Ack::answered).filter(at -> at - since > 0).forEach(times::add);
    Collections.sort(times);
    long longest = 0;
    for (int i = 1; i < times.size(); i++) {
      longest = Math.max(longest, times.get(i) - times.get(i - 1));
    }
    return TimeUnit.NANOSECONDS.toMillis(longest);
  }

  /** Stops what changes the pools; hooks are still answered. */
  void quiet() throws InterruptedException {
    quiet = true;
    for (Thread client : clients) {
      client.join();
    }
  }

  void stop() throws InterruptedException {
    quiet();
    over = true;
    for (Thread client : answering) {
      client.join();
    }
  }

  private interface Deeds {
    void once(Caller caller, String key, SplittableRandom chance);
  }

  private Thread client(String name, SplittableRandom chance, Deeds deeds) {
    boolean hooks = name.startsWith("hooks");
    Thread thread = new Thread(
        () -> {
          Caller caller = new Caller(chance.split());
          for (int number = 0; hooks ? !over : !quiet; number++) {
            deeds.once(caller, name + "-" + number, chance);
            pause(100 + chance.nextInt(400));
          }
        },
        "client " + name);
    thread.setDaemon(true);
    return thread;
  }

  private static void pause(int millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** An answer, and when its request was sent. */
  private record Said(int status, Optional<JsonNode> body, Optional<Long> age, long sent) {}

  /** One client's connections. */
  private final class Caller {
    private final HttpClient client = team.client();
    private final SplittableRandom chance;

    Caller(SplittableRandom chance) {
      this.chance = chance;
    }

    private Optional<Said> once(String path, Optional<String> key, String body) {
      String server = ReplicaCluster.SERVERS.get(chance.nextInt(ReplicaCluster.SERVERS.size()));
      HttpRequest.Builder request = team.request(server, path);
      key.ifPresent(k -> request
          .header("Idempotency-Key", k)
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(body)));
      long sent = System.nanoTime();
      try {
        HttpResponse<byte[]> reply =
            client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        Optional<JsonNode> json = reply.statusCode() == 200 && reply.body().length > 0
            ? Optional.of(JSON.readTree(reply.body()))
            : Optional.empty();
        return Optional.of(new Said(
            reply.statusCode(), json, reply.headers().firstValue("Age").map(Long::valueOf), sent));
      } catch (IOException e) {
        return Optional.empty();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    }

    Optional<Said> read(String path) {
      return once(path, Optional.empty(), "").filter(said -> said.status() == 200);
    }

    /** Repeats until a server answers that can: done, or refused for good. */
    Said write(String path, String key, String body) {
      while (true) {
        Optional<Said> said = once(path, Optional.of(key), body).filter(s -> s.status() < 500);
        if (said.isPresent()) {
          if (said.get().status() == 200) {
            acks.add(new Ack(said.get().sent(), System.nanoTime()));
          }
          return said.get();
        }
        repeats.incrementAndGet();
        pause(50 + chance.nextInt(100));
      }
    }
  }

  private void resizeOrRead(Caller caller, String key, SplittableRandom chance) {
    long began = System.nanoTime();
    if (chance.nextInt(3) == 0) {
      int size = 2 + chance.nextInt(MOST - 1);
      Said said = caller.write("/pools/web/pool/size", key, "{\"desiredSize\": " + size + "}");
      expect(200, said, "resize to " + size);
      sizes.add(new Deed<>(new Size(true, size), began, System.nanoTime()));
      return;
    }
    caller.read("/pools/web/pool/size").ifPresent(said -> {
      int size = said.body().orElseThrow().path("desiredSize").asInt();
      long ended = System.nanoTime();
      if (said.age().isPresent()) {
        aged.add(new Aged(size, TimeUnit.SECONDS.toNanos(said.age().get()), began, ended));
      } else {
        sizes.add(new Deed<>(new Size(false, size), began, ended));
      }
    });
  }

  private void expect(int status, Said said, String what) {
    if (said.status() != status) {
      refusals.add(what + ": " + said.status());
    }
  }

  private void terminate(Caller caller, String key, SplittableRandom chance) {
    Optional<JsonNode> pool = caller.read("/pools/jobs/pool").flatMap(Said::body);
    List<String> running = new ArrayList<>();
    pool.ifPresent(view -> view.path("machines").forEach(machine -> {
      if (machine.path("machineState").asText().equals("RUNNING")) {
        running.add(machine.path("id").asText());
      }
    }));
    running.removeIf(chosen::contains);
    Collections.shuffle(running, new java.util.Random(chance.nextLong()));
    if (running.isEmpty() || !chosen.add(running.get(0))) {
      return;
    }
    Said said = caller.write(
        "/pools/jobs/pool/" + running.get(0) + "/terminate",
        key,
        "{\"decrementDesiredSize\": false}");
    expect(200, said, "terminate " + running.get(0));
    if (said.status() == 200) {
      terminated.add(running.get(0));
    }
    pause(1000);
  }

  /** Completes all hooks that wait, without regard to the answers of other clients. */
  private void answerHooks(Caller caller, String key, SplittableRandom chance) {
    long began = System.nanoTime();
    Optional<Said> waiting = caller.read("/pools/jobs/pool/hooks");
    long ended = System.nanoTime();
    if (waiting.isEmpty()) {
      return;
    }
    for (JsonNode hook : waiting.get().body().orElseThrow().path("hooks")) {
      String token = hook.path("token").asText();
      Queue<Deed<HookDeed>> history =
          hooks.computeIfAbsent(token, t -> new ConcurrentLinkedQueue<>());
      if (waiting.get().age().isEmpty()) {
        history.add(new Deed<>(new HookDeed("waits", true), began, ended));
      }
      String answer = chance.nextBoolean() ? "complete" : "abandon";
      long asked = System.nanoTime();
      Said said =
          caller.write("/pools/jobs/pool/hooks/" + token + "/" + answer, key + "-" + token, "");
      if (said.status() == 200 || said.status() == 409) {
        history.add(
            new Deed<>(new HookDeed(answer, said.status() == 200), asked, System.nanoTime()));
      } else if (said.status()
          != 404) { // Its machine may be gone, and the pause forgotten with it.
        refusals.add(answer + " " + token + ": " + said.status());
      }
    }
  }
}
