package io.cloudadapter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server of an unpacked archive, with the configuration that comes along. */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class InstalledServerTest {
  @TempDir
  private Path directory;

  @Test
  void grows_a_pool_with_and_without_an_archive_of_classes() throws Exception {
    InstalledRelease release = InstalledRelease.in(directory.resolve("release"));
    growsAPool(release, "without");
    InstalledRelease.execute(
        Map.of(),
        directory,
        List.of(release.home().resolve("bin/adapter-class-archive").toString()));
    growsAPool(release, "with");
  }

  private void growsAPool(InstalledRelease release, String name) throws Exception {
    String data = directory.resolve(name).toString();
    Path config = release.home().resolve("conf/adapter.yaml");
    Process server = InstalledRelease.builder(
            Map.of(),
            directory,
            List.of(
                release.program().toString(),
                "serve",
                "--config",
                config.toString(),
                "--port",
                "0",
                "--data",
                data))
        .start();
    try (BufferedReader out = server.inputReader()) {
      String line = out.readLine();
      assertThat(line).contains("ready at https://127.0.0.1:");

      assertThat(release.run(Map.of("ADAPTER_DATA", data), "resize", "2").code())
          .isZero();
      assertThat(release.run(Map.of("ADAPTER_DATA", data), "size").out()).contains("desired", "2");

      server.destroy();
      assertThat(server.waitFor()).isZero();
    } finally {
      server.destroyForcibly();
    }
    assertThat(Files.isDirectory(Path.of(data, "ledger"))).isTrue();
  }
}
