package io.cloudadapter.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The command line of this build, as tests start it in processes of its own: jars, with an archive of the classes that
 * commands load. A run of the tests starts it hundreds of times, and the archive saves much of the time of each start.
 * The first test that asks makes it, once for each build; the processes of one run share it.
 */
public final class BuiltProgram {
  private static final Path HOME = Path.of("target/program").toAbsolutePath();
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  // A short life: start fast rather than run fast.
  private static final List<String> FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final String TRAINING = ProgramTraining.class.getName();

  private static BuiltProgram present;

  private final Path folder;

  private BuiltProgram(Path folder) {
    this.folder = folder;
  }

  /** The command that runs a class of this build, its tests included, without the arguments of the class. */
  public static List<String> command(String mainClass, String... flags) {
    return command(List.of(), mainClass, flags);
  }

  /** The same with more folders or jars on the class path. */
  static List<String> command(List<Path> more, String mainClass, String... flags) {
    List<Path> path = new ArrayList<>(present().classPath());
    path.addAll(more);
    List<String> command = new ArrayList<>(List.of(JAVA));
    command.addAll(FLAGS);
    // An archive that Java refuses is no reason for lines among the results.
    command.addAll(
        List.of("-XX:SharedArchiveFile=" + present().archive(), "-Xshare:auto", "-Xlog:cds=off"));
    command.addAll(List.of(flags));
    command.addAll(List.of("-cp", joined(path), mainClass));
    return List.copyOf(command);
  }

  private static synchronized BuiltProgram present() {
    if (present == null) {
      try {
        present = ofThisBuild();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while the archive of classes is made", e);
      }
    }
    return present;
  }

  private static BuiltProgram ofThisBuild() throws IOException, InterruptedException {
    Files.createDirectories(HOME);
    BuiltProgram program = new BuiltProgram(HOME.resolve(fingerprint()));
    try (FileChannel channel = FileChannel.open(
        HOME.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // Until the channel closes.
      channel.lock();
      if (!Files.exists(program.archive())) {
        forgetOthers();
        program.make();
      }
    }
    return program;
  }

  /** Removes the programs of earlier builds, which have tens of megabytes each. */
  private static void forgetOthers() throws IOException {
    try (Stream<Path> files = Files.walk(HOME)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(HOME) && !file.equals(HOME.resolve("lock"))) {
          Files.delete(file);
        }
      }
    }
  }

  private void make() throws IOException, InterruptedException {
    Files.createDirectories(folder);
    for (Path entry : entries()) {
      if (Files.isDirectory(entry)) {
        Path jar = jarOf(entry);
        ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
        int code = tool.run(
            System.out,
            System.err,
            "--create",
            "--file",
            jar.toString(),
            "-C",
            entry.toString(),
            ".");
        if (code != 0) {
          throw new IOException("no jar of " + entry);
        }
      }
    }
    Path loaded = folder.resolve("loaded.lst");
    run(
        "list",
        "-Xshare:off",
        "-XX:DumpLoadedClassList=" + loaded,
        "-cp",
        joined(classPath()),
        TRAINING,
        Files.createTempDirectory(folder, "data").toString());
    // Lambdas of a program that is not a module end the dump of Java 17 with a crash, and numbers
    // are for one run.
    List<String> classes = Files.readAllLines(loaded).stream()
        .filter(line -> !line.startsWith("@") && !line.startsWith("#") && !line.contains("source:"))
        .map(line -> line.replaceFirst(" id:.*", ""))
        .toList();
    Path list = Files.write(folder.resolve("classes.lst"), classes);
    // A run that is stopped leaves no half of an archive.
    Path unfinished = folder.resolve("unfinished.jsa");
    run(
        "dump",
        "-Xshare:dump",
        "-XX:SharedClassListFile=" + list,
        "-XX:SharedArchiveFile=" + unfinished,
        "-cp",
        joined(classPath()));
    Files.move(unfinished, archive());
  }

  private void run(String name, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA));
    command.addAll(FLAGS);
    command.addAll(List.of(arguments));
    Path log = folder.resolve(name + ".log");
    int code = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start()
        .waitFor();
    if (code != 0) {
      throw new IOException("no archive of classes, exit code " + code + ", see " + log);
    }
  }

  private Path archive() {
    return folder.resolve("classes.jsa");
  }

  /** The jars, those of this build's folders among them. Java accepts no folder before the end of an archive's path. */
  private List<Path> classPath() {
    return entries().stream()
        .map(entry -> Files.isDirectory(entry) ? jarOf(entry) : entry)
        .toList();
  }

  private Path jarOf(Path classes) {
    String name = classes.toString().replaceAll("[^A-Za-z0-9]+", "-");
    return folder.resolve(name + ".jar");
  }

  /** All of this build, whether its parts are modules here or not. */
  private static List<Path> entries() {
    return Stream.of(
            System.getProperty("jdk.module.path", ""),
            System.getProperty("java.class.path", ""),
            "target/classes",
            "target/test-classes")
        .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath())
        .filter(Files::exists)
        .distinct()
        .toList();
  }

  private static String joined(List<Path> path) {
    return String.join(File.pathSeparator, path.stream().map(Path::toString).toList());
  }

  /** What the archive depends on: the Java that runs it, and all files of the class path. */
  private static String fingerprint() throws IOException {
    StringBuilder all = new StringBuilder(JAVA + System.getProperty("java.runtime.version"));
    for (Path entry : entries()) {
      try (Stream<Path> files = Files.walk(entry)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          all.append('\n').append(file).append(' ').append(Files.size(file)).append(' ');
          all.append(Files.getLastModifiedTime(file));
        }
      }
    }
    return UUID.nameUUIDFromBytes(all.toString().getBytes(StandardCharsets.UTF_8))
        .toString();
  }
}
