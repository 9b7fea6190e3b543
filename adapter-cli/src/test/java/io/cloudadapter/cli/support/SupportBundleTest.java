package io.cloudadapter.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.cli.DemoConfig;
import io.cloudadapter.cli.server.RunningServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A support bundle has what a server shows, and no secret of its configuration in any form. */
class SupportBundleTest {
  private static final List<String> SECRETS = List.of(
      "ops+token/0123456789abcdef",
      "boot password of machines",
      "hook-secret-hook-secret",
      "receiver-secret-receiver",
      "hook-token-in-path",
      "receiver-token-in-path");

  @TempDir
  private Path directory;

  private static Map<String, String> unzipped(Path archive) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return files;
  }

  @Test
  void a_server_with_secrets_everywhere_gives_a_bundle_without_one() throws Exception {
    Path token = Files.writeString(directory.resolve("ops.token"), SECRETS.get(0) + "\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    Path config = Files.writeString(directory.resolve("adapter.yaml"), """
        server: {port: 0, tokens: {ops: {role: admin, file: ops.token}}}
        accounts: {lab: {provider: simulated}}
        pools:
          web:
            maxSize: 3
            userData: "%s"
            hooks:
              drain:
                timeout: 5m
                secret: "literal:%s"
                target: {url: "https://drain.example.org/%s"}
        notifications:
          receivers:
            oncall:
              channel: webhook
              secret: "literal:%s"
              target: {url: "https://alerts.example.org/%s"}
        """.formatted(
            SECRETS.get(1), SECRETS.get(2), SECRETS.get(4), SECRETS.get(3), SECRETS.get(5)));
    Path archive = directory.resolve("support.zip");
    try (RunningServer serving =
        RunningServer.start(DemoConfig.config("--config", config.toString()))) {
      CommandRunner shell = new CommandRunner()
          .with("ADAPTER_URL", serving.server().uri().toString())
          .with("ADAPTER_CA", serving.file().ca().orElseThrow().toString())
          .with("ADAPTER_TOKEN", SECRETS.get(0));

      CommandRunner.Result result = shell.run("doctor", "server", "--bundle", archive.toString());

      assertThat(result.code()).as(result.err() + result.out()).isZero();
      assertThat(result.out()).contains("ok     server: answers, and has 1 pool\n");
      CommandRunner.Result again = shell.run("doctor", "server", "--bundle", archive.toString());
      assertThat(again.err())
          .isEqualTo("adapter: " + archive
              + " is there already; name another file, or replace it with --force\n");
    }

    Map<String, String> files = unzipped(archive);
    assertThat(files)
        .containsKeys(
            "README.txt",
            "doctor.txt",
            "metrics.json",
            "receivers.json",
            "log-levels.json",
            "pools/web/view.json",
            "pools/web/scaling.json",
            "pools/web/events.json",
            "pools/web/config.json");
    assertThat(files.get("pools/web/config.json")).contains("\"maxSize\"");
    for (String secret : SECRETS) {
      String base64 = Base64.getEncoder()
          .withoutPadding()
          .encodeToString(secret.getBytes(StandardCharsets.UTF_8));
      assertThat(files)
          .allSatisfy((name, text) -> assertThat(text)
              .as(name)
              .doesNotContain(secret, base64, URLEncoder.encode(secret, StandardCharsets.UTF_8)));
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive)))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sent Authorization: Bearer abcdef0123456789|sent Authorization: Bearer ***",
        "connect https://ann:hunter22@cloud.example/v3|connect https://ann:***@cloud.example/v3",
        "{\"password\": \"hunter22\", \"size\": 3}|{\"password\": \"***\", \"size\": 3}",
        "secret_key=AKIAIOSFODNN7; zone=a|secret_key=***; zone=a",
        "access_key=AKIAIOSFODNN7; zone=a|access_key=***; zone=a",
        "{\\\"password\\\":\\\"hunter22\\\"}|{\\\"password\\\":\\\"***\\\"}",
        "{\\\"secretAccessKey\\\": \\\"hunter22\\\"}|{\\\"secretAccessKey\\\": \\\"***\\\"}",
        "{\"token\":\"hunter22\"}|{\"token\":\"***\"}",
        "GET /?X-Amz-Signature=abcdef0123|GET /?X-Amz-Signature=***",
        "resized by token:alice|resized by token:alice",
        "{\"secret\":null}|{\"secret\":null}",
        "the token is missing|the token is missing",
        "desired 3, effective 2|desired 3, effective 2"
      })
  void what_looks_like_a_secret_in_a_message_is_masked(String text, String masked) {
    assertThat(SecretMask.masked(text)).isEqualTo(masked);
  }

  @Test
  void a_private_key_in_a_message_is_masked() {
    assertThat(SecretMask.masked(
            "bad key -----BEGIN PRIVATE KEY-----\nMIIEvQ\nabc\n-----END PRIVATE KEY----- here"))
        .isEqualTo("bad key -----BEGIN PRIVATE KEY-----***-----END PRIVATE KEY----- here");
  }
}
