package io.cloudadapter.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That docs/how-to/hooks.md shows the certification as it is. */
class HooksPageQuotesTest {
  private static final Path TESTS = Path.of("src", "test", "java", "io", "cloudadapter", "webhook");
  private static final Pattern CLASS = Pattern.compile("^(final )?class ", Pattern.MULTILINE);

  @ParameterizedTest
  @ValueSource(strings = {"WebhookCertificationTest", "WebhookReceiver"})
  void showsTheClassAsItIs(String name) throws IOException {
    String source = Files.readString(TESTS.resolve(name + ".java"));
    String declared = CLASS.splitAsStream(source).reduce((first, last) -> last).orElseThrow();

    assertThat(spaced(Files.readString(Path.of("../docs/how-to/hooks.md"))))
        .contains(spaced("class " + declared));
  }

  private static String spaced(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
