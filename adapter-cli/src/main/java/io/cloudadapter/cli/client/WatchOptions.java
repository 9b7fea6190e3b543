package io.cloudadapter.cli.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The choice to repeat a command that reads. */
final class WatchOptions {
  private static final Duration USUAL = Duration.ofSeconds(2);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = {"-w", "--watch"},
      description = "Repeat until Ctrl-C: on a screen in place, else whenever the output differs.")
  private boolean watch;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = "With --watch: the time between two requests, 100ms or more. Default: 2s.")
  private @Nullable Duration every;

  /** The time between two requests; empty if the command runs once. */
  Optional<Duration> every() {
    Duration time = every == null ? USUAL : every;
    if (every != null && !watch) {
      throw new ParameterException(command.commandLine(), "--every has no use without --watch");
    }
    if (time.toMillis() < 100) {
      throw new ParameterException(
          command.commandLine(), "--every must be 100ms or more, was " + time.toMillis() + "ms");
    }
    return watch ? Optional.of(time) : Optional.empty();
  }
}
