package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/how-to/run-on-kubernetes.md with a stand-in for kubectl, and compares its names with the manifests. */
@Tag("proof")
@DisabledIfSystemProperty(named = "pages.part", matches = "[12]")
class RunOnKubernetesPageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** Keeps its arguments. */
  private static final String HELM = "echo \"$@\" >> helm.log\n";

  /** Keeps its arguments, and takes no file that is not there. */
  private static final String KUBECTL = """
      printf "%s\\n" "$*" >> kubectl.log
      for word; do
        case $word in
          --from-env-file=*) test -s "${word#*=}" || { echo "no file for $word"; exit 1; } ;;
          --from-file=*) test -s "${word##*=}" || { echo "no file for $word"; exit 1; } ;;
        esac
      done
      """;

  @TempDir
  private Path directory;

  private static Set<String> found(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String manifests() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(ROOT.resolve("deploy/kubernetes"))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        text.append(Files.readString(file)).append('\n');
      }
    }
    return text.toString();
  }

  @Test
  void the_blocks_run_and_name_what_the_manifests_have() throws Exception {
    new PageShell(directory)
        .with("kubectl", KUBECTL)
        .with("helm", HELM)
        .follows(
            TourPage.read(ROOT.resolve("docs/how-to/run-on-kubernetes.md")),
            "docs/how-to/run-on-kubernetes.md");

    String asked = Files.readString(directory.resolve("kubectl.log"));
    String manifests = manifests();
    assertThat(found("(?m)^(?:.* )?-n (\\S+)", asked)).containsExactly("cloudadapter");
    assertThat(manifests).contains("namespace: cloudadapter\n");
    assertThat(found("create secret generic (\\S+)", asked))
        .isSubsetOf(
            found("secret(?:Name|Ref): (?:[{]name: )?(cloudadapter-[a-z-]+)", manifests).stream()
                .flatMap(name -> Stream.of(name, "cloudadapter-scrape"))
                .toList())
        .contains("cloudadapter-tokens", "cloudadapter-ledger-key", "cloudadapter-cloud");
    assertThat(manifests)
        .contains("credentials:\n          name: cloudadapter-scrape\n          key: token\n");
    assertThat(found("rollout \\S+ (\\S+)", asked)).containsExactly("statefulset/cloudadapter");
    assertThat(found("apply -k (\\S+)", asked))
        .allSatisfy(
            base -> assertThat(ROOT.resolve(base).resolve("kustomization.yaml")).exists());
    assertThat(found("(deploy/helm\\S*)", Files.readString(directory.resolve("helm.log"))))
        .isNotEmpty()
        .allSatisfy(path -> assertThat(ROOT.resolve(path)).exists());
    for (String token : List.of("ops", "scaler", "scrape")) {
      assertThat(manifests).contains("file: /etc/cloudadapter/tokens/" + token + "}");
      assertThat(asked).contains("--from-file=" + token);
    }
    assertThat(Files.size(directory.resolve("keys/ledger.key"))).isEqualTo(32);
    assertThat(Files.readAllBytes(directory.resolve("keys/ledger.key")))
        .isNotEqualTo(Files.readAllBytes(directory.resolve("keys/ledger.key.before")));
  }
}
