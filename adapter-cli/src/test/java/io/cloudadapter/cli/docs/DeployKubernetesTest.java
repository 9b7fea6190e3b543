package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.DemoConfig;
import io.cloudadapter.server.config.StoreConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The manifests in deploy/kubernetes fit together, with arguments and a configuration that a server takes. */
class DeployKubernetesTest {
  private static final Path ROOT =
      Path.of("").toAbsolutePath().getParent().resolve("deploy/kubernetes");

  private static List<JsonNode> documents(Path file) throws IOException {
    List<JsonNode> documents = new ArrayList<>();
    for (Object document : new Yaml().loadAll(Files.readString(file))) {
      documents.add(new ObjectMapper().valueToTree(document));
    }
    return documents;
  }

  /** All resources that a kustomization has, with those of the ones it is based on. */
  private static List<JsonNode> resources(Path directory) throws IOException {
    List<JsonNode> resources = new ArrayList<>();
    for (JsonNode name :
        documents(directory.resolve("kustomization.yaml")).get(0).path("resources")) {
      Path path = directory.resolve(name.asText()).normalize();
      resources.addAll(Files.isDirectory(path) ? resources(path) : documents(path));
    }
    return resources;
  }

  private static JsonNode one(String kind, String base) throws IOException {
    return resources(ROOT.resolve(base)).stream()
        .filter(resource -> resource.path("kind").asText().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, String> labels(JsonNode node) {
    Map<String, String> labels = new LinkedHashMap<>();
    node.properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return labels;
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "replicas"})
  void each_base_has_one_resource_of_each_name_and_its_files(String base) throws IOException {
    List<JsonNode> resources = resources(ROOT.resolve(base));

    assertThat(resources)
        .extracting(resource -> resource.path("kind").asText() + " "
            + resource.path("metadata").path("name").asText())
        .doesNotHaveDuplicates()
        .contains(
            "StatefulSet cloudadapter",
            "Service cloudadapter",
            "ServiceAccount cloudadapter",
            "NetworkPolicy cloudadapter",
            "ServiceMonitor cloudadapter");
    JsonNode kustomization =
        documents(ROOT.resolve(base).resolve("kustomization.yaml")).get(0);
    assertThat(ROOT.resolve(base)
            .resolve(kustomization.at("/configMapGenerator/0/files/0").asText()))
        .exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "replicas"})
  void each_selector_of_pods_selects_those_of_the_servers(String base) throws IOException {
    JsonNode set = one("StatefulSet", base);
    Map<String, String> pod = labels(set.at("/spec/template/metadata/labels"));

    assertThat(pod).containsAllEntriesOf(labels(set.at("/spec/selector/matchLabels")));
    for (JsonNode resource : resources(ROOT.resolve(base))) {
      String kind = resource.path("kind").asText();
      JsonNode selector = switch (kind) {
        case "Service" -> resource.at("/spec/selector");
        case "NetworkPolicy" -> resource.at("/spec/podSelector/matchLabels");
        case "PodDisruptionBudget" -> resource.at("/spec/selector/matchLabels");
        default -> new ObjectMapper().createObjectNode();
      };
      assertThat(pod).as(kind).containsAllEntriesOf(labels(selector));
    }
    assertThat(resources(ROOT.resolve(base)))
        .anyMatch(service -> service
                .at("/metadata/name")
                .asText()
                .equals(set.at("/spec/serviceName").asText())
            && service.at("/spec/clusterIP").asText().equals("None"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "replicas"})
  void prometheus_reads_each_server_through_one_service(String base) throws IOException {
    Map<String, String> wanted =
        labels(one("ServiceMonitor", base).at("/spec/selector/matchLabels"));

    assertThat(resources(ROOT.resolve(base)))
        .filteredOn(resource -> resource.path("kind").asText().equals("Service"))
        .filteredOn(service ->
            labels(service.at("/metadata/labels")).entrySet().containsAll(wanted.entrySet()))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "replicas"})
  void containers_run_without_rights_and_mount_what_there_is(String base) throws IOException {
    JsonNode set = one("StatefulSet", base);
    JsonNode pod = set.at("/spec/template/spec");
    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.at("/automountServiceAccountToken").asBoolean(true)).isFalse();
    Set<String> volumes = new TreeSet<>();
    pod.path("volumes").forEach(volume -> volumes.add(volume.path("name").asText()));
    set.at("/spec/volumeClaimTemplates")
        .forEach(claim -> volumes.add(claim.at("/metadata/name").asText()));

