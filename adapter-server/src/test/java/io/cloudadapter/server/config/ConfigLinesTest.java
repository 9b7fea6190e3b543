package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.config.ConfigError;
import org.junit.jupiter.api.Test;

/** An error that is found after a file was read gets the line of its key. */
class ConfigLinesTest {
  private static final String FILE = """
      accounts:
        prod:
          provider: aws
          region: eu-west-1
      pools:
        web:
          maxSize: 10
          health:
            interval: 10s
            cloudStatus: true
          warm.state: stopped
          hooks:
            - name: drain
              on: termination
              target: webhook
      """;

  private static String located(String yaml, String key) {
    ConfigErrors none = new ConfigErrors();
    ConfigLines lines = ConfigLines.of(YamlReader.read(yaml, none));
    assertThat(none.list()).isEmpty();
    return lines.located(new ConfigError(key, "must be false")).toString();
  }

  @Test
  void aKeyOfTheFileHasItsOwnLine() {
    assertThat(located(FILE, "pools.web.health.cloudStatus"))
        .isEqualTo("pools.web.health.cloudStatus: must be false (line 10)");
    assertThat(located(FILE, "accounts.prod.region"))
        .isEqualTo("accounts.prod.region: must be false (line 4)");
  }

  @Test
  void aKeyThatIsWrittenWithDotsHasItsLineToo() {
    assertThat(located(FILE, "pools.web.warm.state")).endsWith(" (line 11)");
  }

  @Test
  void anItemOfAListIsFoundByItsName() {
    assertThat(located(FILE, "pools.web.hooks.drain.target")).endsWith(" (line 15)");
    assertThat(located("""
        pools:
          - name: web
            maxSize: 10
          - name: api
            health: {cloudStatus: true}
        """, "pools.api.health.cloudStatus")).endsWith(" (line 5)");
  }

  @Test
  void aKeyThatTheFileLeavesOutHasTheLineOfTheNearestKeyAboveIt() {
    assertThat(located(FILE, "pools.web.health.loadBalancers")).endsWith(" (line 9)");
    assertThat(located(FILE, "pools.web.remediation.response")).endsWith(" (line 7)");
  }

  @Test
  void aKeyWithNothingAboveItInTheFileHasNoLine() {
    assertThat(located(FILE, "tenants.red")).isEqualTo("tenants.red: must be false");
    assertThat(ConfigLines.none().located(new ConfigError("pools.web", "is configured twice")))
        .hasToString("pools.web: is configured twice");
  }
}
