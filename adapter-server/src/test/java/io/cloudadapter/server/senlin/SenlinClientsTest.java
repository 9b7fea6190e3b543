package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Senlin's own clients, as Debian has them, drive a pool on the simulated cloud over HTTPS: skipped where
 * they are not installed, unless the system property says that they are required.
 */
@Timeout(900)
@Tag("proof")
class SenlinClientsTest {
  private static final String SECRET = "token-for-operating-1";

  @TempDir
  private Path directory;

  private CloudAdapter pools;
  private MachinePool web;
  private AdapterServer server;
  private OpenStackCommand client;

  @BeforeAll
  static void clientsAreInstalled() {
    boolean required = "required".equals(System.getProperty(OpenStackCommand.PROPERTY));
    boolean installed = OpenStackCommand.installed();
    assertThat(installed || !required)
        .as("Senlin's clients are required here: apt-get install python3-senlinclient"
            + " python3-openstackclient python3-openstacksdk")
        .isTrue();
    assumeTrue(
        installed,
        "the command \"openstack cluster\" is not here; to run this test: apt-get install"
            + " python3-senlinclient python3-openstackclient python3-openstacksdk");
  }

  @BeforeEach
  void start() throws IOException {
    ScalingConfig scaling = ScalingConfig.none()
        .withMinSize(1)
        .with("old", DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST))
        .with(
            "out-by-three",
            AdjustmentPolicy.of(ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 3));
    pools = CloudAdapter.builder()
        .dataDirectory(directory.resolve("data"))
        .account(new AccountConfig("demo", "simulated", Map.of()))
        .pool(PoolConfig.named("web", "demo", 20)
            .listInterval(Duration.ofMillis(200), Duration.ofSeconds(1))
            .launchesPerHour(10_000)
            .terminationsPerHour(10_000)
            .missingListsUntilGone(3)
            .massDisappearanceShare(0.1)
            .scaling(scaling)
            .build())
        .open();
    web = pools.defaultPool();
    server = AdapterServer.builder(pools)
        .tls(TlsConfig.selfSigned(directory.resolve("tls")))
        .policies(directory.resolve("policies.json"))
        .tokens(List.of(BearerToken.sha256("scaler", Role.OPERATE, HashedTokens.sha256(SECRET))))
        .start();
    client = client(Map.of(
        "OS_AUTH_TYPE", "v3password",
        "OS_USERNAME", "scaler",
        "OS_PASSWORD", SECRET,
        "OS_USER_DOMAIN_ID", "default",
        "OS_PROJECT_NAME", "cloudadapter",
        "OS_PROJECT_DOMAIN_ID", "default"));
  }

  private OpenStackCommand client(Map<String, String> login) throws IOException {
    Map<String, String> settings = new HashMap<>(login);
    settings.putIfAbsent("OS_AUTH_URL", server.uri() + "/v3");
    settings.put("OS_CACERT", server.selfSignedCertificate().orElseThrow().toString());
    return new OpenStackCommand(Files.createTempDirectory(directory, "home"), settings);
  }

  @AfterEach
  void stop() {
    server.close();
    pools.close();
  }

  private List<Machine> settledAt(int size) throws InterruptedException {
    PoolView view = web.await(v -> v.settled() && v.desiredSize() == size, Duration.ofMinutes(2));
    return view.machines().stream().filter(Machine::allocated).toList();
  }

  @Test
  void lookAround() throws InterruptedException {
    settledAt(1);

    String printed = client.run(
        "cluster list",
        "cluster show web",
        "cluster build info",
        "cluster policy list",
        "cluster policy show old",
        "cluster policy binding list web",
        "cluster policy binding show --policy old web",
        "cluster members list web",
        "cluster node list",
        "cluster action list",
        "cluster show nowhere");

    assertThat(printed)
        .contains("web", "desired_capacity", "revision")
        .contains("senlin.policy.deletion-1.1", "senlin.policy.scaling-1.0", "OLDEST_FIRST")
        .contains("is_enabled", "physical_id")
        .contains("Cluster not found: nowhere")
        .doesNotContain("Traceback", "Request error", "Client Error");
  }

  @Test
  void scaleOutAndInWithACountAndWithout() throws InterruptedException {
    settledAt(1);

    String grown = client.run("cluster expand --count 2 web", "cluster expand web");
    assertThat(settledAt(6)).hasSize(6);
    String shrunk = client.run("cluster shrink web", "cluster shrink --count 4 --wait web");

    assertThat(settledAt(1)).hasSize(1);
    assertThat(grown).containsPattern("(?s)accepted by action.*accepted by action");
    assertThat(shrunk).containsPattern("desired_capacity +\\| 1 ");
    assertThat(client.run("cluster action list"))
        .containsPattern("(?s)SUCCEEDED.*SUCCEEDED.*SUCCEEDED.*SUCCEEDED");
  }

  @Test
  void areToldWhyNot() throws InterruptedException {
    settledAt(1);

    String refused = client.run(
        "cluster expand --count 0 web",
        "cluster expand --count x web",
        "cluster expand --count 100 web",
        "cluster list --sort foo",
        "cluster policy detach --policy old web",
        "cluster check web",
        "cluster create --profile p new",
        "cluster delete --force web");

    assertThat(refused)
        .contains("Count for scale-out request cannot be 0.")
        .contains("The value for count must be an integer: 'x'.")
        .contains("Unsupported sort key 'foo' for 'sort'.")
        .contains("Policy old of cluster web is part of the server's configuration")
        .contains("'check' is not supported")
        .containsPattern(
            "(?s)POST /v1/clusters is not supported.*DELETE /v1/clusters/\\{cluster} is not supported")
        .doesNotContain("Traceback");
    String id = failed();
    assertThat(client.run("cluster action show " + id))
        .contains("The target capacity (101) is greater than the maximum number of nodes allowed");
    assertThat(settledAt(1)).hasSize(1);
  }

  private String failed() {
    String listed =
        client.run("cluster action list --filters status=FAILED --full-id -f value -c id");
    assertThat(listed.strip()).matches("[0-9a-f-]{36}");
    return listed.strip();
  }

  @Test
  void resizeByNumberPercentageAndLimits() throws InterruptedException {
    settledAt(1);

    client.run("cluster resize --capacity 4 web");
    assertThat(settledAt(4)).hasSize(4);
    client.run("cluster resize --percentage 50 web");
    assertThat(settledAt(6)).hasSize(6);
    client.run("cluster resize --adjustment -2 --min-size 2 --max-size 5 --strict web");
    assertThat(settledAt(4)).hasSize(4);

    assertThat(client.run("cluster show web"))
        .containsPattern("min_size +\\| 2 ")
        .containsPattern("max_size +\\| 5 ");
  }

  @Test
  void takeNodesOutAndDestroyThem() throws InterruptedException {
    settledAt(1);
    client.run("cluster expand --count 3 web");
    List<Machine> four = settledAt(4);

    String taken = client.run(
        "cluster node show " + four.get(0).id(),
        "cluster members del --nodes " + four.get(0).id() + " web",
        "cluster members del --destroy-after-deletion true --nodes "
            + four.get(1).id() + " web",
        "cluster node delete --force " + four.get(2).id());

    assertThat(taken)
        .contains("physical_id")
        .containsPattern("(?s)accepted by action.*accepted by action.*accepted by action");
    assertThat(settledAt(1)).extracting(Machine::id).containsExactly(four.get(3).id());
  }

  @Test
  void makePoliciesAndAttachThem() throws InterruptedException, IOException {
    settledAt(1);
    Path in = Files.writeString(directory.resolve("in.yaml"), """
        type: senlin.policy.scaling
        version: 1.0
        description: Two at a time, as long as there are any.
        properties:
          event: CLUSTER_SCALE_IN
          adjustment:
            type: CHANGE_IN_CAPACITY
            number: 2
            best_effort: True
            cooldown: 60
        """);
    Path deletion = Files.writeString(directory.resolve("deletion.yaml"), """
        type: senlin.policy.deletion
        version: 1.1
        properties:
          criteria: YOUNGEST_FIRST
          destroy_after_deletion: True
          grace_period: 60
          reduce_desired_capacity: False
          hooks: {type: zaqar, timeout: 120, params: {queue: q}}
        """);

    String made = client.run(
        "cluster policy create --spec-file " + in + " in-by-two",
        "cluster policy create --spec-file " + deletion + " youngest",
        "cluster policy validate --spec-file " + deletion,
        "cluster policy attach --policy in-by-two web",
        "cluster policy binding show --policy in-by-two web",
        "cluster expand web");
    assertThat(settledAt(4)).hasSize(4);
    String used = client.run("cluster shrink web", "cluster shrink web", "cluster policy list");
    assertThat(settledAt(2)).hasSize(2);
    String reason = client.run("cluster action show " + failed());
    String removed = client.run(
        "cluster policy delete --force in-by-two",
        "cluster policy binding update --policy in-by-two --enabled false web",
        "cluster policy detach --policy in-by-two web",
        "cluster policy delete --force in-by-two",
        "cluster policy delete --force youngest",
        "cluster policy list");

    assertThat(made).contains("senlin.policy.deletion-1.1", "\"queue\": \"q\"", "validated_policy");
    assertThat(used).contains("in-by-two", "youngest", "out-by-three");
    assertThat(reason).contains("Failed policy 'in-by-two'").contains("cooldown");
    assertThat(removed)
        .contains("still attached to some clusters")
        .contains("Policy deleted: ['in-by-two']", "Policy deleted: ['youngest']");
    assertThat(removed.substring(removed.lastIndexOf("Policy deleted")))
        .contains("out-by-three")
        .doesNotContain("| in-by-two");
  }

  @Test
  void signInAtTheRootOfTheServer() throws IOException {
    String printed = client(Map.of(
            "OS_AUTH_URL", server.uri().toString(),
            "OS_AUTH_TYPE", "password",
            "OS_USERNAME", "scaler",
            "OS_PASSWORD", SECRET,
            "OS_USER_DOMAIN_ID", "default",
            "OS_PROJECT_NAME", "cloudadapter",
            "OS_PROJECT_DOMAIN_ID", "default",
            "OS_INTERFACE", "internal",
            "OS_REGION_NAME", "cloudadapter"))
        .run(
            "cluster list -f value -c name",
            "catalog show clustering",
            "cluster profile list",
            "cluster policy type list");

    assertThat(printed)
        .contains("web", "admin: " + server.uri() + "/clustering")
        .contains("GET /v1/profiles is not supported")
        .contains("GET /v1/policy-types is not supported");
  }

  @Test
  void signInWithAnApplicationCredential() throws IOException {
    Map<String, String> login = new HashMap<>(Map.of(
        "OS_AUTH_TYPE", "v3applicationcredential",
        "OS_APPLICATION_CREDENTIAL_ID", "scaler"));

    login.put("OS_APPLICATION_CREDENTIAL_SECRET", SECRET);
    assertThat(client(login).run("cluster list -f value -c name")).contains("web");
    login.put("OS_APPLICATION_CREDENTIAL_SECRET", "wrong-secret-of-length");
    assertThat(client(login).run("cluster list"))
        .contains("the user or the password is wrong")
        .contains("HTTP 401");
  }
}
