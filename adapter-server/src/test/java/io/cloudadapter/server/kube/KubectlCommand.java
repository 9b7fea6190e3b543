package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.AdapterServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The command {@code kubectl}, as a user has installed it. */
final class KubectlCommand {
  /** A system property: with the value {@code true}, a test without the command fails. */
  static final String REQUIRED = "kubectl.required";

  /** A system property: another command in its place. */
  private static final String COMMAND = System.getProperty("kubectl.command", "kubectl");

  private static final int SECONDS = 120;
  private final Path home;

  /**
   * A client of a server.
   *
   * @param home an empty directory
   * @param server whom to ask
   * @param token how to sign in
   * @param namespace the pool that is meant when none is named
   */
  KubectlCommand(Path home, AdapterServer server, String token, String namespace)
      throws IOException {
    this.home = home;
    Files.writeString(
        home.resolve("config"),
        String.join(
            "\n",
            "apiVersion: v1",
            "kind: Config",
            "clusters:",
            "- name: adapter",
            "  cluster:",
            "    server: " + server.uri(),
            "    certificate-authority: " + server.selfSignedCertificate().orElseThrow(),
            "users:",
            "- name: me",
            "  user:",
            "    token: " + token,
            "contexts:",
            "- name: adapter",
            "  context: {cluster: adapter, user: me, namespace: " + namespace + "}",
            "current-context: adapter",
            ""));
  }

  /** The file by which clients find the server. */
  Path config() {
    return home.resolve("config");
  }

  static boolean installed() {
    try {
      Process process = new ProcessBuilder(COMMAND, "version", "--client")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // There is no such command.
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What it prints, errors included. */
  String run(String... arguments) {
    Running running = start(arguments);
    try {
      boolean ended = running.process.waitFor(SECONDS, TimeUnit.SECONDS);
      running.process.destroyForcibly();
      assertThat(ended)
          .as("ended within %s s, printed: %s", SECONDS, running.printed())
          .isTrue();
      return running.printed();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lets it run until it is stopped. */
  Running start(String... arguments) {
    try {
      List<String> command = new ArrayList<>(List.of(COMMAND));
      command.addAll(List.of(arguments));
      Path output = Files.createTempFile(home, "output", "");
      ProcessBuilder builder = new ProcessBuilder(command)
          .directory(home.toFile())
          .redirectErrorStream(true)
          .redirectOutput(output.toFile());
      builder.environment().put("HOME", home.toString());
      builder.environment().put("KUBECONFIG", home.resolve("config").toString());
      builder.environment().put("NO_PROXY", "*");
      return new Running(builder.start(), output);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A command under way. */
  record Running(Process process, Path output) implements AutoCloseable {

    String printed() {
      try {
        return Files.readString(output, StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    /** What it has printed once it has printed this, or after so many seconds. */
    String awaits(String pattern, int seconds) throws InterruptedException {
      Pattern expected = Pattern.compile(pattern);
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      while (!expected.matcher(printed()).find() && System.nanoTime() < until) {
        process.waitFor(50, TimeUnit.MILLISECONDS);
      }
      return printed();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
