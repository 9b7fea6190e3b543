package io.cloudadapter.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.LogCapture;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.config.PoolDocumentReader;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Configurations of pools over REST: versions, compare-and-set, patches, previews, states and deletion. */
class PoolConfigApiTest {
  private static final AccountConfig ACCOUNT = new AccountConfig("demo", "simulated", Map.of());

  private final CloudAdapter adapter = CloudAdapter.builder()
      .inMemory()
      .account(ACCOUNT)
      .pool(PoolConfig.named("web", "demo", 20).build())
      .open();
  private TestServer server;

  @BeforeEach
  void serves() {
    server = new TestServer(builder -> builder.administration(
        adapter.administration(),
        new PoolDocumentReader(List.of(ACCOUNT), List.of(new SimulatedProviderFactory()))));
  }

  @AfterEach
  void ends() {
    server.close();
    adapter.close();
  }

  private String created(String body) {
    HttpResponse<String> reply = server.send("POST", "/pools/jobs", body);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    assertThat(reply.headers().firstValue("Location")).hasValue("/pools/jobs");
    return tag(reply);
  }

  private static String tag(HttpResponse<String> reply) {
    return reply.headers().firstValue("ETag").orElseThrow();
  }

  @Test
  void aPoolIsCreatedReadAndListed() {
    created("{\"account\":\"demo\",\"maxSize\":5,\"remediation\":{\"enabled\":true}}");

    assertThat(server.get("/pools/jobs").body())
        .contains("\"manager\":\"api\"")
        .contains("\"version\":1")
        .contains("\"state\":\"running\"")
        .contains(
            "\"config\":{\"account\":\"demo\",\"maxSize\":5,\"remediation\":{\"enabled\":true}}");
    assertThat(adapter.find("jobs")).isPresent();
    assertThat(server.get("/pool-configs").body())
        .contains("\"name\":\"jobs\"")
        .contains("\"name\":\"web\"");
    assertThat(server
            .send("POST", "/pools/jobs", "{\"account\":\"demo\",\"maxSize\":5}")
            .statusCode())
        .isEqualTo(409);
  }

  @Test
  void aChangeNamesTheVersionThatItIsMadeAgainst() {
    String first = created("{\"account\":\"demo\",\"maxSize\":5}");

    assertThat(server.send("PATCH", "/pools/jobs", "{\"maxSize\":6}").statusCode())
        .isEqualTo(428);
    HttpResponse<String> changed =
        server.send("PATCH", "/pools/jobs", "{\"maxSize\":6}", "If-Match", first);
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    assertThat(changed.body()).contains("\"version\":2").contains("\"maxSize\":6");
    HttpResponse<String> stale =
        server.send("PUT", "/pools/jobs", "{\"maxSize\":7}", "If-Match", first);
    assertThat(stale.statusCode()).isEqualTo(412);
    assertThat(stale.body()).contains("pool jobs is at version 2");
    assertThat(tag(stale)).isEqualTo(tag(changed));
  }

  @Test
  void nullInAPatchBringsADefaultBackAndZeroIsZero() {
    String tag = created("{\"account\":\"demo\",\"maxSize\":5,\"minSize\":2,\"surge\":4}");

    HttpResponse<String> changed =
        server.send("PATCH", "/pools/jobs", "{\"minSize\":0,\"surge\":null}", "If-Match", tag);

    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    assertThat(changed.body()).contains("\"config\":{\"account\":\"demo\",\"maxSize\":5}");
  }

  @Test
  void anUnknownFieldIsRefusedWithWhatIsAllowed() {
    HttpResponse<String> reply =
        server.send("POST", "/pools/jobs", "{\"account\":\"demo\",\"maxSize\":5,\"maxsize\":6}");

    assertThat(reply.statusCode()).isEqualTo(400);
    assertThat(reply.body()).contains("pools.jobs.maxsize").contains("maxSize");
    assertThat(server.get("/pools/jobs").statusCode()).isEqualTo(404);
  }

  @Test
  void filesAndVariablesOfTheServerAreNotForCallers() {
    for (String place : List.of("file:/etc/passwd", "env:HOME")) {
      HttpResponse<String> reply = server.send(
          "POST",
          "/pools/jobs",
          "{\"account\":\"demo\",\"maxSize\":5,\"userData\":\"" + place + "\"}");
      assertThat(reply.statusCode()).isEqualTo(400);
      assertThat(reply.body()).contains("pools.jobs.userData must be the text itself");
    }
  }

  @Test
  void aSecretIsNotShownAndStaysWhenItIsSentBack() {
    String tag = created("{\"account\":\"demo\",\"maxSize\":5,\"userData\":\"token-4711\"}");
    assertThat(server.get("/pools/jobs").body())
        .doesNotContain("token-4711")
        .contains("\"userData\":\"***\"");

    HttpResponse<String> changed = server.send(
        "PUT",
        "/pools/jobs",
        "{\"account\":\"demo\",\"maxSize\":6,\"userData\":\"***\"}",
        "If-Match",
        tag);

    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    assertThat(adapter
            .administration()
            .pool("jobs")
            .orElseThrow()
            .config()
            .orElseThrow()
            .launch()
            .userData()
            .orElseThrow()
            .reveal())
        .isEqualTo("token-4711");
  }

