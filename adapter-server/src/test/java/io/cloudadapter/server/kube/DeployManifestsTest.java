package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The manifests in deploy/kubernetes are resources that the API of Kubernetes takes. */
class DeployManifestsTest {
  private static final Path ROOT = Path.of("../deploy/kubernetes");

  private static Map<String, Map<String, Object>> resources() throws IOException {
    Map<String, Map<String, Object>> resources = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files
          .filter(path ->
              path.toString().endsWith(".yaml") && !path.getFileName().endsWith("adapter.yaml"))
          .sorted()
          .toList()) {
        for (Map<String, Object> resource : KubeResources.parse(Files.readString(file))) {
          resources.put(ROOT.relativize(file) + " " + resources.size(), resource);
        }
      }
    }
    return resources;
  }

  @Test
  void each_resource_has_the_fields_of_its_kind_and_no_other() throws Exception {
    List<String> faults = new ArrayList<>();
    TreeSet<String> checked = new TreeSet<>();
    TreeSet<String> others = new TreeSet<>();
    for (Map.Entry<String, Map<String, Object>> resource : resources().entrySet()) {
      String kind = String.valueOf(resource.getValue().get("kind"));
      if (KubeSchema.has(resource.getValue())) {
        checked.add(kind);
        KubeSchema.faults(resource.getValue())
            .forEach(fault -> faults.add(resource.getKey() + ": " + fault));
      } else {
        others.add(kind);
      }
    }

    assertThat(faults).isEmpty();
    assertThat(checked)
        .containsExactly(
            "ClusterRole",
            "ClusterRoleBinding",
            "NetworkPolicy",
            "PodDisruptionBudget",
            "Role",
            "RoleBinding",
            "Service",
            "ServiceAccount",
            "StatefulSet");
    assertThat(others).containsExactly("Component", "Kustomization", "ServiceMonitor");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "replicas: 3|replica: 3|The field `replica` in the JSON string is not defined",
        "replicas: 3|replicas: three|three",
        "replicas: 3|replicas: '3'|a value is of another type",
        "containerPort: 8443|hostPort: 8443|The required field `containerPort` is not found",
        "capabilities: {drop: [ALL]}|capabilities: {drop: ALL}|Expected the field `drop` to be an array",
        "optional: true|optionl: true|The field `optionl` in the JSON string is not defined"
      })
  void a_manifest_with_a_mistake_would_be_refused(String right, String wrong, String fault)
      throws Exception {
    String set = Files.readString(ROOT.resolve("replicas/statefulset.yaml"));
    assertThat(set).contains(right);

    String changed = set.replaceFirst(Pattern.quote(right), wrong);

    assertThat(KubeSchema.faults(KubeResources.parse(changed).get(0)))
        .anyMatch(found -> found.contains(fault));
  }
}
