package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README: its program compiles and runs as it stands there, and its set-up takes two commands. */
class ReadmeTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir
  Path directory;

  private void compile() throws Exception {
    String program = between(Files.readString(ROOT.resolve("README.md")), "```java\n", "```");
    Path source = Files.writeString(directory.resolve("Web.java"), program);
    String classes = directory.toString();
    JdkTool.ran(
        directory,
        "javac",
        "-proc:none",
        "-d",
        classes,
        "-classpath",
        JdkTool.CLASS_PATH,
        source.toString());
  }

  private List<String> run() throws Exception {
    String path = directory + File.pathSeparator + JdkTool.CLASS_PATH;
    return JdkTool.ran(directory, "java", "-classpath", path, "Web");
  }

  @Test
  void itsProgramBringsUpThreeMachinesAndFindsThemAgain() throws Exception {
    compile();
    List<String> first = run();
    List<String> second = run();

    assertThat(first).hasSize(3);
    assertThat(second).as("the same machines, in the same directory").isEqualTo(first);
  }

  @Test
  void itHasTwoCommandsToSetUpAndFitsOnFewScreens() throws Exception {
    String page = Files.readString(ROOT.resolve("README.md"));
    List<String> commands = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(block -> block.group(1).strip())
        .toList();

    assertThat(commands).containsExactly("./adapter serve", "mvn verify");
    assertThat(page.lines().count()).isLessThanOrEqualTo(120);
  }

  @Test
  void itsDependenciesAreThoseOfThisBuild() throws Exception {
    String page = Files.readString(ROOT.resolve("README.md"));
    String build = Files.readString(ROOT.resolve("pom.xml"));
    String ours = between(build, "<version>", "</version>");
    String logback = between(build, "<logback.version>", "</logback.version>");
    List<String> expected = List.of(
        "io.cloudadapter:adapter-core:" + ours,
        "io.cloudadapter:adapter-simulated:" + ours,
        "ch.qos.logback:logback-classic:" + logback);

    assertThat(coordinates(
            between(page, "```xml\n", "```"),
            "<groupId>(.*?)</groupId><artifactId>(.*?)</artifactId><version>(.*?)</version>"))
        .isEqualTo(expected);
    assertThat(coordinates(between(page, "```groovy\n", "```"), "'(.*?):(.*?):(.*?)'"))
        .isEqualTo(expected);
    assertThat(Files.readString(ROOT.resolve("docs/start/java.md")))
        .contains("'io.cloudadapter:adapter-bom:" + ours + "'", "logback-classic:" + logback);
  }

  private static List<String> coordinates(String block, String pattern) {
    return Pattern.compile(pattern)
        .matcher(block)
        .results()
        .map(found -> found.group(1) + ":" + found.group(2) + ":" + found.group(3))
        .toList();
  }

  @Test
  void itsPoolTakesTenLines() throws Exception {
    String program =
        between(Files.readString(ROOT.resolve("README.md")), "Exception {\n", "\n  }\n}");

    assertThat(program.lines().count()).isLessThanOrEqualTo(10);
  }

  private static String between(String text, String from, String to) {
    int start = text.indexOf(from) + from.length();
    return text.substring(start, text.indexOf(to, start));
  }
}
