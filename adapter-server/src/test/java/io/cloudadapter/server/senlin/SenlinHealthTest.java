package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ProbeKind;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.RemediationResponse;
import io.cloudadapter.health.ProbeCommands;
import io.cloudadapter.health.ProbeHosts;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.config.PoolDocumentReader;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Senlin's health policy, which becomes the probe and the remediation of a pool. */
class SenlinHealthTest {
  private static final AccountConfig ACCOUNT = new AccountConfig("demo", "simulated", Map.of());
  private static final String URL = "http://{nodename}:8080/well?of={nodename}";

  @TempDir
  private Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private CloudAdapter adapter;
  private AdapterServer server;

  @BeforeEach
  void start() throws IOException {
    adapter = CloudAdapter.builder()
        .dataDirectory(directory.resolve("data"))
        .account(ACCOUNT)
        .pool(PoolConfig.named("web", "demo", 20).build())
        .open();
    if (adapter.administration().pool("jobs").isEmpty()) {
      PoolConfig jobs = PoolConfig.named("jobs", "demo", 20)
          .remediation(RemediationConfig.builder().after(Duration.ofMinutes(7)).build())
          .build();
      adapter.administration().create(jobs, ConfigAuthor.api("ann"));
    }
    serve(new ProbeHosts(Set.of("health.example.com")));
  }

  private void serve(ProbeHosts hosts) throws IOException {
    server = AdapterServer.builder(adapter)
        .tls(TlsConfig.off())
        .policies(directory.resolve("policies.json"))
        .administration(
            adapter.administration(),
            new PoolDocumentReader(List.of(ACCOUNT), List.of(new SimulatedProviderFactory()))
                .probes(ProbeCommands.none(), hosts))
        .start();
  }

  @AfterEach
  void stop() {
    server.close();
    adapter.close();
  }

