package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.larch.cloud.LarchResource;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers on three members of etcd, whose leader is killed while a pool is created, changed, rolled back and
 * deleted, and while a receiver is notified.
 */
@Tag("proof")
@Tag("deep")
@Timeout(600)
class LeaderKillsTest {
  private static final Duration LEASE = Duration.ofSeconds(4);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String POOL =
      "{\"account\": \"larch\", \"maxSize\": 4, \"size\": \"small\", \"image\": \"debian\","
          + " \"listInterval\": {\"busy\": \"500ms\", \"idle\": \"1s\"}}";

  @TempDir
  private Path home;

  private final HttpClient client = HttpClient.newHttpClient();
  private ReplicaCluster team;

  private Optional<HttpResponse<String>> send(
      String server, String method, String path, String body, String... headers) {
    HttpRequest.Builder request = team.request(server, path)
        .header("Content-Type", "application/json")
        .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return Optional.of(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    } catch (IOException e) {
      return Optional.empty(); // It was killed meanwhile.
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private String leader() {
    ReplicaCluster.await("a replica leads", () -> team.leader().isPresent());
    return team.leader().orElseThrow();
  }

  /** Sends a request to the leader, and kills it at about the time at which the request is there. */
  private void sendAndKill(String method, String path, String body, String... headers) {
    String leader = leader();
    CompletableFuture<?> sent =
        CompletableFuture.runAsync(() -> send(leader, method, path, body, headers));
    team.member(leader).kill();
    sent.join();
    team.member(leader).start();
    ReplicaCluster.await(
        "all servers answer",
        () ->
            ReplicaCluster.SERVERS.stream().allMatch(server -> team.role(server).isPresent()));
  }

  /** Asks the leader again until what was asked for is there, which it may be already. */
  private void finish(Predicate<Optional<JsonNode>> there, Runnable again) {
    ReplicaCluster.await("what was asked for is there", () -> {
      String leader = leader();
      Optional<HttpResponse<String>> reply = send(leader, "GET", "/pools/late", "");
      if (reply.isEmpty() || reply.get().statusCode() >= 500) {
        return false;
      }
      Optional<JsonNode> shown =
          reply.filter(found -> found.statusCode() == 200).map(found -> read(found.body()));
      if (there.test(shown)) {
        return true;
      }
      again.run();
      return false;
    });
  }

  private static JsonNode read(String body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      throw new AssertionError(body, e);
    }
  }

  private String tag() {
    return send(leader(), "GET", "/pools/late", "")
        .flatMap(reply -> reply.headers().firstValue("ETag"))
        .orElse("\"none\"");
  }

  private static Predicate<Optional<JsonNode>> maxSize(int size) {
    return pool -> pool.map(found -> found.path("config").path("maxSize").asInt())
        .filter(found -> found == size)
        .isPresent();
  }

  private Set<String> machines(String pool) {
    Set<String> found = new TreeSet<>();
    for (LarchResource asset : team.cloud().assets()) {
      if (asset.kind().equals("machine") && pool.equals(asset.tags().get("ca-pool"))) {
        found.add(asset.id());
      }
    }
    return found;
  }

  @Test
  void aPoolIsCreatedChangedRolledBackAndDeletedWhileLeadersAreKilled() throws Exception {
    try (ReplicaCluster opened = new ReplicaCluster(home, TestNetwork.loopback(), LEASE)) {
      team = opened;
      sendAndKill("POST", "/pools/late", POOL);
      finish(maxSize(4), () -> send(leader(), "POST", "/pools/late", POOL));
      String size = "{\"desiredSize\": 2}";
      ReplicaCluster.await(
          "the pool is resized",
          () -> send(leader(), "POST", "/pools/late/pool/size", size)
              .filter(reply -> reply.statusCode() == 200)
              .isPresent());
      ReplicaCluster.await("the pool has two machines", () -> machines("late").size() == 2);
      Set<String> before = machines("late");

      sendAndKill("PATCH", "/pools/late", "{\"maxSize\": 6}", "If-Match", tag());
      finish(
          maxSize(6),
          () -> send(leader(), "PATCH", "/pools/late", "{\"maxSize\": 6}", "If-Match", tag()));

      sendAndKill("POST", "/pools/late/rollback", "{\"version\": 1}", "If-Match", tag());
      finish(
          maxSize(4),
          () -> send(
              leader(), "POST", "/pools/late/rollback", "{\"version\": 1}", "If-Match", tag()));
      assertThat(machines("late"))
          .as("no change of a configuration costs a machine")
          .isEqualTo(before);

      String delete = "/pools/late?mode=terminate&confirm=3";
      sendAndKill("DELETE", delete, "", "If-Match", tag());
      finish(Optional::isEmpty, () -> send(leader(), "DELETE", delete, "", "If-Match", tag()));

      assertThat(machines("late")).isEmpty();
      assertThat(team.cloud().keys().values()).doesNotContain("").doesNotHaveDuplicates();
      assertThat(machines("jobs")).as("the other pools are as they were").hasSize(4);
      assertThat(team.logged()).doesNotContain("would have broken");
    }
  }

  @Test
  void aReceiverGetsEachEventAtLeastOnceAndRepetitionsHaveTheSameId() throws Exception {
    Map<String, Set<String>> messages = new ConcurrentHashMap<>();
    Map<String, Set<String>> notifications = new ConcurrentHashMap<>();
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String id = exchange.getRequestHeaders().getFirst("webhook-id");
      messages.computeIfAbsent(id, none -> ConcurrentHashMap.newKeySet()).add(new String(body));
      JSON.readTree(body)
          .path("notifications")
          .forEach(notification -> notifications
              .computeIfAbsent(
                  notification.path("id").asText(), none -> ConcurrentHashMap.newKeySet())
              .add(notification.toString()));
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    receiver.start();
    Path secret = Files.writeString(home.resolve("secret"), "secret-for-this-test-only");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    String more = """
        notifications:
          receivers:
            oncall: {channel: webhook, secret: "file:%s", events: [SIZE_CHANGED], pools: [web],
              groupWait: 0s, groupInterval: 1s, target: {url: "http://127.0.0.1:%d/", allowPrivate: true}}
        """.formatted(secret, receiver.getAddress().getPort());
    try (ReplicaCluster opened =
        new ReplicaCluster(home, TestNetwork.loopback(), LEASE, ServerBuild.present(), more)) {
      team = opened;
      for (int kill = 1; kill <= 3; kill++) {
        String key = "kill-" + kill;
        String size = "{\"desiredSize\": " + (2 + kill) + "}";
        sendAndKill("POST", "/pools/web/pool/size", size, "Idempotency-Key", key);
        ReplicaCluster.await(
            "the resize is acknowledged",
            () -> send(leader(), "POST", "/pools/web/pool/size", size, "Idempotency-Key", key)
                .filter(reply -> reply.statusCode() == 200)
                .isPresent());
      }

      List<String> changes = new ArrayList<>();
      JsonNode page = read(send(leader(), "GET", "/pools/web/pool/events?kind=SIZE_CHANGED", "")
          .orElseThrow()
          .body());
      page.path("events").forEach(event -> changes.add(event.path("message").asText()));
      assertThat(changes).hasSize(3);
      ReplicaCluster.await(
          "each event has arrived",
          () -> changes.stream()
              .allMatch(change -> notifications.values().stream()
                  .flatMap(Set::stream)
                  .anyMatch(sent -> sent.contains(change))));
      assertThat(messages.values())
          .as("the bodies under one webhook-id")
          .allMatch(bodies -> bodies.size() == 1);
      assertThat(notifications.values())
          .as("what was sent under one id")
          .allMatch(sent -> sent.size() == 1);
      assertThat(notifications).as("an id for each event").hasSize(3);
    } finally {
      receiver.stop(0);
    }
  }
}
