package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.cli.server.RunningServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What clients hold from before a restore is refused or answered as before, and never mistaken for what came since. */
@Tag("proof")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RestoredServerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir
  private Path directory;

  private RunningServer server;
  private Path config;

  @BeforeEach
  void start() throws Exception {
    config = Files.writeString(directory.resolve("adapter.yaml"), """
        data: data
        server: {port: 0, http: true}
        accounts: {lab: {provider: simulated, file: cloud, listLag: 0s}}
        pools: {web: {maxSize: 5, listInterval: {busy: 200ms, idle: 500ms}}}
        """);
    serve();
    assertThat(create("jobs").statusCode()).isEqualTo(201);
  }

  private void serve() throws Exception {
    server = RunningServer.start(DemoConfig.config("--config", config.toString()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> create(String pool) throws IOException, InterruptedException {
    return send("POST", "/pools/" + pool, """
        {"account": "lab", "maxSize": 5, "listInterval": {"busy": "200ms", "idle": "500ms"}}""");
  }

  private HttpResponse<String> send(String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.server().uri().resolve(path))
        .header("Content-Type", "application/json")
        .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send("GET", path, "");
  }

  private JsonNode await(String path, Predicate<JsonNode> wish) throws Exception {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      HttpResponse<String> reply = get(path);
      Optional<JsonNode> read = reply.statusCode() == 200
          ? Optional.of(JSON.readTree(reply.body())).filter(wish)
          : Optional.empty();
      if (read.isPresent()) {
        return read.get();
      }
      if (System.nanoTime() - until > 0) {
        throw new AssertionError(path + " is at last: " + reply.body());
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private HttpResponse<String> resize(String pool, int size, String key)
      throws IOException, InterruptedException {
    return send(
        "POST",
        "/pools/" + pool + "/pool/size",
        "{\"desiredSize\": " + size + "}",
        "Idempotency-Key",
        key);
  }

  private static Predicate<JsonNode> running(int machines) {
    return pool -> {
      int running = 0;
      for (JsonNode machine : pool.path("machines")) {
        running += machine.path("machineState").asText().equals("RUNNING") ? 1 : 0;
      }
      return running == machines;
    };
  }

  private CommandRunner.Result command(String... args) {
    return new CommandRunner()
        .with("ADAPTER_DATA", directory.resolve("data").toString())
        .run(args);
  }

  private CommandRunner.Result run(String... args) {
    CommandRunner.Result result = command(args);
    assertThat(result.code()).as(result.err()).isZero();
    return result;
  }

  private String backup() {
    String file = directory.resolve("backup").toString();
    run("backup", file);
    return file;
  }

  private void restore(String file) throws Exception {
    server.close();
    run("restore", file, "--config", config.toString(), "--old-writer-stopped", "--replace");
    serve();
  }

  private static String tag(HttpResponse<String> reply) {
    return reply.headers().firstValue("ETag").orElseThrow();
  }

  @Test
  void aVersionFromAfterTheBackupIsNotMistakenForOneFromAfterTheRestore() throws Exception {
    String file = backup();
    String first = tag(get("/pools/jobs"));
    HttpResponse<String> lost = send("PATCH", "/pools/jobs", "{\"maxSize\": 7}", "If-Match", first);
    assertThat(lost.statusCode()).isEqualTo(200);
    restore(file);

    assertThat(
            send("PATCH", "/pools/jobs", "{\"maxSize\": 8}", "If-Match", first).statusCode())
        .as("the version of the backup, as it was called before")
        .isEqualTo(412);
    String present = tag(get("/pools/jobs"));
    assertThat(send("PATCH", "/pools/jobs", "{\"maxSize\": 8}", "If-Match", present)
            .statusCode())
        .isEqualTo(200);
    HttpResponse<String> late =
        send("PATCH", "/pools/jobs", "{\"maxSize\": 9}", "If-Match", tag(lost));

    assertThat(late.statusCode()).as("both are number 2 of pool jobs").isEqualTo(412);
    assertThat(JSON.readTree(get("/pools/jobs").body())
            .path("config")
            .path("maxSize")
            .asInt())
        .isEqualTo(8);
  }

  @Test
  void cursorsFromBeforeTheRestoreAreGone() throws Exception {
    resize("web", 1, "one");
    String file = backup();
    resize("web", 2, "two");
    await("/pools/web/pool", running(2));
    String cursor =
        JSON.readTree(get("/pools/web/pool/events").body()).path("cursor").asText();
    assertThat(cursor).isNotEmpty();
    assertThat(get("/pools/web/pool/events?after=" + cursor).statusCode()).isEqualTo(200);
    long version =
        JSON.readTree(get("/pools/web/pool/actions").body()).path("version").asLong();
    assertThat(get("/pools/web/pool/actions/changes?since=" + version).statusCode())
        .isEqualTo(200);
    restore(file);

    assertThat(get("/pools/web/pool/events?after=" + cursor).statusCode()).isEqualTo(410);
    assertThat(get("/pools/web/pool/events?watch=true&after=" + cursor).statusCode())
        .isEqualTo(410);
    assertThat(get("/pools/web/pool/actions/changes?since=" + version).statusCode())
        .isEqualTo(410);
  }

  @Test
  void keysOfTheBackupAnswerAsBeforeAndLaterOnesAreNewCommands() throws Exception {
    HttpResponse<String> before = resize("web", 2, "before");
    await("/pools/web/pool", running(2));
    String file = backup();
    assertThat(resize("web", 3, "after").statusCode()).isEqualTo(200);
    restore(file);

    assertThat(resize("web", 1, "later").statusCode()).isEqualTo(200);
    HttpResponse<String> again = resize("web", 2, "before");
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(before.body());
    assertThat(desired()).as("the command was not carried out again").isEqualTo(1);
    assertThat(resize("web", 3, "before").statusCode())
        .as("a key of the backup with another command")
        .isEqualTo(409);
    assertThat(resize("web", 4, "after").statusCode()).isEqualTo(200);
    assertThat(desired()).isEqualTo(4);
  }

  private int desired() throws Exception {
    return JSON.readTree(get("/pools/web/pool/size").body()).path("desiredSize").asInt();
  }

  @Test
  void machinesOfAPoolThatWasMadeAfterTheBackupAreFoundOnceThePoolIsMadeAgain() throws Exception {
    String file = backup();
    assertThat(create("late").statusCode()).isEqualTo(201);
    resize("late", 2, "two");
    List<String> before = new ArrayList<>();
    await("/pools/late/pool", running(2))
        .path("machines")
        .forEach(machine -> before.add(machine.path("id").asText()));
    restore(file);
    assertThat(get("/pools/late").statusCode()).isEqualTo(404);

    assertThat(create("late").statusCode()).isEqualTo(201);
    assertThat(resize("late", 2, "again").statusCode()).isEqualTo(200);
    // Before its first complete list, the pool has no status.
    while (!command("status", "--pool", "late")
        .out()
        .contains("2 machines carry this pool's mark")) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    run("adopt", "--pool", "late");

    JsonNode found = await("/pools/late/pool", running(2));
    List<String> after = new ArrayList<>();
    found.path("machines").forEach(machine -> after.add(machine.path("id").asText()));
    assertThat(after).as("adopted, and none was launched beside them").hasSameElementsAs(before);
  }
}