  private HttpResponse<String> send(String method, String path, String body) {
    try {
      URI uri = server.uri().resolve(path);
      return client.send(
          HttpRequest.newBuilder(uri)
              .header("Content-Type", "application/json")
              .method(method, HttpRequest.BodyPublishers.ofString(body))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String policy(String name, String url, String recovery) {
    return """
        {"policy": {"name": "%s", "spec": {"type": "senlin.policy.health", "version": "1.1",
          "properties": {
            "detection": {"interval": 30, "node_update_timeout": 90, "detection_modes": [
              {"type": "NODE_STATUS_POLLING"},
              {"type": "NODE_STATUS_POLL_URL", "options": {"poll_url": "%s",
                "poll_url_healthy_response": "up", "poll_url_retry_limit": 4,
                "poll_url_retry_interval": 5}}]},
            "recovery": {"actions": [{"name": "%s"}]}}}}}""".formatted(name, url, recovery);
  }

  private void create(String body) {
    HttpResponse<String> reply = send("POST", "/v1/policies", body);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
  }

  private HttpResponse<String> act(String cluster, String action, String policy, String more) {
    return send(
        "POST",
        "/v1/clusters/" + cluster + "/actions",
        "{\"" + action + "\": {\"policy_id\": \"" + policy + "\"" + more + "}}");
  }

  private void acts(String action, String policy, String more) {
    HttpResponse<String> reply = act("jobs", action, policy, more);
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(202);
  }

  private PoolConfig config(String pool) {
    return adapter.administration().pool(pool).orElseThrow().config().orElseThrow();
  }

  @Test
  void aStartDropsABindingOfAPoolThatIsGoneAndKeepsOneThatMayBeAppliedLater() throws IOException {
    create(policy("health", URL, "REBOOT"));
    Path file = directory.resolve("policies.json");
    acts("policy_attach", "health", "");
    String cut = Files.readString(file)
        .replace("\"enabled\" : true,", "\"enabled\" : true, \"asker\" : \"ann\",");
    server.close();
    Files.writeString(file, cut.replace("\"jobs\"", "\"gone\""));

    serve(new ProbeHosts(Set.of("health.example.com")));

    assertThat(Files.readString(file)).doesNotContain("gone");
    server.close();
    // The configuration's own pool refuses it for now.
    Files.writeString(file, cut.replace("\"jobs\"", "\"web\""));

    serve(new ProbeHosts(Set.of("health.example.com")));

    assertThat(Files.readString(file)).contains("\"web\"", "\"asker\" : \"ann\"");
  }

  @Test
  void a_start_applies_a_policy_that_a_crash_left_bound_and_not_in_the_configuration()
      throws IOException {
    create(policy("health", URL, "REBOOT"));
    Path file = directory.resolve("policies.json");
    acts("policy_attach", "health", "");
    String attached = Files.readString(file);
    assertThat(attached).contains("\"enabled\" : true").doesNotContain("asker");
    acts("policy_detach", "health", "");
    server.close();
    // As the file is between the binding and the change of the configuration.
    Files.writeString(
        file, attached.replace("\"enabled\" : true,", "\"enabled\" : true, \"asker\" : \"ann\","));

    serve(new ProbeHosts(Set.of("health.example.com")));

    assertThat(config("jobs").health().probe().kind()).isEqualTo(ProbeKind.HTTP);
    assertThat(Files.readString(file)).contains("\"enabled\" : true").doesNotContain("asker");
    acts("policy_detach", "health", "");
    assertThat(config("jobs").health().probe().kind()).isEqualTo(ProbeKind.NONE);
  }

  @Test
  void an_attached_policy_is_the_pools_probe_and_remediation() {
    create(policy("health", URL, "REBOOT"));

    acts("policy_attach", "health", "");

    PoolConfig config = config("jobs");
    assertThat(config.health().probe().kind()).isEqualTo(ProbeKind.HTTP);
    assertThat(config.health().probe().port()).isEqualTo(OptionalInt.of(8080));
    assertThat(config.health().probe().path()).isEqualTo("/well?of={machine}");
    assertThat(config.health().probe().response()).contains("up");
    assertThat(config.health().probe().host()).isEmpty();
    assertThat(config.health().interval()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.health().timeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.health().retryInterval()).contains(Duration.ofSeconds(5));
    assertThat(config.health().failures()).isEqualTo(4);
    assertThat(config.health().grace()).isEqualTo(Duration.ofSeconds(90));
    assertThat(config.remediation().enabled()).isTrue();
    assertThat(config.remediation().after()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.remediation().response()).isEqualTo(RemediationResponse.REBOOT);
    JsonNode bound = SenlinJson.json(send("GET", "/v1/clusters/jobs/policies", ""))
        .get("cluster_policies")
        .get(0);
    assertThat(bound.get("policy_type").asText()).isEqualTo("senlin.policy.health-1.1");
    assertThat(bound.get("enabled").asBoolean()).isTrue();
  }

  @Test
  void a_detach_brings_back_what_was_before_also_after_a_restart() throws IOException {
    PoolConfig before = config("jobs");
    create(policy("health", URL, "RECREATE"));
    acts("policy_attach", "health", "");
    assertThat(config("jobs").remediation().response()).isEqualTo(RemediationResponse.REPLACE);
    stop();
    start();
    assertThat(config("jobs").health().probe().kind()).isEqualTo(ProbeKind.HTTP);

    acts("policy_detach", "health", "");

    assertThat(config("jobs")).isEqualTo(before);
    assertThat(
            SenlinJson.json(send("GET", "/v1/clusters/jobs/policies", "")).get("cluster_policies"))
        .isEmpty();
  }

  @Test
  void a_policy_that_is_switched_off_stays_attached_and_does_nothing() {
    PoolConfig before = config("jobs");
    create(policy("health", URL, "RECREATE"));
    acts("policy_attach", "health", "");

    acts("policy_update", "health", ", \"enabled\": false");
    assertThat(config("jobs")).isEqualTo(before);

    acts("policy_update", "health", ", \"enabled\": true");
    assertThat(config("jobs").health().probe().kind()).isEqualTo(ProbeKind.HTTP);
    acts("policy_detach", "health", "");
    assertThat(config("jobs")).isEqualTo(before);
  }

  @Test
  void what_someone_has_changed_since_stays_when_a_policy_is_detached() {
    create(policy("health", URL, "RECREATE"));
    acts("policy_attach", "health", "");
    PoolConfig mended = config("jobs").toBuilder()
        .health(config("jobs").health().withThresholds(9, 1))
        .build();
    adapter.administration().update(mended, 2, ConfigAuthor.api("ann"));

    acts("policy_detach", "health", "");

    assertThat(config("jobs")).isEqualTo(mended);
  }

  @Test
  void a_policy_attached_again_changes_nothing() {
    create(policy("health", URL, "RECREATE"));
    acts("policy_attach", "health", "");
    long version = adapter.administration().pool("jobs").orElseThrow().version();

    acts("policy_attach", "health", "");

    assertThat(adapter.administration().pool("jobs").orElseThrow().version()).isEqualTo(version);
  }

  @Test
  void a_cluster_of_the_file_is_refused_with_what_to_write_there() {
    create(policy("health", URL, "RECREATE"));

    HttpResponse<String> reply = act("web", "policy_attach", "health", "");

    assertThat(SenlinJson.error(reply, 409))
        .startsWith("Cluster web has its configuration in the server's file")
        .contains("below pools.web: {health={probe=http, port=8080");
    assertThat(config("web").health().probe().kind()).isEqualTo(ProbeKind.NONE);
  }

  @Test
  void a_second_health_policy_is_refused() {
    create(policy("health", URL, "RECREATE"));
    create(policy("other", URL, "RECREATE"));
    acts("policy_attach", "health", "");

    HttpResponse<String> reply = act("jobs", "policy_attach", "other", "");

    assertThat(SenlinJson.error(reply, 409))
        .contains("there is one health policy for each cluster");
  }

  @Test
  void a_probe_of_the_pools_own_is_not_overwritten() {
    create(policy("health", URL, "RECREATE"));
    acts("policy_attach", "health", "");
    create(policy("more", URL, "RECREATE"));
    PoolConfig own = config("jobs");
    acts("policy_detach", "health", "");
    adapter
        .administration()
        .update(
            own,
            adapter.administration().pool("jobs").orElseThrow().version(),
            ConfigAuthor.api("ann"));

    HttpResponse<String> reply = act("jobs", "policy_attach", "more", "");

    assertThat(SenlinJson.error(reply, 409)).contains("has a health probe in its configuration");
  }

  @Test
  void another_host_is_polled_only_if_the_servers_file_lists_it() {
    create(policy("listed", "https://health.example.com/of/{nodename}", "RECREATE"));
    acts("policy_attach", "listed", "");
    assertThat(config("jobs").health().probe().host()).contains("health.example.com");
    assertThat(config("jobs").health().probe().checkCertificate()).isTrue();

    String refused = policy("other", "http://169.254.169.254/latest", "RECREATE");
    assertThat(SenlinJson.error(send("POST", "/v1/policies", refused), 400))
        .isEqualTo(
            "The host of 'poll_url' must be {nodename}, which is the machine itself, or one of"
                + " healthHosts in the server's file, was '169.254.169.254'; there are health.example.com."
                + " (nothing was changed)");
  }

  @Test
  void a_host_that_the_file_lists_no_longer_is_refused_when_the_policy_is_attached()
      throws IOException {
    create(policy("listed", "https://health.example.com/of/{nodename}", "RECREATE"));
    server.close();
    serve(ProbeHosts.none());

    HttpResponse<String> reply = act("jobs", "policy_attach", "listed", "");

    assertThat(SenlinJson.error(reply, 400)).contains("there are none");
    assertThat(config("jobs").health().probe().kind()).isEqualTo(ProbeKind.NONE);
  }

  @Test
  void a_policy_that_does_not_fit_the_pool_is_refused_and_not_attached() {
    String slow = policy("slow", URL, "RECREATE")
        .replace("\"node_update_timeout\": 90", "\"node_update_timeout\": 86400");
    create(slow);

    HttpResponse<String> reply = act("jobs", "policy_attach", "slow", "");

    assertThat(SenlinJson.error(reply, 400))
        .contains("The policy does not fit cluster jobs")
        .contains("health.grace must be at most bootDeadline");
    assertThat(
            SenlinJson.json(send("GET", "/v1/clusters/jobs/policies", "")).get("cluster_policies"))
        .isEmpty();
  }

  @Test
  void a_specification_is_validated_and_not_kept() {
    String body = policy("x", URL, "RECREATE").replace("\"name\": \"x\", ", "");

    HttpResponse<String> reply = send("POST", "/v1/policies/validate", body);

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    assertThat(SenlinJson.json(reply).get("policy").get("type").asText())
        .isEqualTo("senlin.policy.health-1.1");
    assertThat(
            SenlinJson.error(send("POST", "/v1/policies/validate", body.replace("30", "0")), 400))
        .contains("the 'interval' must be 1 to 3600, was 0");
    assertThat(SenlinJson.json(send("GET", "/v1/policies", "")).get("policies")).isEmpty();
  }

  /** As {@link SenlinClientsTest}: skipped where the client is not installed, unless it is required. */
  @Test
  @Tag("proof")
  void the_real_client_creates_attaches_switches_and_detaches_a_policy() throws IOException {
    boolean required = "required".equals(System.getProperty(OpenStackCommand.PROPERTY));
    assumeTrue(required || OpenStackCommand.installed(), "openstack cluster is not installed");
    Path spec = Files.writeString(directory.resolve("health.yaml"), """
        type: senlin.policy.health
        version: 1.1
        properties:
          detection:
            interval: 30
            detection_modes:
              - type: NODE_STATUS_POLLING
              - type: NODE_STATUS_POLL_URL
                options: {poll_url: "http://{nodename}:8080/well", poll_url_retry_limit: 4}
          recovery:
            actions: [{name: REBOOT}]
            fencing: [COMPUTE]
        """);
    OpenStackCommand client = new OpenStackCommand(
        Files.createDirectory(directory.resolve("home")),
        Map.of(
            "OS_AUTH_TYPE", "v3password",
            "OS_AUTH_URL", server.uri() + "/v3",
            "OS_USERNAME", "ann",
            "OS_PASSWORD", "any",
            "OS_USER_DOMAIN_ID", "default",
            "OS_PROJECT_NAME", "cloudadapter",
            "OS_PROJECT_DOMAIN_ID", "default"));
    PoolConfig before = config("jobs");

    String attached = client.run(
        "cluster policy validate --spec-file " + spec + " -c type",
        "cluster policy create --spec-file " + spec + " well -c type",
        "cluster policy attach --policy well jobs",
        "cluster policy binding list jobs -c policy_name -c is_enabled");
    assertThat(attached).contains("senlin.policy.health-1.1", "Request accepted", "| well", "True");
    assertThat(config("jobs").health().probe().port()).isEqualTo(OptionalInt.of(8080));
    assertThat(config("jobs").health().failures()).isEqualTo(4);
    assertThat(config("jobs").remediation().response()).isEqualTo(RemediationResponse.REBOOT);

    String off = client.run(
        "cluster policy binding update --enabled False --policy well jobs",
        "cluster policy binding list jobs -c is_enabled");
    assertThat(off).contains("False");
    assertThat(config("jobs")).isEqualTo(before);

    String detached = client.run(
        "cluster policy binding update --enabled True --policy well jobs",
        "cluster policy attach --policy well web",
        "cluster policy detach --policy well jobs",
        "cluster policy delete --force well");
    assertThat(detached)
        .contains("has its configuration in the server's file", "Policy deleted: ['well']");
    assertThat(config("jobs")).isEqualTo(before);
  }
}
