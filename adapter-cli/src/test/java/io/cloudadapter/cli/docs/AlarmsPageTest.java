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

  private static List<String> sections() throws IOException {
    List<String> sections = List.of(Files.readString(PAGE).split("\n## ", -1));
    return sections.subList(1, sections.size());
  }

  @Test
  void thePageExplainsEveryAlarmAndNoOther() throws IOException {
    assertThat(sections())
        .extracting(section -> section.lines().findFirst().orElse("").replace("`", ""))
        .containsExactly(Arrays.stream(Alarm.Code.values()).map(Enum::name).toArray(String[]::new));
  }

  @Test
  void eachAlarmHasItsMeaningAndWhatTheLibraryAndAPersonDo() throws IOException {
    assertThat(sections())
        .allSatisfy(section -> assertThat(section)
            .containsPattern(
                "`\n\n[A-Z].*\n\n- \\*\\*The library:\\*\\* \\S.*\n- \\*\\*You:\\*\\* \\S"));
  }
}
