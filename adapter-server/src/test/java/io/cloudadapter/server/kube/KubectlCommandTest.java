package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real kubectl looks at actions of a pool on the simulated cloud, over HTTPS: skipped where it is not
 * installed, unless a system property says that it is required.
 */
@Timeout(600)
@Tag("proof")
class KubectlCommandTest {
  private static final String SECRET = "token-for-operating-1";

  @TempDir
  private Path directory;

  private CloudAdapter pools;
  private MachinePool web;
  private AdapterServer server;
  private KubectlCommand kubectl;
  private MachineId machine;

  @BeforeAll
  static void kubectlIsInstalled() {
    assertThat(KubectlCommand.installed() || !Boolean.getBoolean(KubectlCommand.REQUIRED))
        .as("kubectl is required here: apt-get install kubernetes-client")
        .isTrue();
    assumeTrue(
        KubectlCommand.installed(),
        "kubectl is not here; to run this test: apt-get install kubernetes-client");
  }

  private static PoolConfig pool(String name) {
    return PoolConfig.named(name, "demo", 20)
        .listInterval(Duration.ofMillis(200), Duration.ofSeconds(1))
        .launchesPerHour(10_000)
        .terminationsPerHour(10_000)
        .build();
  }

  @BeforeEach
  void start() throws IOException, InterruptedException {
    pools = CloudAdapter.builder()
        .dataDirectory(directory.resolve("data"))
        .account(new AccountConfig("demo", "simulated", Map.of()))
        .pool(pool("web"))
        .pool(pool("batch"))
        .open();
    web = pools.defaultPool();
    web.setDesiredSize(1);
    server = AdapterServer.builder(pools)
        .tls(TlsConfig.selfSigned(directory.resolve("tls")))
        .tokens(List.of(BearerToken.sha256("ops", Role.OPERATE, HashedTokens.sha256(SECRET))))
        .start();
    kubectl =
        new KubectlCommand(Files.createDirectory(directory.resolve("home")), server, SECRET, "web");
    machine = web
        .await(view -> view.settled() && view.desiredSize() == 1, Duration.ofMinutes(2))
        .machines()
        .stream()
        .filter(Machine::allocated)
        .findFirst()
        .orElseThrow()
        .id();
  }

  @AfterEach
  void stop() {
    server.close();
    pools.close();
  }

  private static UUID rebooted(MachinePool pool, MachineId machine) throws InterruptedException {
    UUID uid = pool.submit(ActionRequest.of(machine, new Action.Reboot(Action.Mode.SOFT)));
    try (ActionWatch watch = pool.watchActions(pool.actions().version())) {
      while (!pool.action(uid).orElseThrow().ended()) {
        watch.next(Duration.ofSeconds(5));
      }
    }
    assertThat(pool.action(uid).orElseThrow().phase()).isEqualTo(ActionPhase.SUCCEEDED);
    return uid;
  }

  @Test
  void listsGetsAndSelects() throws InterruptedException {
    String name = "reboot-" + rebooted(web, machine);
    web.submit(ActionRequest.of(machine, new Action.Stop())
        .after(Duration.ofHours(1))
        .labels(Map.of("team", "blue")));

    assertThat(kubectl.run("get", "actions"))
        .containsPattern("NAME +TYPE +MACHINE +PHASE +CREATED +DUE")
        .containsPattern(name + " +Reboot +" + machine + " +Succeeded +20[^ ]+ *\\n")
        .containsPattern("stop-.* +Pending +20[^ ]+ +20");
    assertThat(kubectl.run("get", "ac", "--all-namespaces"))
        .containsPattern("NAMESPACE +NAME")
        .containsPattern("web +" + name);
    assertThat(kubectl.run("get", "actions", "-n", "batch")).contains("No resources found");
    assertThat(kubectl.run("get", "actions", "-n", "nowhere"))
        .contains("(NotFound)", "there is no pool");
    assertThat(kubectl.run("get", "action", name, "-o", "yaml"))
        .contains("kind: Action", "complete: true", "rebootSuccessful: true", "namespace: web");
    assertThat(kubectl.run("get", "actions", "-o", "name")).contains("action/" + name);
    assertThat(kubectl.run("get", "actions", "--field-selector", "status.complete=false"))
        .contains("stop-")
        .doesNotContain(name);
    assertThat(kubectl.run(
            "get", "actions", "--field-selector=spec.nodeName=" + machine, "-l", "team in (blue)"))
        .contains("stop-")
        .doesNotContain(name);
    assertThat(kubectl.run("get", "actions", "--show-labels"))
        .contains("cloudadapter.io/type=Reboot", "team=blue");
    assertThat(kubectl.run("get", "action", "reboot-x"))
        .contains("Error from server (NotFound)", "has no action");
    assertThat(kubectl.run("get", "actions", "--field-selector", "status.colour=red"))
        .contains("there is no field");
  }

