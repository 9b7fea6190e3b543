package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.config.PoolDocumentReader;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.AuditConfig;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log at each route of the server that writes: one line for each request, carried out or refused. */
class AuditRoutesTest {
  @TempDir
  private static Path directory;

  private static CloudAdapter adapter;
  private static TestServer server;

  @BeforeAll
  static void start() {
    AccountConfig account = new AccountConfig("demo", "simulated", Map.of());
    adapter = CloudAdapter.builder()
        .inMemory()
        .account(account)
        .pool(PoolConfig.named("web", "demo", 1).initialSize(0).build())
        .open();
    server = new TestServer(builder -> builder
        .policies(directory.resolve("policies.json"))
        .accounts(List.of(SingleAccount.simulated()))
        .administration(
            adapter.administration(), new PoolDocumentReader(List.of(account), List.of()))
        .cloudprovider(SingleAccount.simulated(), CloudproviderOptions.usual())
        .simulated(
            SimulatedCloud.builder(1, SimulatedClock.startingAt(Instant.EPOCH)).build())
        .access(AccessConfig.usual().withAudit(AuditConfig.in(audit())))
        .tokens(List.of(
            BearerToken.sha256("root", Role.ADMIN, HashedTokens.sha256("token-of-root")),
            BearerToken.sha256("eye", Role.READ, HashedTokens.sha256("token-of-eye")))));
  }

  @AfterAll
  static void stop() {
    server.close();
    adapter.close();
  }

  private static Path audit() {
    return directory.resolve("audit.jsonl");
  }

  private static List<HttpRoute> writes() {
    return server.server.routes().stream().filter(HttpRoute::writes).toList();
  }

  /** Asks, and returns the lines that were added. */
  private static List<String> ask(HttpRoute route, String caller) throws IOException {
    List<String> before = Files.readAllLines(audit());
    String path = route
        .template()
        .replace("{token}", HooksApiTest.TOKEN.toString())
        .replace("{action}", ActionsApiTest.UID.toString())
        .replaceAll("\\{[^}]*\\}", "web");
    String body = path.contains("/quarantine/") ? "" : "{}";
    server.send(route.method(), path, body, "Authorization", "Bearer token-of-" + caller);
    List<String> after = Files.readAllLines(audit());
    return after.subList(before.size(), after.size());
  }

  private static String verb(HttpRoute route) {
    return "\"verb\":\"" + route.method() + " " + route.template() + "\"";
  }

  @Test
  void each_write_has_one_line_with_the_caller_the_route_and_the_outcome() throws IOException {
    assertThat(writes()).hasSizeGreaterThan(80);
    for (HttpRoute route : writes()) {
      assertThat(ask(route, "root"))
          .singleElement()
          .satisfies(line -> assertThat(line)
              .contains(verb(route))
              .containsPattern("\"outcome\":\"(done|refused|failed)\""));
    }
  }

  @Test
  void each_write_that_is_refused_for_its_role_has_one_line_too() throws IOException {
    for (HttpRoute route : writes()) {
      if (route.role().filter(role -> role != Role.READ).isEmpty()) {
        continue;
      }
      assertThat(ask(route, "eye"))
          .singleElement()
          .satisfies(line -> assertThat(line)
              .contains(verb(route), "\"principal\":\"token:eye\"", "\"outcome\":\"refused\""));
    }
  }
}