    List<JsonNode> containers = new ArrayList<>();
    pod.path("initContainers").forEach(containers::add);
    pod.path("containers").forEach(containers::add);
    Set<String> mounted = new TreeSet<>();
    for (JsonNode container : containers) {
      JsonNode rights = container.path("securityContext");
      assertThat(rights.path("readOnlyRootFilesystem").asBoolean()).isTrue();
      assertThat(rights.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
      assertThat(rights.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
      assertThat(container.at("/resources/limits/memory").asText()).isNotEmpty();
      container
          .path("volumeMounts")
          .forEach(mount -> mounted.add(mount.path("name").asText()));
    }
    assertThat(mounted).isEqualTo(volumes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "replicas"})
  void probes_ask_paths_that_need_no_credential(String base) throws IOException {
    String api = Files.readString(ROOT.resolve(
        "../../adapter-server/src/main/resources/io/cloudadapter/server/rest/openapi.yaml"));
    JsonNode server = one("StatefulSet", base).at("/spec/template/spec/containers/0");
    String port = server.at("/ports/0/name").asText();

    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      JsonNode get = server.path(probe).path("httpGet");
      assertThat(get.path("port").asText()).isEqualTo(port);
      assertThat(get.path("scheme").asText()).isEqualTo("HTTPS");
      assertThat(api).contains("\n  " + get.path("path").asText() + ":\n");
    }
    assertThat(server.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/livez");
    assertThat(server.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/readyz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "replicas"})
  void serve_understands_the_arguments_and_accepts_the_configuration(String base, @TempDir Path etc)
      throws IOException {
    JsonNode server = one("StatefulSet", base).at("/spec/template/spec/containers/0");
    List<String> arguments = new ArrayList<>();
    server
        .path("args")
        .forEach(argument -> arguments.add(argument
            .asText()
            .replace("$(POD_NAME)", "cloudadapter-0")
            .replace("$(POD_NAMESPACE)", "cloudadapter")));
    List<String> help = new ArrayList<>(arguments);
    help.add("--help");
    assertThat(new CommandRunner().run(help.toArray(String[]::new)).code()).isZero();

    Files.createDirectories(etc.resolve("tokens"));
    for (String token : List.of("ops", "scaler", "scrape")) {
      Files.writeString(etc.resolve("tokens").resolve(token), token + "-0123456789abcdef\n");
    }
    Path config = Files.writeString(
        etc.resolve("adapter.yaml"),
        Files.readString(ROOT.resolve(base).resolve("adapter.yaml"))
            .replace("/etc/cloudadapter", etc.toString())
            .replace("/var/lib/cloudadapter", etc.toString()));
    assertThat(DemoConfig.config("--config", config.toString()).pools()).hasSize(1);
    assertThat(DemoConfig.config("--config", config.toString()).server().port())
        .isEqualTo(server.at("/ports/0/containerPort").asInt());
    List<String> served = new ArrayList<>(arguments.subList(1, arguments.size()));
    served.removeIf(argument -> argument.startsWith("--log"));
    served.replaceAll(
        argument -> argument.replace("/etc/cloudadapter/config/adapter.yaml", config.toString()));
    assertThat(DemoConfig.config(served.toArray(String[]::new)).store().flatMap(StoreConfig::url))
        .isEqualTo(
            base.equals("single")
                ? Optional.empty()
                : Optional.of("https://cloudadapter-0.cloudadapter-servers.cloudadapter.svc:8443"));
  }

  @Test
  void the_address_of_a_pod_is_one_of_the_service_without_an_address() throws IOException {
    JsonNode set = one("StatefulSet", "replicas");
    JsonNode kustomization =
        documents(ROOT.resolve("replicas/kustomization.yaml")).get(0);

    assertThat(set.at("/spec/serviceName").asText()).isEqualTo("cloudadapter-servers");
    assertThat(kustomization.path("namespace").asText()).isEqualTo("cloudadapter");
    assertThat(set.at("/spec/template/spec/containers/0/env"))
        .extracting(variable -> variable.path("name").asText() + " "
            + variable.at("/valueFrom/fieldRef/fieldPath").asText())
        .containsExactly("POD_NAME metadata.name", "POD_NAMESPACE metadata.namespace");
  }

  /** The script of the container that copies keys, with directories of a test; returns what the directory has then. */
  private static Map<String, String> copied(Path secret, Path state) throws Exception {
    JsonNode script =
        one("StatefulSet", "replicas").at("/spec/template/spec/initContainers/0/args/0");
    Process shell = new ProcessBuilder(
            "sh",
            "-ec",
            script
                .asText()
                .replace("/etc/cloudadapter/ledger-key", secret.toString())
                .replace("/var/lib/cloudadapter", state.toString()))
        .redirectErrorStream(true)
        .start();
    String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(output).isZero();
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> found = Files.list(state.resolve("data"))) {
      for (Path file : found.toList()) {
        files.put(
            file.getFileName() + " "
                + PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
            Files.readString(file));
      }
    }
    return files;
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_pod_starts_with_the_keys_of_the_secret_and_may_write_them(@TempDir Path directory)
      throws Exception {
    Path secret = Files.createDirectory(directory.resolve("secret"));
    Path state = Files.createDirectory(directory.resolve("state"));
    Path key = Files.writeString(secret.resolve("ledger.key"), "one");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--r-----"));
    assertThat(copied(secret, state)).isEqualTo(Map.of("ledger.key rw-------", "one"));

    Files.writeString(secret.resolve("ledger.key.next"), "two");
    assertThat(copied(secret, state))
        .isEqualTo(Map.of("ledger.key rw-------", "one", "ledger.key.next rw-------", "two"));

    // The server has rotated, and the secret has only the new key; the pod starts again on its
    // node.
    Files.delete(secret.resolve("ledger.key.next"));
    Files.delete(key);
    Files.writeString(key, "two");
    assertThat(copied(secret, state)).isEqualTo(Map.of("ledger.key rw-------", "two"));
  }

  @Test
  void a_drain_never_takes_two_of_three_replicas() throws IOException {
    assertThat(one("StatefulSet", "replicas").at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(one("PodDisruptionBudget", "replicas").at("/spec/maxUnavailable").asInt())
        .isEqualTo(1);
  }
}