  @Test
  void watches() throws InterruptedException {
    web.submit(ActionRequest.of(machine, new Action.Stop()).after(Duration.ofHours(1)));
    try (KubectlCommand.Running all = kubectl.start("get", "actions", "-w");
        KubectlCommand.Running open = kubectl.start(
            "get",
            "actions",
            "-w",
            "--field-selector",
            "status.complete=false",
            "--output-watch-events")) {
      // Each shows what is there before it watches what comes.
      assertThat(all.awaits("stop-.* +Pending", 60)).contains("NAME");
      assertThat(open.awaits("ADDED +stop-", 60)).contains("EVENT");
      String name = "reboot-" + rebooted(web, machine);

      assertThat(all.awaits(name + " .*Succeeded", 60))
          .containsPattern(name + " +Reboot +" + machine + " +(Pending|Running)");
      assertThat(open.awaits("DELETED +" + name, 60)).containsPattern("ADDED +" + name);
    }
  }

  @Test
  void asksForAnAction() throws IOException {
    Path body = Files.writeString(
        directory.resolve("reboot.json"),
        "{\"apiVersion\":\"v1\",\"kind\":\"CustomAction\",\"actionName\":\"Reboot\","
            + "\"rebootParams\":{\"delayInSeconds\":3600}}");

    String printed = kubectl.run(
        "create",
        "--raw",
        "/api/v1/namespaces/web/pods/" + machine + "/action",
        "-f",
        body.toString());

    UUID uid = web.actions().actions().get(0).uid();
    assertThat(printed).contains("\"status\":\"Success\"", "\"uid\":\"" + uid + "\"");
  }

  @Test
  void findsInNamespaceDefaultWhatItHasListedThere() throws InterruptedException {
    rebooted(web, machine);
    String name = kubectl.run("-n", "default", "get", "actions", "-o", "name").strip();

    assertThat(name).startsWith("action/reboot-");
    assertThat(kubectl.run("-n", "default", "get", name, "-o", "jsonpath={.metadata.namespace}"))
        .isEqualTo("default");
    assertThat(kubectl.run("-n", "default", "describe", name))
        .containsPattern("Namespace: +default")
        .containsPattern("Type: +Complete");
    assertThat(
            kubectl.run("-n", "default", "wait", name, "--for=condition=Complete", "--timeout=60s"))
        .contains("condition met");
  }

  @Test
  void waitsUntilAnActionIsComplete() {
    UUID uid = web.submit(ActionRequest.of(machine, new Action.Reboot(Action.Mode.HARD))
        .after(Duration.ofSeconds(1)));
    String name = "action/reboot-" + uid;

    assertThat(kubectl.run("wait", name, "--for=condition=complete", "--timeout=60s"))
        .contains(name + " condition met");
    assertThat(kubectl.run("wait", name, "--for=condition=Succeeded", "--timeout=60s"))
        .contains("condition met");
  }

  @Test
  void whatItCannotDoIsRefusedWithWhatToDoInstead() throws IOException, InterruptedException {
    String name = "reboot-" + rebooted(web, machine);
    Path action = Files.writeString(
        directory.resolve("action.yaml"),
        "apiVersion: v1\nkind: Action\nmetadata: {name: reboot}\nspec: {podAction: {podName: x}}\n");
    Path custom = Files.writeString(
        directory.resolve("custom.yaml"),
        "apiVersion: v1\nkind: CustomAction\nmetadata: {name: x}\nactionName: Reboot\n");
    String ask = "kubectl create --raw /api/v1/namespaces/web/pods/MACHINE/action -f FILE";
    String changed = "action " + name + " cannot be changed after it is accepted";

    assertThat(kubectl.run("create", "-f", action.toString())).contains(ask);
    assertThat(kubectl.run("create", "-f", custom.toString())).contains(ask);
    assertThat(kubectl.run("apply", "-f", action.toString())).contains(ask);
    assertThat(kubectl.run("delete", "action", name))
        .contains("(MethodNotAllowed)", "adapter action cancel " + name + " --pool web");
    assertThat(
            kubectl.run("patch", "action", name, "-p", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"))
        .contains(changed);
    assertThat(kubectl.run("label", "action", name, "a=b")).contains(changed);
    assertThat(kubectl.run("annotate", "action", name, "a=b")).contains(changed);
    assertThat(kubectl.run("scale", "action/" + name, "--replicas=2"))
        .contains("adapter resize SIZE --pool web");
  }

  @Test
  void explainsActionsAndWhatACallerMayDo() {
    assertThat(kubectl.run("explain", "actions")).contains("An action of a machine");
    assertThat(kubectl.run("auth", "can-i", "get", "actions")).contains("yes");
    assertThat(kubectl.run("auth", "can-i", "delete", "actions")).contains("no");
    assertThat(kubectl.run("auth", "can-i", "create", "pods", "--subresource=action"))
        .contains("yes");
    assertThat(kubectl.run("api-resources")).contains("actions").doesNotContain("customactions");
    assertThat(kubectl.run("get", "--raw", "/livez?verbose")).contains("livez check passed");
  }

  @Test
  void showsWhoTheCallerIs() {
    String printed = kubectl.run("auth", "whoami");

    assumeFalse(printed.contains("Available Commands"), "kubectl before 1.28 has no such command");
    assertThat(printed)
        .containsPattern("Username +token:ops")
        .containsPattern("Groups +\\[cloudadapter:operate system:authenticated]");
  }

  @Test
  void tellsThatTheTokenIsWrong() throws IOException {
    KubectlCommand stranger = new KubectlCommand(
        Files.createDirectory(directory.resolve("other")), server, "token-of-no-client-1", "web");

    assertThat(stranger.run("get", "actions")).contains("You must be logged in to the server");
  }
}
