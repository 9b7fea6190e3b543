package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/how-to/actions.md to the letter, with the real kubectl. */
@Tag("proof")
@DisabledIfSystemProperty(named = "pages.part", matches = "[12]")
class ActionsPageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path PAGE = ROOT.resolve("docs/how-to/actions.md");
  private static final Path TESTS =
      ROOT.resolve("adapter-server/src/test/java/io/cloudadapter/server/kube");

  @TempDir
  private Path directory = Path.of("");

  @Test
  @EnabledIf(
      value = "kubectlIsHereOrRequired",
      disabledReason = "kubectl is not here; to run this test: apt-get install kubernetes-client")
  void whatThePageShowsIsWhatItsCommandsPrint() throws IOException, InterruptedException {
    assertThat(kubectlIsInstalled())
        .as("kubectl is required here: apt-get install kubernetes-client")
        .isTrue();

    new PageShell(directory).follows(TourPage.read(PAGE), "docs/how-to/actions.md");
  }

  static boolean kubectlIsHereOrRequired() throws InterruptedException {
    return kubectlIsInstalled() || Boolean.getBoolean("kubectl.required");
  }

  private static boolean kubectlIsInstalled() throws InterruptedException {
    try {
      Process process = new ProcessBuilder("kubectl", "version", "--client")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // There is no such command.
    }
  }

  @Test
  void theJavaOfThePageIsThatOfTests() throws IOException {
    String tests = Files.readString(TESTS.resolve("KubectlCommandTest.java"))
        + Files.readString(TESTS.resolve("KubeInformerTest.java"));
    String plain = plain(tests);
    List<String> blocks = new ArrayList<>();
    Matcher block =
        Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
    while (block.find()) {
      blocks.add(plain(block.group(1)));
    }

    assertThat(blocks).hasSize(2).allSatisfy(java -> assertThat(plain).contains(java));
  }

  private static String plain(String java) {
    return java.replaceAll("\\s+", "");
  }
}
