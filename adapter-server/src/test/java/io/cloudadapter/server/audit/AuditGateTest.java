package io.cloudadapter.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.AuditConfig;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The audit log in a file: what it never holds, and what happens to writes when it cannot be written. */
class AuditGateTest {
  private static final String TOKEN = "canary-token-4711";

  @TempDir
  private Path directory;

  private Path file() {
    return directory.resolve("audit.jsonl");
  }

  private TestServer server(boolean required) {
    return new TestServer(builder -> builder
        .access(
            AccessConfig.usual().withAudit(new AuditConfig(Optional.of(file()), 4096, 2, required)))
        .tokens(List.of(BearerToken.sha256("ci", Role.ADMIN, HashedTokens.sha256(TOKEN)))));
  }

  private static HttpResponse<String> resize(TestServer server) {
    return server.post("/pool/size", "{\"desiredSize\":5}", "Authorization", "Bearer " + TOKEN);
  }

  /** Fills the file, and blocks its rotation. */
  private void fill(TestServer server) throws IOException {
    Files.createFile(Files.createDirectory(directory.resolve("audit.jsonl.1")).resolve("x"));
    for (int i = 0; i < 60; i++) {
      resize(server);
    }
  }

  @Test
  void writesAreRefusedWhileNoLineCanBeWritten() throws IOException {
    try (TestServer server = server(true)) {
      fill(server);
      int calls = server.pools.web.calls.size();
      // A file that cannot be opened, unlike one that is only full.
      Files.delete(file());
      Files.createDirectory(file());

      HttpResponse<String> refused = resize(server);

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).contains("5");
      assertThat(refused.body()).contains("the audit log cannot be written");
      assertThat(server.pools.web.calls).hasSize(calls);
      assertThat(server.get("/pool", "Authorization", "Bearer " + TOKEN).statusCode())
          .isEqualTo(200);
      assertThat(server.get("/metrics", "Authorization", "Bearer " + TOKEN).body())
          .containsPattern("cloudadapter_audit_lost_total [1-9]");

      Files.delete(file());
      Files.delete(directory.resolve("audit.jsonl.1").resolve("x"));
      assertThat(resize(server).statusCode()).isEqualTo(200);
      assertThat(Files.readString(file())).contains("/pool/size");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void writesAreRefusedWhileTheDiskIsFullAndTheLogNamesTheGapAfterwards() throws IOException {
    Files.createSymbolicLink(file(), Path.of("/dev/full"));
    try (TestServer server = server(true)) {
      assertThat(resize(server).statusCode()).isEqualTo(200);
      int calls = server.pools.web.calls.size();

      assertThat(resize(server).statusCode()).isEqualTo(503);
      assertThat(server.pools.web.calls).hasSize(calls);

      Files.delete(file());
      assertThat(resize(server).statusCode()).isEqualTo(200);
      assertThat(Files.readAllLines(file()))
          .satisfiesExactly(
              gap -> assertThat(gap).contains("\"verb\":\"audit log\",\"lost\":\"2\""),
              line -> assertThat(line).contains("/pool/size", "\"status\":200"));
    }
  }

  @Test
  void writesGoOnIfTheConfigurationHasItSo() throws IOException {
    try (TestServer server = server(false)) {
      fill(server);
      Files.delete(file());
      Files.createDirectory(file());

      assertThat(resize(server).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void noPlaceOfARequestBringsASecretIntoIt() throws IOException {
    List<String> paths = List.of(
        "/pool/size",
        "/pools/canary-pool/pool/size",
        "/pool/canary-machine/terminate",
        "/pool/hooks/canary-hook/complete",
        "/canary/nowhere",
        "/v3/auth/tokens",
        "/v1/clusters/canary-cluster/actions",
        "/v1/policies",
        "/api/v1/namespaces/canary-pool/pods/canary/action",
        "/pool/canary-action/actions",
        "/pool/size?token=canary-query");
    List<String[]> headers = List.of(
        new String[] {"Authorization", "Bearer " + TOKEN},
        new String[] {"Authorization", "Bearer canary-wrong-token"},
        new String[] {"Authorization", "Basic Y2FuYXJ5OmNhbmFyeS1wYXNzd29yZA=="},
        new String[] {"X-Auth-Token", TOKEN},
        new String[] {"X-Auth-Token", "canary-session"},
        new String[] {"Authorization", "Bearer " + TOKEN, "Cookie", "canary-cookie"},
        new String[] {"Authorization", "Bearer " + TOKEN, "Idempotency-Key", "canary-key"},
        new String[] {"Authorization", "Bearer " + TOKEN, "Origin", "https://canary.example"},
        new String[] {"Authorization", "Bearer " + TOKEN, "User-Agent", "canary-agent"},
        new String[] {"Authorization", "Bearer " + TOKEN, "X-Canary", "canary-header"});
    List<String> bodies = List.of(
        "",
        "canary-no-json",
        "{\"desiredSize\":\"canary-value\"}",
        "{\"canary-field\":1}",
        "{\"auth\":{\"identity\":{\"methods\":[\"password\"],\"password\":{\"user\":"
            + "{\"name\":\"canary-user\",\"password\":\"canary-password\"}}}}}",
        "{\"complete_lifecycle\":{\"lifecycle_action_token\":\"canary-token\"}}");
    List<Integer> statuses = new ArrayList<>();

    try (TestServer server = server(true)) {
      for (String path : paths) {
        for (String[] header : headers) {
          for (String body : bodies) {
            statuses.add(server.post(path, body, header).statusCode());
          }
          statuses.add(server.send("PUT", path, "{}", header).statusCode());
          statuses.add(server.send("DELETE", path, "", header).statusCode());
        }
      }
    }

    assertThat(statuses).contains(400, 401, 403, 404, 405).hasSizeGreaterThan(800);
    for (String name : List.of("audit.jsonl", "audit.jsonl.1")) {
      String text = Files.readString(directory.resolve(name));
      assertThat(text.lines()).isNotEmpty();
      assertThat(text).doesNotContainIgnoringCase("canary").doesNotContain("Y2FuYXJ5");
    }
  }
}
