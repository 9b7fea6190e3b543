package io.cloudadapter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An archive that was unpacked, and its programs. They make no archive of classes unless a test asks for it. */
record InstalledRelease(Path home) {
  static final Path TARGET = Path.of("target").toAbsolutePath();

  /** What a program printed, on both of its streams, and its exit code. */
  record Result(int code, String out) {}

  static Path archive(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(TARGET)) {
      List<Path> found = files
          .filter(file -> file.getFileName().toString().startsWith("cloudadapter"))
          .filter(file -> file.toString().endsWith(suffix))
          .toList();
      assertThat(found).as("archives in " + TARGET).hasSize(1);
      return found.get(0);
    }
  }

  /** Unpacks the archive into a directory, which gets one folder. */
  static InstalledRelease in(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Result unpacked = execute(
        Map.of(),
        directory,
        List.of("tar", "-xzf", archive(".tar.gz").toString(), "-C", directory.toString()));
    assertThat(unpacked).isEqualTo(new Result(0, ""));
    try (Stream<Path> folders = Files.list(directory)) {
      List<Path> all = folders.toList();
      assertThat(all).hasSize(1);
      return new InstalledRelease(all.get(0));
    }
  }

  Path program() {
    return home.resolve("bin/adapter");
  }

  Result run(Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    return execute(
        environment,
        home.getParent(),
        Stream.concat(Stream.of(program().toString()), Stream.of(args)).toList());
  }

  static ProcessBuilder builder(Map<String, String> environment, Path there, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command)
        .directory(there.toFile())
        .redirectErrorStream(true)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().put("ADAPTER_CLASS_ARCHIVE", "off");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return builder;
  }

  static Result execute(Map<String, String> environment, Path there, List<String> command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("out", ".txt");
    Process process =
        builder(environment, there, command).redirectOutput(out.toFile()).start();
    try {
      assertThat(process.waitFor(20, TimeUnit.MINUTES)).as(command + " ends").isTrue();
      return new Result(process.exitValue(), Files.readString(out));
    } finally {
      process.destroyForcibly();
      Files.delete(out);
    }
  }
}
