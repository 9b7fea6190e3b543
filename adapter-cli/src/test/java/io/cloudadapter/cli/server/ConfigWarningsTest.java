package io.cloudadapter.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.config.ConfigError;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the log gets of a configuration file that is read again and again. */
class ConfigWarningsTest {
  private static final ConfigError PRICES = new ConfigError("server.prices", "is odd (line 3)");
  private static final ConfigError HEALTH = new ConfigError("pools.web.health", "is idle (line 7)");

  private final List<ConfigError> logged = new ArrayList<>();
  private final ConfigWarnings warnings = new ConfigWarnings(logged::add);

  @Test
  void the_first_read_logs_all_of_them() {
    warnings.found(List.of(PRICES, HEALTH));

    assertThat(logged).containsExactly(PRICES, HEALTH);
  }

  @Test
  void a_file_that_is_read_again_logs_only_what_is_new() {
    warnings.found(List.of(PRICES));
    warnings.found(List.of(PRICES));
    warnings.found(List.of(PRICES, HEALTH));

    assertThat(logged).containsExactly(PRICES, HEALTH);
  }

  @Test
  void a_warning_that_another_line_moves_is_the_same() {
    warnings.found(List.of(PRICES));
    warnings.found(List.of(new ConfigError("server.prices", "is odd (line 4)")));

    assertThat(logged).containsExactly(PRICES);
  }

  @Test
  void a_warning_that_was_mended_and_returns_is_logged_again() {
    warnings.found(List.of(PRICES));
    warnings.found(List.of());
    warnings.found(List.of(PRICES));

    assertThat(logged).containsExactly(PRICES, PRICES);
  }
}
