package io.cloudadapter.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WrappedTextTest {
  @Test
  void fillsLinesUpToEightyColumns() {
    String sixteenColumns = "abcdefghijklmno ";

    assertThat(WrappedText.lines(sixteenColumns.repeat(6), ""))
        .containsExactly(sixteenColumns.repeat(5).strip(), sixteenColumns.strip());
    assertThat(WrappedText.lines("a".repeat(40) + " " + "b".repeat(39), "")).hasSize(1);
    assertThat(WrappedText.lines("a".repeat(40) + " " + "b".repeat(40), "")).hasSize(2);
  }

  @Test
  void countsTheIndentOfEachLine() {
    assertThat(WrappedText.lines("a".repeat(38) + " " + "b".repeat(39) + " c", "  "))
        .containsExactly("  " + "a".repeat(38) + " " + "b".repeat(39), "  c");
  }

  @Test
  void keepsCommandsAndLongPathsWhole() {
    String path = "docs/" + "how-to/".repeat(12) + "backup-and-restore.md";

    assertThat(WrappedText.lines("word ".repeat(15) + "`./adapter plan` " + path, ""))
        .containsExactly("word ".repeat(15).strip(), "`./adapter plan`", path);
  }

  @Test
  void makesOneLineOfNoText() {
    assertThat(WrappedText.lines("", "  ")).isEqualTo(List.of("  "));
  }
}
