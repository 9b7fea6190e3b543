package io.cloudadapter.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A process that is killed and started again. */
final class ClusterProcess {
  private final String name;
  private final List<String> command;
  private final Path log;
  private Process process;

  /** Starts it. */
  ClusterProcess(String name, List<String> command, Path log) {
    this.name = name;
    this.command = command;
    this.log = log;
    this.process = launch();
  }

  private Process launch() {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(key -> key.startsWith("ADAPTER_"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    try {
      return builder.start();
    } catch (IOException e) {
      throw new AssertionError(name + " cannot be started", e);
    }
  }

  String name() {
    return name;
  }

  Path log() {
    return log;
  }

  /** Ends it as kill -9 does. */
  void kill() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  /** Ends it in order. */
  void end() {
    process.destroy();
    process.onExit().join();
  }

  /** Starts it again. */
  void start() {
    process = launch();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** Has it stand still. */
  void stop() {
    signal("-STOP");
  }

  /** Has it go on. */
  void go() {
    signal("-CONT");
  }

  private void signal(String which) {
    try {
      new ProcessBuilder("kill", which, Long.toString(process.pid()))
          .inheritIO()
          .start()
          .onExit()
          .join();
    } catch (IOException e) {
      throw new AssertionError("there is no command kill", e);
    }
  }
}
