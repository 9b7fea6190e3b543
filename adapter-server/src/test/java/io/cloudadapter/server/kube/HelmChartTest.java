package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The chart makes what the manifests in deploy/kubernetes have, and refuses values that fit no server. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class HelmChartTest {
  private static final Path MANIFESTS = Path.of("../deploy/kubernetes");

  @TempDir
  private Path directory;

  private HelmChart chart(String values) throws IOException {
    return HelmChart.with(directory, values);
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "replicas"})
  void each_resource_has_the_fields_of_its_kind_and_no_other(String kind) throws Exception {
    HelmChart chart = chart(HelmChart.values(kind));

    List<String> faults = new ArrayList<>();
    for (Map<String, Object> resource : chart.render("other", "elsewhere")) {
      if (KubeSchema.has(resource)) {
        faults.addAll(KubeSchema.faults(resource));
      }
    }

    assertThat(faults).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "replicas"})
  void a_release_has_what_the_manifests_have(String kind) throws Exception {
    Map<String, Map<String, Object>> made = new TreeMap<>();
    Map<String, Object> configuration = new LinkedHashMap<>();
    for (Map<String, Object> resource :
        chart(HelmChart.values(kind)).render("cloudadapter", "cloudadapter")) {
      if (resource.get("kind").equals("ConfigMap")) {
        assertThat(KubeResources.id(resource)).isEqualTo("ConfigMap cloudadapter-config");
        Map<?, ?> files = (Map<?, ?>) resource.get("data");
        configuration.putAll(new Yaml().load(String.valueOf(files.get("adapter.yaml"))));
      } else {
        made.put(KubeResources.id(resource), comparable(resource));
      }
    }
    Map<String, Map<String, Object>> written = new TreeMap<>();
    for (Map<String, Object> resource : KubeResources.kustomized(MANIFESTS.resolve(kind))) {
      written.put(KubeResources.id(resource), comparable(resource));
    }

    assertThat(made.keySet()).isEqualTo(written.keySet());
    made.forEach((id, resource) -> assertThat(resource).as(id).isEqualTo(written.get(id)));
    assertThat(configuration)
        .isEqualTo(
            new Yaml().load(Files.readString(MANIFESTS.resolve(kind).resolve("adapter.yaml"))));
  }

  /** Without labels of the resource itself, which Helm and Kustomize add, and without the tag of the image. */
  private static Map<String, Object> comparable(Map<String, Object> resource) {
    String yaml =
        new Yaml().dump(resource).replace("image: cloudadapter:0.1.0", "image: cloudadapter");
    Map<String, Object> copy = KubeResources.parse(yaml).get(0);
    ((Map<?, ?>) copy.get("metadata")).remove("labels");
    return copy;
  }

  @Test
  void the_image_is_of_the_version_that_the_manifests_have() throws Exception {
    Map<String, Object> chart = KubeResources.parse(
            Files.readString(Path.of("../deploy/helm/cloudadapter/Chart.yaml")))
        .get(0);
    for (String base : List.of("single", "replicas")) {
      List<?> images =
          (List<?>) KubeResources.kustomization(MANIFESTS.resolve(base)).get("images");

      assertThat(((Map<?, ?>) images.get(0)).get("newTag")).isEqualTo(chart.get("appVersion"));
    }
  }

  @Test
  void names_and_addresses_are_those_of_the_release() throws Exception {
    String yaml = new Yaml()
        .dump(chart(HelmChart.values("replicas") + "image: {repository: r.example/a, tag: '7'}\n")
            .render("blue", "web"));

    assertThat(yaml)
        .contains(
            "name: blue-cloudadapter",
            "https://$(POD_NAME).blue-cloudadapter-servers.$(POD_NAMESPACE).svc:8443",
            "app.kubernetes.io/name: blue-cloudadapter",
            "serverName: blue-cloudadapter",
            "image: r.example/a:7")
        .doesNotContain("name: cloudadapter\n");
  }

  @Test
  void an_operator_can_leave_out_what_the_cluster_has_not_and_annotate_the_account()
      throws Exception {
    String values = HelmChart.values("single") + """
        networkPolicy: {enabled: false}
        serviceMonitor: {enabled: false}
        serviceAccount: {annotations: {eks.amazonaws.com/role-arn: "arn:aws:iam::123456789012:role/pools"}}
        """;

    List<Map<String, Object>> resources = chart(values).render("cloudadapter", "cloudadapter");

    assertThat(resources)
        .extracting(resource -> resource.get("kind"))
        .doesNotContain("NetworkPolicy", "ServiceMonitor");
    assertThat(resources)
        .filteredOn(resource -> resource.get("kind").equals("ServiceAccount"))
        .extracting(resource -> ((Map<?, ?>) resource.get("metadata")).get("annotations"))
        .isEqualTo(
            List.of(Map.of("eks.amazonaws.com/role-arn", "arn:aws:iam::123456789012:role/pools")));
  }

  @Test
  void a_release_that_drains_nodes_has_the_permissions_of_the_manifests_and_a_token()
      throws Exception {
    String values = HelmChart.values("single") + "nodes: {enabled: true}\n";
    List<String> faults = new ArrayList<>();
    Map<String, Object> rules = new TreeMap<>();
    Map<String, Object> egress = new TreeMap<>();
    boolean mounted = false;
    for (Map<String, Object> resource : chart(values).render("cloudadapter", "cloudadapter")) {
      if (KubeSchema.has(resource)) {
        faults.addAll(KubeSchema.faults(resource));
      }
      if (resource.containsKey("rules")) {
        rules.put(String.valueOf(resource.get("kind")), resource.get("rules"));
      }
      if (KubeResources.id(resource).equals("NetworkPolicy cloudadapter-api-server")) {
        egress.put("made", resource.get("spec"));
      }
      mounted |= resource.get("kind").equals("StatefulSet")
          && new Yaml().dump(resource).contains("automountServiceAccountToken: true");
    }
    Map<String, Object> written = new TreeMap<>();
    for (Map<String, Object> resource :
        KubeResources.parse(Files.readString(MANIFESTS.resolve("nodes/rbac.yaml")))) {
      if (KubeSchema.has(resource)) {
        faults.addAll(KubeSchema.faults(resource));
      }
      if (resource.containsKey("rules")) {
        written.put(String.valueOf(resource.get("kind")), resource.get("rules"));
      }
      if (resource.get("kind").equals("NetworkPolicy")) {
        assertThat(egress).containsEntry("made", resource.get("spec"));
      }
    }

    assertThat(faults).isEmpty();
    assertThat(rules).containsOnlyKeys("ClusterRole", "Role").isEqualTo(written);
    assertThat(mounted).isTrue();
  }

  /** The roles and bindings by kind and namespace, without their names, which Helm makes of the release's. */
  private static Map<String, List<Object>> rights(List<Map<String, Object>> resources) {
    Map<String, List<Object>> rights = new TreeMap<>();
    for (Map<String, Object> resource : resources) {
      Map<?, ?> metadata = (Map<?, ?>) resource.get("metadata");
      if (String.valueOf(resource.get("kind")).startsWith("Role")
          && metadata.get("namespace") != null) {
        rights.put(
            resource.get("kind") + " in " + metadata.get("namespace"),
            List.of(resource.getOrDefault("rules", ""), resource.getOrDefault("subjects", "")));
      }
    }
    return rights;
  }

  @Test
  void a_release_that_makes_join_tokens_has_the_permissions_of_the_manifests() throws Exception {
    String values = HelmChart.values("single") + "nodes: {enabled: true, joinTokens: true}\n";
    List<Map<String, Object>> made = chart(values).render("cloudadapter", "cloudadapter");
    Map<String, List<Object>> written =
        rights(KubeResources.parse(Files.readString(MANIFESTS.resolve("join-tokens/rbac.yaml"))));

    assertThat(rights(made)).hasSize(4).isEqualTo(written);
    List<String> faults = new ArrayList<>();
    for (Map<String, Object> resource : made) {
      if (KubeSchema.has(resource)) {
        faults.addAll(KubeSchema.faults(resource));
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void the_bindings_of_join_tokens_name_their_own_roles_and_those_of_two_releases_differ()
      throws Exception {
    String values = HelmChart.values("single") + "nodes: {enabled: true, joinTokens: true}\n";
    List<String> names = new ArrayList<>();
    for (String release : List.of("blue", "green")) {
      for (Map<String, Object> resource : chart(values).render(release, "web")) {
        Map<?, ?> metadata = (Map<?, ?>) resource.get("metadata");
        if (!resource.get("kind").equals("RoleBinding") || metadata.get("namespace") == null) {
          continue;
        }
        String name = String.valueOf(metadata.get("name"));
        assertThat(((Map<?, ?>) resource.get("roleRef")).get("name")).isEqualTo(name);
        names.add(name);
      }
    }

    assertThat(names).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void by_default_a_release_reaches_no_secrets_of_the_cluster() throws Exception {
    String values = HelmChart.values("single") + "nodes: {enabled: true}\n";

    assertThat(rights(chart(values).render("cloudadapter", "cloudadapter"))).isEmpty();
  }

  @Test
  void a_release_for_cluster_autoscaler_has_the_service_of_the_manifests_and_the_port()
      throws Exception {
    String values = HelmChart.values("single") + "clusterAutoscaler: {enabled: true}\n";
    Map<String, Object> made = new TreeMap<>();
    String set = "";
    for (Map<String, Object> resource : chart(values).render("cloudadapter", "cloudadapter")) {
      if (KubeResources.id(resource).endsWith("cloudadapter-autoscaler")) {
        assertThat(KubeSchema.faults(resource)).isEmpty();
        made.put(KubeResources.id(resource), resource.get("spec"));
      }
      if (resource.get("kind").equals("StatefulSet")) {
        set = new Yaml().dump(resource);
      }
    }
    Map<String, Object> written = new TreeMap<>();
    for (Map<String, Object> resource :
        KubeResources.parse(Files.readString(MANIFESTS.resolve("autoscaler/service.yaml")))) {
      assertThat(KubeSchema.faults(resource)).isEmpty();
      written.put(KubeResources.id(resource), resource.get("spec"));
    }

    assertThat(made).hasSize(2).isEqualTo(written);
    assertThat(set).contains("containerPort: 8086");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "config: {}|accounts",
        "config: {accounts: {a: {provider: simulated}}, pools: {}}\\nreplicas: 3|config.store is missing",
        "config: {accounts: {a: {provider: simulated}}, pools: {}, store: 'etcd://e:1/p'}"
            + "|config.store is for several servers",
        "config: {accounts: {a: {provider: simulated}}, pools: {b: {maxSize: 1}, a: {maxSize: 1}}}"
            + "|config.defaultPool is missing",
        "config: {accounts: {a: {provider: simulated}}, pools: {}}\\nreplicas: 0|replicas",
        "config: {accounts: {a: {provider: simulated}}, pools: {}}\\nreplica: 3|replica",
        "config: {accounts: {a: {provider: simulated}}, pools: {}}\\nnodes: {joinTokens: true}"
            + "|nodes.joinTokens needs nodes.enabled",
        "config: {accounts: {a: {provider: simulated}}, pools: {}}\\ntokens: {ops: boss}|ops"
      })
  void values_that_fit_no_server_are_refused(String values, String complaint) throws Exception {
    HelmChart chart = chart(values.replace("\\n", "\n"));

    assertThatThrownBy(() -> chart.render("cloudadapter", "cloudadapter"))
        .hasMessageContaining(complaint);
  }
}
