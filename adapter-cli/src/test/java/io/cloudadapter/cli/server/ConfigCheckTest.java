package io.cloudadapter.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.cli.DemoConfig;
import io.cloudadapter.spi.config.ConfigError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What a server of several is named to clients by, and what is said about it before it starts. */
class ConfigCheckTest {
  @TempDir
  private Path directory;

  private Path config(String server, String store) throws IOException {
    return Files.writeString(directory.resolve("adapter.yaml"), """
        server: {%s}
        accounts: {lab: {provider: simulated}}
        pools: {web: {maxSize: 3}}
        %s
        """.formatted(server, store));
  }

  private List<String> doubts(String server, String store) throws IOException {
    return new ConfigCheck(ServeOptions.draft(config(server, store), Map.of()))
        .doubts().stream().map(ConfigError::key).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "'::'", "'[::]'"})
  void a_replica_that_others_could_not_name_to_clients_is_warned_of(String address)
      throws IOException {
    String server = "address: " + address;
    String store = "store: etcd://127.0.0.1:1/web";

    assertThat(doubts(server, store)).contains("etcd.url");
    assertThat(doubts(server, store + "\netcd: {url: 'https://one.example:8443'}"))
        .doesNotContain("etcd.url");
    assertThat(doubts(server, "")).doesNotContain("etcd.url");
    assertThat(doubts("address: 10.0.0.1", store)).doesNotContain("etcd.url");
  }

  @Test
  void an_option_replaces_the_address_of_the_configuration() throws IOException {
    String file = config(
            "port: 0", "store: etcd://127.0.0.1:1/web\netcd: {url: 'https://one.example/'}")
        .toString();

    assertThat(DemoConfig.config("--config", file).store().orElseThrow().url())
        .contains("https://one.example");
    assertThat(DemoConfig.config("--config", file, "--advertise-url", "https://two.example:8443")
            .store()
            .orElseThrow()
            .url())
        .contains("https://two.example:8443");
  }

  @Test
  void a_name_without_a_store_is_named_as_one_without_effect() throws IOException {
    assertThat(doubtsOfAName("")).contains("--name");
    assertThat(doubtsOfAName("store: etcd://127.0.0.1:1/web")).doesNotContain("--name");
  }

  private List<String> doubtsOfAName(String store) throws IOException {
    ServeOptions options = new ServeOptions();
    String file = config("port: 0", store).toString();
    new CommandLine(options).parseArgs("--config", file, "--name", "one");
    return options.draft(Map.of()).doubts().stream().map(ConfigError::key).toList();
  }
}
