package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the compiler and programs in processes of their own, with the JDK that runs the tests. */
final class JdkTool {

  /** Everything that the tests run with: modules and plain jars alike. */
  static final String CLASS_PATH = Stream.of("jdk.module.path", "java.class.path")
      .map(name -> System.getProperty(name, ""))
      .filter(path -> !path.isEmpty())
      .collect(Collectors.joining(File.pathSeparator));

  private JdkTool() {}

  /** What a program of this JDK prints, in order; it must end well. */
  static List<String> ran(Path directory, String tool, String... arguments) throws Exception {
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
}
