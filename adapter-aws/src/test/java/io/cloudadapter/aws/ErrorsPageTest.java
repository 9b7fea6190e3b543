package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.aws.client.AwsErrorClassifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds docs/reference/aws-errors.md against the tables in the code. */
class ErrorsPageTest {
  private static final Path PAGE = Path.of("../docs/reference/aws-errors.md");

  /** The first cells of the rows of a section's table. */
  private static List<String> rows(String section, int cells) throws IOException {
    String text = Files.readString(PAGE);
    String part = text.substring(text.indexOf("\n## " + section + "\n"));
    int end = part.indexOf("\n## ", 4);
    return (end < 0 ? part : part.substring(0, end))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> cells(line, cells))
        .toList();
  }

  private static String cells(String line, int count) {
    String[] all = line.split(" *\\| *", -1);
    return String.join("|", List.of(all).subList(1, count + 1)).replace("`", "");
  }

  @Test
  void everyRefusalHasItsRowAndInThisOrder() throws IOException {
    assertThat(rows("Refusals", 4))
        .containsExactlyElementsOf(AwsErrorClassifier.TABLE.stream()
            .map(row -> row.code() + "|" + row.kind()
                + (row.conflict() == null ? "" : " " + row.conflict()) + "|" + row.effect() + "|"
                + row.reach())
            .toList());
  }

  @Test
  void everyMishapHasItsRowAndInThisOrder() throws IOException {
    assertThat(rows("State reasons", 3))
        .containsExactlyElementsOf(StateReasons.TABLE.stream()
            .map(row -> row.code() + "|" + row.kind() + "|" + row.reach())
            .toList());
  }
}
