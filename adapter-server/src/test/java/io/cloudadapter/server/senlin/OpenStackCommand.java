package io.cloudadapter.server.senlin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The command {@code openstack} with Senlin's plugin, as a user has installed it. It takes seconds to
 * start, so several commands are given to one process, as to a person's prompt.
 */
public final class OpenStackCommand {
  /** A system property: with the value {@code required}, a test without the clients fails. */
  public static final String PROPERTY = "senlin.clients";

  private static final String COMMAND = "openstack";
  private static final int SECONDS = 300;
  private final Path home;
  private final Map<String, String> settings;

  /**
   * A client.
   *
   * @param home an empty directory
   * @param settings how to sign in, by the names of environment variables
   */
  public OpenStackCommand(Path home, Map<String, String> settings) {
    this.home = home;
    this.settings = settings;
  }

  public static boolean installed() {
    try {
      Process process = new ProcessBuilder(COMMAND, "cluster", "list", "--help")
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

  /** What all of these commands print, errors included. */
  public String run(String... commands) {
    try {
      Path input = Files.write(home.resolve("commands"), List.of(commands));
      Path output = home.resolve("output");
      ProcessBuilder builder = new ProcessBuilder(COMMAND)
          .directory(home.toFile())
          .redirectInput(input.toFile())
          .redirectErrorStream(true)
          .redirectOutput(output.toFile());
      Map<String, String> environment = builder.environment();
      environment.keySet().removeIf(name -> name.startsWith("OS_"));
      environment.put("HOME", home.toString());
      environment.put("NO_PROXY", "*");
      environment.put("PYTHONUNBUFFERED", "1");
      environment.putAll(settings);
      Process process = builder.start();
      boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      String printed = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(ended).as("ended within %s s, printed: %s", SECONDS, printed).isTrue();
      return printed;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
