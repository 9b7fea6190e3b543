package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the README, taken out of it, compiled, and run as often as a reader runs it. */
class ReadmeTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** Everything that this test runs with: modules and plain jars alike. */
  private static final String CLASS_PATH = Stream.of("jdk.module.path", "java.class.path")
      .map(name -> System.getProperty(name, ""))
      .filter(path -> !path.isEmpty())
      .collect(Collectors.joining(File.pathSeparator));

  @TempDir
  Path directory;

  @BeforeEach
  void compiles() throws Exception {
    String program = between(Files.readString(ROOT.resolve("README.md")), "```java\n", "```");
    Path source = directory.resolve("Readme.java");
    Files.writeString(source, """
        import io.cloudadapter.api.*;
        import io.cloudadapter.core.*;
        import io.cloudadapter.core.config.*;
        import java.nio.file.Path;
        import java.time.Duration;
        import java.util.Map;

        public class Readme {
          public static void main(String[] args) throws Exception {
            Path data = Path.of(args[0]);
            %s
          }
        }
        """.formatted(program));
    String classes = directory.toString();
    ran("javac", "-proc:none", "-d", classes, "-classpath", CLASS_PATH, source.toString());
  }

  private List<String> run() throws Exception {
    String path = directory + File.pathSeparator + CLASS_PATH;
    return ran("java", "-classpath", path, "Readme", directory.resolve("data").toString());
  }

  /** What a program of this JDK prints; it must end well. */
  private List<String> ran(String tool, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(directory, tool, ".out");
    Path err = Files.createTempFile(directory, tool, ".err");
    int code = new ProcessBuilder(command)
        .redirectOutput(out.toFile())
        .redirectError(err.toFile())
        .start()
        .waitFor();
    assertThat(code).as("%s: %s", tool, Files.readString(err)).isZero();
    return Files.readAllLines(out).stream().sorted().toList();
  }

  @Test
  void itsProgramBringsUpThreeMachinesAndFindsThemAgain() throws Exception {
    List<String> first = run();
    List<String> second = run();

    assertThat(first).hasSize(3);
    assertThat(second).as("the same machines, in the same directory").isEqualTo(first);
  }

  private static String between(String text, String from, String to) {
    int start = text.indexOf(from) + from.length();
    return text.substring(start, text.indexOf(to, start));
  }
}
