package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.kubernetes.ClusterAccess.UnusableAccessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files that lead to a cluster. */
class ClusterFilesTest {
  private static final String KUBECONFIG = """
      apiVersion: v1
      kind: Config
      current-context: first
      clusters:
      - name: lab
        cluster: {server: "https://lab.example:6443/", certificate-authority: ca.pem}
      - name: other
        cluster: {server: "https://other.example", certificate-authority-data: "eA=="}
      users:
      - name: robot
        user: {token: abc}
      - name: filed
        user: {tokenFile: token}
      contexts:
      - name: first
        context: {cluster: lab, user: robot}
      - name: second
        context: {cluster: other, user: filed}
      """;

  @TempDir
  private Path directory;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void the_current_context_leads_to_its_cluster_with_files_beside_it() throws Exception {
    write("ca.pem", "an authority");

    ClusterAccess access = KubeconfigFile.read(write("config", KUBECONFIG), Optional.empty());

    assertThat(access.server()).hasToString("https://lab.example:6443");
    assertThat(access.authorities()).contains("an authority");
    assertThat(access.currentToken()).contains("abc");
    assertThat(access.toString()).contains("user robot").doesNotContain("abc");
  }

  @Test
  void another_context_and_the_file_of_a_token_which_is_read_each_time() throws Exception {
    write("token", "one\n");
    ClusterAccess access = KubeconfigFile.read(write("config", KUBECONFIG), Optional.of("second"));
    assertThat(access.authorities()).contains("x");
    assertThat(access.currentToken()).contains("one");

    write("token", "two\n");
    assertThat(access.currentToken()).contains("two");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "current-context: first | current-context: third | has no context third",
        "{token: abc} | {exec: {command: aws}} | has exec for user robot, which is not supported",
        "{token: abc} | {token: \"abc d\"} | has a token for user robot with spaces or other",
        "{token: abc} | {token: \"ab\\ncabc\"} | has a token for user robot with spaces or other",
        "{token: abc} | {} | has no credentials for user robot",
        "{token: abc} | {client-key-data: eA==} | needs both client-certificate and client-key",
        "https://lab.example:6443/ | http://lab.example | has no https address as server of cluster lab",
        "https://lab.example:6443/ | lab | has no https address as server of cluster lab",
        "certificate-authority: ca.pem | insecure-skip-tls-verify: true | has insecure-skip-tls-verify",
        "certificate-authority: ca.pem | certificate-authority: gone.pem | gone.pem cannot be read: there is"
            + " no such file",
        "apiVersion: v1 | apiVersion: [ | is not a kubeconfig in YAML",
      })
  void what_cannot_be_used_is_named(String there, String instead, String problem)
      throws IOException {
    write("ca.pem", "an authority");
    Path file = write("config", KUBECONFIG.replace(there, instead));

    assertThatThrownBy(() -> KubeconfigFile.read(file, Optional.empty()))
        .isInstanceOf(UnusableAccessException.class)
        .hasMessageContaining(problem)
        .hasMessageNotContaining("abc");
  }

  @Test
  void the_newline_after_a_token_is_no_part_of_it() throws Exception {
    write("ca.pem", "an authority");
    String block = KUBECONFIG.replace("user: {token: abc}", "user:\n    token: |\n      abc");

    ClusterAccess access = KubeconfigFile.read(write("config", block), Optional.empty());

    assertThat(access.currentToken()).contains("abc");
  }

  @Test
  void a_pod_has_its_service_account() throws Exception {
    write("ca.crt", "an authority");
    write("token", "pods");
    Map<String, String> environment =
        Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "6443");

    ClusterAccess access = new ServiceAccountFiles(directory, environment).read();

    assertThat(access.server()).hasToString("https://[fd00::1]:6443");
    assertThat(access.currentToken()).contains("pods");
    assertThatThrownBy(() -> new ServiceAccountFiles(directory, Map.of()).read())
        .hasMessageContaining("KUBERNETES_SERVICE_HOST is not set; give a kubeconfig");
  }
}
