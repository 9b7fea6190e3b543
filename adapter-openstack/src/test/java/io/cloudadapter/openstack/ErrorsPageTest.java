package io.cloudadapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds docs/reference/openstack-errors.md against the tables in the code. */
class ErrorsPageTest {
  private static final Path PAGE = Path.of("../docs/reference/openstack-errors.md");

  /** The first cells of the rows of a section's table. */
  private static List<String> rows(String section, int cells) throws IOException {
    String text = Files.readString(PAGE);
    String part = text.substring(text.indexOf("\n## " + section + "\n"));
    int end = part.indexOf("\n## ", 4);
    return (end < 0 ? part : part.substring(0, end))
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| status"))
        .filter(line -> !line.startsWith("| message"))
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
        .containsExactlyElementsOf(OpenStackErrorClassifier.TABLE.stream()
            .map(row -> row.status() + "|" + row.code() + "|" + row.says() + "|" + row.kind())
            .toList());
  }

  @Test
  void everyFaultHasItsRowAndInThisOrder() throws IOException {
    assertThat(rows("Faults", 2))
        .containsExactlyElementsOf(FaultReasons.TABLE.stream()
            .map(row -> row.says() + "|" + row.kind())
            .toList());
  }
}
