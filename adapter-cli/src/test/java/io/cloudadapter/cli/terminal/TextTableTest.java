package io.cloudadapter.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void aTableThatFitsIsLeftAlone() {
    TextTable table = new TextTable("NAME", "URL");
    table.row("one", "https://one.example");

    assertThat(table.lines(25))
        .isEqualTo(table.lines())
        .containsExactly("NAME  URL", "one   https://one.example");
  }

  @Test
  void theWidestColumnIsShortenedFirst() {
    TextTable table = new TextTable("NAME", "URL");
    table.row("one", "https://one.example");

    assertThat(table.lines(20)).containsExactly("NAME  URL", "one   https://one.e…");
  }

  @Test
  void idsStayWhole() {
    TextTable table = new TextTable("TOKEN", "MACHINE", "REASON");
    table.row("0123456789-0123456789", "i-0123456789abcdef", "a long reason");

    assertThat(table.lines(20))
        .containsExactly(
            "TOKEN                  MACHINE             REASON",
            "0123456789-0123456789  i-0123456789abcdef  a long …");
  }

  @Property(tries = 200)
  void aTableFitsUnlessItsColumnsAreAtTheirNarrowest(
      @ForAll @Size(3) List<@AlphaChars @StringLength(min = 1, max = 60) String> cells,
      @ForAll @IntRange(min = 1, max = 120) int width) {
    TextTable table = new TextTable("A", "B", "C");
    table.row(cells.toArray(String[]::new));

    int narrowest = cells.get(0).length() + 2 * 8 + 2 * 2;
    assertThat(table.lines(width)).allMatch(line -> line.length() <= Math.max(width, narrowest));
    assertThat(table.lines(width).get(1)).startsWith(cells.get(0));
  }
}
