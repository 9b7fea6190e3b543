package io.cloudadapter.cli.docs;

import io.cloudadapter.cli.BuiltProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;

/** A shell that does what a page says, with {@code ./adapter} from this build. */
final class PageShell {
  private static final String STEP_DONE = "--- done: line ";

  private final Path directory;
  private final Map<String, String> standIns = new TreeMap<>();

  /** A shell in an empty directory. */
  PageShell(Path directory) {
    this.directory = directory;
  }

  /** A program that the page uses and this machine need not have: the lines of a shell script that stands in for it. */
  PageShell with(String program, String script) {
    standIns.put(program, script);
    return this;
  }

  /** Runs the page from top to bottom, and checks that all prints what the page shows. */
  void follows(TourPage page, String name) throws IOException, InterruptedException {
    Map<Integer, List<String>> printed = followed(page);

    SoftAssertions all = new SoftAssertions();
    for (TourPage.Step step : page.steps()) {
      List<String> lines = printed.getOrDefault(step.line(), List.of("(never got there)"));
      all.assertThat(TourPage.asOnPage(lines, step.printed()))
          .as("%s, line %d: %s", name, step.line(), String.join("\n", step.commands()))
          .isEqualTo(step.printed());
    }
    all.assertAll();
  }

  /** What each step printed, by the line where it begins. */
  private Map<Integer, List<String>> followed(TourPage page)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Process shell = shell(page, output);
    try {
      // A generous bound: each wait of the page has its own, and machines that build are slow.
      if (!shell.waitFor(20, TimeUnit.MINUTES)) {
        throw new AssertionError("the tour does not end; so far:\n" + Files.readString(output));
      }
    } finally {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly();
    }
    Map<Integer, List<String>> printed = new TreeMap<>();
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(output)) {
      if (line.startsWith(STEP_DONE)) {
        printed.put(Integer.valueOf(line.substring(STEP_DONE.length())), TourPage.plain(lines));
        lines.clear();
      } else {
        lines.add(line);
      }
    }
    return printed;
  }

  private Process shell(TourPage page, Path output) throws IOException {
    List<String> script = new ArrayList<>();
    script.add("exec < /dev/null"); // Who asks back instead of going on gets no answer.
    // No server is left behind in any case.
    script.add("trap 'kill -9 $(jobs -p) 2> /dev/null' EXIT");
    // A page waits in loops, which would go on for ever if the tests were killed.
    script.add("(while kill -0 $PPID && kill -0 $$; do sleep 2; done; kill $$) > /dev/null 2>&1 &");
    script.add("disown");
    for (TourPage.Step step : page.steps()) {
      script.addAll(step.commands());
      script.add("echo; echo '" + STEP_DONE + step.line() + "'");
    }
    Path file = Files.write(directory.resolve("script"), script);
    command("adapter", "io.cloudadapter.cli.Main");
    Path tools = Files.createDirectory(directory.resolve("tools"));
    if (Boolean.getBoolean("tour.standInCurl") || !hasCurl()) {
      command("tools/curl", StandInCurl.class.getName());
    }
    for (Map.Entry<String, String> program : standIns.entrySet()) {
      executable(tools.resolve(program.getKey()), "#!/bin/sh\n" + program.getValue());
    }
    ProcessBuilder shell = new ProcessBuilder("bash", file.toString())
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile());
    Map<String, String> environment = shell.environment();
    environment.keySet().removeIf(name -> name.startsWith("ADAPTER_"));
    environment.remove("JAVA_TOOL_OPTIONS");
    environment.put("PATH", tools + File.pathSeparator + environment.get("PATH"));
    environment.put("TMPDIR", directory.toString());
    environment.put("no_proxy", "127.0.0.1");
    return shell.start();
  }

  /** Makes a command of a class of this build. */
  private void command(String name, String mainClass) throws IOException {
    List<String> command = BuiltProgram.command(
        mainClass, "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UseTransparentHugePages");
    executable(
        directory.resolve(name),
        String.join("\n", "#!/bin/sh", "exec '" + String.join("' '", command) + "' \"$@\"", ""));
  }

  private static void executable(Path file, String script) throws IOException {
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static boolean hasCurl() {
    for (String place : System.getenv("PATH").split(File.pathSeparator, -1)) {
      if (Files.isExecutable(Path.of(place, "curl"))) {
        return true;
      }
    }
    return false;
  }
}
