package io.cloudadapter.cli.client;

import io.cloudadapter.cli.terminal.UsageException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The choice to repeat a command that reads. */
final class WatchOptions {
  private static final Duration USUAL = Duration.ofSeconds(2);

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
      throw new UsageException("--every has no use without --watch");
    }
    check(time);
    return watch ? Optional.of(time) : Optional.empty();
  }

  /** Refuses a time between two requests that would keep a server busy. */
  static void check(Duration every) {
    if (every.toMillis() < 100) {
      throw new UsageException("--every must be 100ms or more, was " + every.toMillis() + "ms");
    }
  }
}
