package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.fake.kubernetes.ApiStandIn;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.ConfigFileReader;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.config.ConfigKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** What docs/how-to/drain-nodes.md shows is what there is, and its pool drains and joins through a server. */
class DrainPageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path PAGE = ROOT.resolve("docs/how-to/drain-nodes.md");
  private static final Path RIGHTS = ROOT.resolve("deploy/kubernetes/nodes/rbac.yaml");
  private static final Path JOIN_RIGHTS = ROOT.resolve("deploy/kubernetes/join-tokens/rbac.yaml");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String TABLE_HEAD =
      "| key | kind | default | meaning |\n|---|---|---|---|\n";

  @TempDir
  private Path directory;

  private static String configuration() throws IOException {
    return configuration("configuration");
  }

  private static String configuration(String comment) throws IOException {
    return Pattern.compile("<!-- " + comment + " -->\n```yaml\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(PAGE))
        .results()
        .map((MatchResult block) -> block.group(1))
        .findFirst()
        .orElseThrow();
  }

  /** With {@code -Dconfig.docs=write} the table is written anew. */
  @Test
  void the_page_has_each_key_of_a_target() throws IOException {
    StringBuilder table = new StringBuilder(TABLE_HEAD);
    for (ConfigKey key : NodeTarget.KEYS.keys()) {
      String kind = switch (key.type()) {
        case CHOICE -> String.join(", ", key.choices());
        case BOOLEAN -> "true or false";
        case DURATION -> "time span";
        default -> key.type().name().toLowerCase(Locale.ROOT);
      };
      String value = key.required()
          ? "required"
          : key.defaultValue().map(v -> "`" + v + "`").orElse("");
      table.append("| `" + key.name() + "` | " + kind + " | " + value + " | " + key.doc() + " |\n");
    }
    String page = Files.readString(PAGE);
    int from = page.indexOf(TABLE_HEAD);
    int to = page.indexOf("\n\n", from) + 1;
    String expected = page.substring(0, from) + table + page.substring(to);
    if (System.getProperty("config.docs", "").equals("write")) {
      Files.writeString(PAGE, expected);
    } else {
      assertThat(page).as("write it with -Dconfig.docs=write").isEqualTo(expected);
    }
  }

  @Test
  void the_manifest_gives_the_permissions_of_the_page() throws IOException {
    Map<String, String> verbs = new HashMap<>();
    for (Object document : new Yaml().loadAll(Files.readString(RIGHTS))) {
      JsonNode json = ApiServer.JSON.valueToTree(document);
      json.path("rules").forEach(rule -> {
        List<String> all = new ArrayList<>();
        rule.path("verbs").forEach(verb -> all.add(verb.asText()));
        verbs.put(rule.path("resources").get(0).asText(), String.join(", ", all));
      });
    }

    assertThat(verbs).containsOnlyKeys("nodes", "pods", "pods/eviction", "secrets");
    String page = Files.readString(PAGE);
    verbs.forEach((resource, all) -> assertThat(page)
        .contains("| " + resource + (resource.equals("secrets") ? ", in the namespace only" : "")
            + " | " + all + " |"));
  }

  /** What each request of the work needs, by what the stand-in has seen. */
  private static String permission(ApiStandIn.Request request) {
    String[] parts =
        request.path().replaceFirst("^/api/v1/(namespaces/[^/]+/)?", "").split("/");
    String resource = parts.length == 3 ? parts[0] + "/" + parts[2] : parts[0];
    String verb = switch (request.method()) {
      case "GET" -> request.isWatch() ? "watch" : "list";
      case "POST" -> "create";
      default -> request.method().toLowerCase(Locale.ROOT);
    };
    return resource + " " + verb;
  }

  private static void until(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as(what).isNegative();
      LockSupport.parkNanos(20_000_000);
    }
  }

  @Test
  void the_pool_of_the_page_joins_and_drains_through_a_server() throws Exception {
    try (ApiStandIn standIn = ApiStandIn.start()) {
      Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), standIn.kubeconfig());
      AdapterConfig config = new ConfigFileReader(List.of(new SimulatedProviderFactory()), Map.of())
          .parse(
              configuration().replace("/etc/cloudadapter/kubeconfig", kubeconfig.toString()),
              directory);
      PoolConfig pool = config.pools().get(0).toBuilder()
          .listInterval(Duration.ofMillis(200), Duration.ofSeconds(1))
          .build();
      assertThat(pool.hooks())
          .extracting(LifecycleHook::name)
          .containsExactly("node-ready", "drain");
      AccountConfig quick = new AccountConfig(
          "lab", "simulated", Map.of("bootTime", "10ms", "listLag", "0s", "shownAfterEnd", "0s"));
      try (CloudAdapter pools = CloudAdapter.builder()
              .inMemory()
              .account(quick)
              .pool(pool)
              .task(new NodeHooks(
                  new ServiceAccountFiles(directory, Map.of()),
                  new Random(1),
                  Duration.ofSeconds(1)))
              .open();
          AdapterServer server = AdapterServer.builder(
                  pools, config.withPort(0).server(), directory.resolve("tls"))
              .start()) {
        until("both join hooks wait", () -> hooks(server).size() == 2);
        hooks(server).forEach(hook -> {
          String machine = hook.path("machine").asText();
          standIn.objects().node(machine, "cloudadapter://lab/workers/" + machine, true);
          standIn.objects().pod("app-" + machine, machine);
        });
        until("both have joined", () -> hooks(server).isEmpty());

        assertThat(send(server, "POST", "/pool/size", "{\"desiredSize\": 1}").statusCode())
            .isEqualTo(200);
        until("one node is gone", () -> standIn.objects().keys("nodes").size() == 1);
        until(
            "one machine is left",
            () ->
                hooks(server).isEmpty() && pools.defaultPool().view().machines().size() == 1);
        until(
            "the messages are removed", () -> standIn.objects().keys("secrets").isEmpty());

        assertThat(standIn.objects().keys("pods")).hasSize(1);
        for (Metric metric : pools.metrics()) {
          if (metric.name().matches("cloudadapter_(node|kubernetes).*")) {
            assertThat(Files.readString(ROOT.resolve("docs/reference/metrics.md")))
                .contains(row(metric));
          }
        }
        assertThat(rights())
            .containsAll(standIn.requests().stream()
                .map(DrainPageTest::permission)
                .distinct()
                .toList());
      }
    }
  }

  @Test
  void machines_of_the_page_get_join_tokens_of_their_own() throws Exception {
    try (ApiStandIn standIn = ApiStandIn.start()) {
      JoinCluster cluster = new JoinCluster();
      cluster.publish(standIn.objects());
      Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), standIn.kubeconfig());
      RecordedCloud cloud = new RecordedCloud();
      AdapterConfig config = new ConfigFileReader(List.of(cloud.factory()), Map.of())
          .parse(
              configuration("join configuration")
                  .replace("/etc/cloudadapter/kubeconfig", kubeconfig.toString())
                  .replace("provider: simulated", "provider: recorded"),
              directory);
      try (CloudAdapter pools = CloudAdapter.builder()
          .inMemory()
          .provider(cloud.factory())
          .account(new AccountConfig("lab", "recorded", Map.of()))
          .pool(config.pools().get(0))
          .open()) {
        assertThat(pools.defaultPool().name().value()).isEqualTo("workers");
        until("two launches are prepared", () -> cloud.userData().size() == 2);

        List<String> tokens = standIn.objects().keys("secrets").stream()
            .filter(key -> key.startsWith("kube-system/"))
            .map(key -> standIn.objects().find("secrets", key).orElseThrow())
            .map(secret -> JoinToken.read(secret).orElseThrow().text())
            .toList();
        assertThat(cloud.userData())
            .containsExactlyInAnyOrderElementsOf(tokens.stream()
                .map(token -> "#cloud-config\nruncmd:\n  - kubeadm join " + JoinCluster.ENDPOINT
                    + " --token " + token + " --discovery-token-ca-cert-hash " + cluster.pin()
                    + "\n")
                .toList());
        assertThat(tokens).hasSize(2).doesNotHaveDuplicates();
        assertThat(rights(JOIN_RIGHTS))
            .containsAll(standIn.requests().stream()
                .filter(request -> request.path().contains("/kube-"))
                .map(request -> request.path().contains("/cluster-info")
                    ? "configmaps get"
                    : permission(request))
                .distinct()
                .toList());
      }
    }
  }

  @Test
  void the_manifest_of_join_tokens_gives_the_permissions_of_the_page() throws IOException {
    assertThat(rights(JOIN_RIGHTS))
        .containsExactlyInAnyOrder(
            "secrets create", "secrets get", "secrets delete", "configmaps get");
    assertThat(Files.readString(PAGE))
        .contains("| secrets, in `kube-system` | create, get, delete |")
        .contains("| configmaps, `cluster-info` in `kube-public` | get |");
  }

  private static String row(Metric metric) {
    String labels = metric.labels().keySet().stream()
        .sorted()
        .map(label -> "`" + label + "`")
        .collect(Collectors.joining(", "));
    return "| `" + metric.name() + "` | " + metric.type().name().toLowerCase(Locale.ROOT) + " | "
        + labels + " | " + metric.help() + " |";
  }

  private static List<String> rights() throws IOException {
    return rights(RIGHTS);
  }

  private static List<String> rights(Path manifest) throws IOException {
    List<String> all = new ArrayList<>();
    for (Object document : new Yaml().loadAll(Files.readString(manifest))) {
      JsonNode json = ApiServer.JSON.valueToTree(document);
      json.path("rules")
          .forEach(rule -> rule.path("verbs")
              .forEach(
                  verb -> all.add(rule.path("resources").get(0).asText() + " " + verb.asText())));
    }
    return all;
  }

  private static List<JsonNode> hooks(AdapterServer server) {
    try {
      List<JsonNode> hooks = new ArrayList<>();
      JsonNode reply =
          ApiServer.JSON.readTree(send(server, "GET", "/pool/hooks", "").body());
      reply.path("hooks").forEach(hooks::add);
      return hooks;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpResponse<String> send(
      AdapterServer server, String method, String path, String body) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(server.uri() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
  }
}
