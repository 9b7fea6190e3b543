package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server of this build in a process of its own. */
public final class ServerProcess implements AutoCloseable {
  private static final String READY = "ready at ";

  private final Process process;
  private final Path log;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts it on a configuration; what it says on stderr goes to a file. */
  public static ServerProcess start(Path config, Path log) throws IOException {
    return start(config, log, Map.of());
  }

  /** The same with some variables of the environment. */
  static ServerProcess start(
      Path config, Path log, Map<String, String> environment, String... options)
      throws IOException {
    List<String> command = new ArrayList<>(BuiltProgram.command("io.cloudadapter.cli.Main"));
    command.addAll(List.of("serve", "--config", config.toString()));
    command.addAll(List.of(options));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("ADAPTER_"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    return new ServerProcess(builder.start(), log);
  }

  /** Where it answers, once it does. */
  public URI ready() throws IOException {
    return URI.create(line(READY).substring(READY.length()).split(" ", 2)[0]);
  }

  /** The next line of its standard output that has a text. */
  String line(String text) throws IOException {
    BufferedReader out = process.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.contains(text)) {
        return line;
      }
    }
    throw new AssertionError("the server ended before it was ready, exit code "
        + process.onExit().join().exitValue() + ", see " + log + ":\n" + Files.readString(log));
  }

  /** Kills it after a while, unless it ends by itself before, which fails. */
  public void killAfter(Duration time) throws InterruptedException {
    if (process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new AssertionError("the server ended by itself, see " + log);
    }
    close();
  }

  /** Sends it a signal. */
  void signal(String name) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
            .start()
            .waitFor())
        .isZero();
  }

  /** How it has ended, once it has. */
  int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  /** Asks it to stop, and waits until it has. */
  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      throw new AssertionError("the server does not stop, see " + log);
    }
  }

  /** Ends it as kill -9 does. */
  @Override
  public void close() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }
}
