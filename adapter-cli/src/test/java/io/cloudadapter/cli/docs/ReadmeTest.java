package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README: its program compiles and runs as it stands there, and its set-up takes two commands. */
class ReadmeTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** Everything that this test runs with: modules and plain jars alike. */
  private static final String CLASS_PATH = Stream.of("jdk.module.path", "java.class.path")
      .map(name -> System.getProperty(name, ""))
      .filter(path -> !path.isEmpty())
      .collect(Collectors.joining(File.pathSeparator));

  @TempDir
  Path directory;

  private void compile() throws Exception {
    String program = between(Files.readString(ROOT.resolve("README.md")), "```java\n", "```");
    Path source = Files.writeString(directory.resolve("Web.java"), program);
    String classes = directory.toString();
    ran("javac", "-proc:none", "-d", classes, "-classpath", CLASS_PATH, source.toString());
  }

  private List<String> run() throws Exception {
    String path = directory + File.pathSeparator + CLASS_PATH;
    return ran("java", "-classpath", path, "Web");
  }

  /** What a program of this JDK prints; it must end well. */
  private List<String> ran(String tool, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(directory, tool, ".out");
    Path err = Files.createTempFile(directory, tool, ".err");
    int code = new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectOutput(out.toFile())
        .redirectError(err.toFile())
        .start()
        .waitFor();
    assertThat(code).as("%s: %s", tool, Files.readString(err)).isZero();
    return Files.readAllLines(out).stream().sorted().toList();
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

  private static String between(String text, String from, String to) {
    int start = text.indexOf(from) + from.length();
    return text.substring(start, text.indexOf(to, start));
  }
}
