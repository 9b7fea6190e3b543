package io.cloudadapter.server.kube;

import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The chart in deploy/helm, rendered by Helm itself; no cluster is asked. */
final class HelmChart {
  private static final Path ROOT = Path.of("../deploy/helm").toAbsolutePath().normalize();

  private final Path values;

  private HelmChart(Path values) {
    this.values = values;
  }

  /**
   * The chart with values.
   *
   * @param directory takes the file with the values
   * @param values YAML
   */
  static HelmChart with(Path directory, String values) throws IOException {
    return new HelmChart(Files.writeString(directory.resolve("values.yaml"), values));
  }

  /** The values that the documentation gives for a kind of installation. */
  static String values(String name) throws IOException {
    return Files.readString(ROOT.resolve(name + ".yaml"));
  }

  /**
   * The resources of a release.
   *
   * @throws IllegalStateException with what Helm refuses
   */
  List<Map<String, Object>> render(String release, String namespace) {
    return KubeResources.parse(new Helm(ROOT.resolve("cloudadapter"))
        .template()
        .withName(release)
        .withNamespace(namespace)
        // As if of a cluster of that version: without one, the library takes an old one.
        .withKubeVersion("1.34.0")
        .withValuesFile(values)
        .call());
  }
}
