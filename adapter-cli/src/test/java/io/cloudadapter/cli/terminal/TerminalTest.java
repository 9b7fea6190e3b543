package io.cloudadapter.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
  private static Terminal screen(boolean live, String columns) {
    PrintWriter out = new PrintWriter(new StringWriter());
    return new Terminal(
        out,
        out,
        Map.of("COLUMNS", columns),
        live,
        () -> Instant.EPOCH,
        time -> {},
        new BufferedReader(Reader.nullReader()));
  }

  @ParameterizedTest
  @CsvSource({
    "true, 80, 80",
    "true, 0, 2147483647",
    "true, -1, 2147483647",
    "true, '', 2147483647",
    "false, 80, 2147483647"
  })
  void tablesFitIntoAScreenThatReportsItsWidth(boolean live, String columns, int expected) {
    assertThat(screen(live, columns).columns()).isEqualTo(expected);
  }
}