  @Test
  void theAuditLogHasTheChangeAndNoSecret() {
    LogCapture log = new LogCapture("io.cloudadapter.audit");
    try {
      created("{\"account\":\"demo\",\"maxSize\":5,\"userData\":\"token-4711\"}");
      server.post("/cloudpools/jobs/config", "{\"maxSize\":6,\"userData\":\"token-4711\"}");

      assertThat(String.join("\n", log.lines()))
          .contains("\"verb\":\"POST /pools/{pool}\"", "\"pool\":\"jobs\"")
          .doesNotContain("token-4711");
    } finally {
      log.close();
    }
  }

  @Test
  void aCallerNamesNoFileOfTheServerAndNoPrivateReceiver() {
    for (String key : List.of(
        "\"ca\":\"/etc/passwd\"",
        "\"kubeconfig\":\"/etc/passwd\"",
        "\"joinToken\":\"1h\"",
        "\"allowPrivate\":\"true\"")) {
      HttpResponse<String> reply = server.post(
          "/pools/jobs",
          "{\"account\":\"demo\",\"maxSize\":5,\"hooks\":{\"drain\":{\"timeout\":\"1m\","
              + "\"target\":{\"url\":\"https://hooks.example.org/\"," + key + "}}}}");

      assertThat(reply.statusCode()).as(key).isEqualTo(400);
      assertThat(reply.body())
          .contains("pools.jobs.hooks.drain.target." + key.split("\"", 3)[1])
          .contains("is for the configuration file of the server only");
    }
    for (String secret : List.of("file:/etc/passwd", "env:PATH")) {
      HttpResponse<String> reply = server.post(
          "/pools/jobs", "{\"account\":\"demo\",\"maxSize\":5,\"userData\":\"" + secret + "\"}");

      assertThat(reply.statusCode()).as(secret).isEqualTo(400);
      assertThat(reply.body()).contains("pools.jobs.userData");
    }
  }

  @Test
  void aDryRunShowsWhatDiffersAndChangesNothing() {
    String tag = created("{\"account\":\"demo\",\"maxSize\":5}");

    HttpResponse<String> reply =
        server.send("PATCH", "/pools/jobs?dryRun=true", "{\"maxSize\":9}", "If-Match", tag);

    assertThat(reply.body())
        .contains("\"changes\":{\"maxSize\":{\"before\":5,\"after\":9}}")
        .contains("\"terminations\":0");
    assertThat(server.get("/pools/jobs").body()).contains("\"version\":1");
  }

  @Test
  void anEarlierVersionComesBack() {
    String tag = created("{\"account\":\"demo\",\"maxSize\":5}");
    tag = tag(server.send("PATCH", "/pools/jobs", "{\"maxSize\":9}", "If-Match", tag));

    HttpResponse<String> back =
        server.send("POST", "/pools/jobs/rollback", "{\"version\":1}", "If-Match", tag);

    assertThat(back.body()).contains("\"version\":3").contains("\"maxSize\":5");
    assertThat(server.get("/pools/jobs/versions").body())
        .startsWith("{\"versions\":[{\"version\":3");
  }

  @Test
  void aPoolIsSuspendedAndResumed() {
    created("{\"account\":\"demo\",\"maxSize\":5}");

    assertThat(server.post("/pools/jobs/state", "{\"state\":\"suspended\"}").body())
        .contains("\"state\":\"suspended\"");
    assertThat(server.post("/pools/jobs/state", "{\"state\":\"deleted\"}").statusCode())
        .isEqualTo(400);
    assertThat(server.post("/pools/jobs/state", "{\"state\":\"running\"}").body())
        .contains("\"state\":\"running\"");
  }

  @Test
  void aDeletionOfMachinesIsConfirmed() {
    String tag = created("{\"account\":\"demo\",\"maxSize\":5}");

    assertThat(server
            .send("DELETE", "/pools/jobs?mode=terminate", "", "If-Match", tag)
            .statusCode())
        .isEqualTo(409);
    HttpResponse<String> going =
        server.send("DELETE", "/pools/jobs?mode=terminate&confirm=1", "", "If-Match", tag);
    assertThat(going.statusCode()).as(going.body()).isIn(202, 204);
  }

  @Test
  void aPoolOfTheConfigurationIsNotChangedHere() {
    String tag = tag(server.get("/pools/web"));

    HttpResponse<String> reply =
        server.send("PATCH", "/pools/web", "{\"maxSize\":9}", "If-Match", tag);

    assertThat(reply.statusCode()).isEqualTo(409);
    assertThat(reply.body()).contains("pool web is managed by the file, not by the api");
  }

  @Test
  void clientsOfMultipoolCreateConfigureStartAndDeleteAPool() {
    HttpResponse<String> created = server.post("/cloudpools/batch", "");
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    assertThat(created.headers().firstValue("Location")).hasValue("/cloudpools/batch");
    assertThat(server.get("/cloudpools/batch/status").body())
        .contains("\"started\":false")
        .contains("\"configured\":false");

    assertThat(server
            .post("/cloudpools/batch/config", "{\"account\":\"demo\",\"maxSize\":4}")
            .statusCode())
        .isEqualTo(200);
    assertThat(server.get("/cloudpools/batch/config").body())
        .isEqualTo("{\"account\":\"demo\",\"maxSize\":4}");
    assertThat(server.post("/cloudpools/batch/start", "").statusCode()).isEqualTo(200);
    assertThat(server.get("/cloudpools/batch/status").body())
        .contains("\"started\":true")
        .contains("\"configured\":true");
    assertThat(server.send("DELETE", "/cloudpools/batch", "").statusCode()).isIn(200, 202);
    assertThat(server.post("/cloudpools/..", "").statusCode()).isBetween(400, 404);
  }
}
