package io.cloudadapter.server.config;

import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Reads configuration files of a fake cloud, for tests of what they may contain. */
abstract class ConfigFileTests {
  static final String SMALL = """
      accounts:
        lab: {provider: fake, region: north}
      pools:
        web: {maxSize: 10}
      """;

  @TempDir
  Path directory;

  AdapterConfig parse(String yaml) {
    return new ConfigFileReader(List.of(new FakeCloud()), Map.of("LAB_PASSWORD", "from-env"))
        .parse(yaml, directory);
  }

  List<String> faults(String yaml) {
    try {
      parse(yaml);
      return List.of();
    } catch (ConfigException e) {
      return e.faults().stream().map(ConfigError::toString).toList();
    }
  }
}
