package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/reference/alarms.md has one row for each alarm, in the order of the code, with all four columns filled. */
class AlarmsPageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/reference/alarms.md");

  private static List<List<String>> rows() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.startsWith("| `"))
        .map(line -> Arrays.stream(line.substring(1, line.lastIndexOf('|')).split(" \\| ", -1))
            .map(String::strip)
            .toList())
        .toList();
  }

  @Test
  void thePageExplainsEveryAlarmAndNoOther() throws IOException {
    assertThat(rows())
        .extracting(row -> row.get(0).replace("`", ""))
        .containsExactly(Arrays.stream(Alarm.Code.values()).map(Enum::name).toArray(String[]::new));
  }

  @Test
  void eachAlarmHasItsMeaningAndWhatTheLibraryAndAPersonDo() throws IOException {
    assertThat(rows())
        .allSatisfy(row ->
            assertThat(row).hasSize(4).allSatisfy(cell -> assertThat(cell).isNotBlank()));
  }
}
