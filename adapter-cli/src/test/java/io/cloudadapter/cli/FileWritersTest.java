package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which classes of all modules write files. All that must survive power loss is written by DurableFile, which
 * writes a temporary file, forces it, renames it and forces the directory.
 */
class FileWritersTest {
  private static final Pattern WRITES = Pattern.compile(
      "(?<!Durable)Files\\s*\\.\\s*(write|writeString|newOutputStream|newBufferedWriter|newByteChannel|move|copy"
          + "|createFile|createTempFile|createLink|createSymbolicLink)\\b"
          + "|FileChannel\\s*\\.\\s*open|AsynchronousFileChannel"
          + "|new\\s+(FileOutputStream|FileWriter|RandomAccessFile|FileHandler)\\b"
          + "|new\\s+(PrintWriter|PrintStream|Formatter)\\(\\s*(new File|\"|file|path)"
          + "|StandardOpenOption\\s*\\.\\s*(WRITE|APPEND|CREATE|CREATE_NEW)|\\.renameTo\\(|\\.transferTo\\(");

  private static final Pattern ENDS_THE_PROCESS =
      Pattern.compile("System\\s*\\.\\s*exit\\b|\\.halt\\(|getRuntime\\(\\)\\s*\\.\\s*exit\\b");

  /** What may write otherwise, and why power loss harms nothing there. */
  private static final Map<String, String> OTHERS = Map.ofEntries(
      Map.entry("io/cloudadapter/cli/VendoredComponents", "a build makes its file again"),
      Map.entry("io/cloudadapter/spi/DurableFile", "is the writer"),
      Map.entry(
          "io/cloudadapter/core/store/embedded/FileDisk",
          "the ledger's disk: WholeFile and Log decide what is forced when, tested on a simulated disk"),
      Map.entry(
          "io/cloudadapter/simulated/CloudFile",
          "appends frames that are each forced, and drops a torn one; replaces the file by DurableFile"),
      Map.entry("io/cloudadapter/cli/certify/CertifyLock", "a lock file without content"),
      Map.entry(
          "io/cloudadapter/cli/certify/CertifyCommand", "tries whether a directory can be written"),
      Map.entry(
          "io/cloudadapter/cli/server/OwnedLogFile",
          "a log: lines that power loss takes are not missed"),
      Map.entry(
          "io/cloudadapter/server/audit/AuditFile",
          "appends lines, each written whole before its answer; what power loss takes is a log's end"),
      Map.entry("io/cloudadapter/cli/page/PageFile", "a page that the same command makes again"),
      Map.entry(
          "io/cloudadapter/testkit/run/LiveAccountLimits",
          "appends lines, each forced before a launch"),
      Map.entry("io/cloudadapter/testkit/report/VerdictLog", "appends lines, each forced"),
      Map.entry(
          "io/cloudadapter/testkit/report/CertificateWriter",
          "pages that are made again from verdicts"),
      Map.entry("io/cloudadapter/testkit/wire/AuthorityFile", "a temporary file of a test"));

  private static Map<String, String> sources() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    Map<String, String> sources = new TreeMap<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module :
          modules.filter(m -> m.getFileName().toString().startsWith("adapter-")).toList()) {
        Path main = module.resolve("src/main/java");
        if (Files.isDirectory(main)) {
          try (Stream<Path> files = Files.walk(main)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
              String name = main.relativize(file).toString().replace('\\', '/');
              sources.put(name.substring(0, name.length() - ".java".length()), code(file));
            }
          }
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(500);
    return sources;
  }

  /** Without imports and comments. */
  private static String code(Path file) throws IOException {
    return Files.readString(file)
        .replaceAll("(?s)/\\*.*?\\*/", "")
        .replaceAll("//[^\\n]*", "")
        .lines()
        .filter(line -> !line.startsWith("import "))
        .collect(Collectors.joining("\n"));
  }

  private static Set<String> matching(Pattern pattern) throws IOException {
    Set<String> found = new TreeSet<>();
    sources().forEach((name, code) -> {
      if (pattern.matcher(code).find()) {
        found.add(name);
      }
    });
    return found;
  }

  @Test
  void nothingButDurableFileWritesWhatMustSurvivePowerLoss() throws IOException {
    assertThat(matching(WRITES)).isEqualTo(new TreeSet<>(OTHERS.keySet()));
  }

  @Test
  void onlyTheCommandLineEndsItsProcess() throws IOException {
    assertThat(matching(ENDS_THE_PROCESS))
        .containsExactly("io/cloudadapter/cli/Main", "io/cloudadapter/cli/server/ServeCommand");
  }
}
