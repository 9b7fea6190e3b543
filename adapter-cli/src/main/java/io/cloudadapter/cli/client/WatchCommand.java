package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.Terminal;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows a pool while it changes: a table on a screen, else one line per change. */
@Command(
    name = "watch",
    description = "Follows the pool until Ctrl-C: a live table on a terminal, otherwise one line "
        + "per change.")
public final class WatchCommand extends ClientCommand {
  private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

  @Option(
      names = "--every",
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "The interval between requests. Default: ${DEFAULT-VALUE}.")
  private Duration every = Duration.ofSeconds(1);

  @Option(
      names = "--until-settled",
      description = "End when the pool is at its size and every machine runs.")
  private boolean untilSettled;

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description = "End after this time, with --until-settled as a failure. Default: never.")
  private @Nullable Duration within;

  public WatchCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() throws InterruptedException {
    WatchOptions.check(every);
    MachinePool pool = pool();
    PoolFollower follower = new PoolFollower(terminal, every, Optional.ofNullable(within));
    Optional<PoolView> settled =
        follower.follow(pool, this::show, view -> untilSettled && view.settled());
    if (within != null && untilSettled && settled.isEmpty()) {
      throw PoolFollower.late(pool, within);
    }
  }

  private void show(@Nullable PoolView last, PoolView view) {
    if (structured()) {
      if (last == null || last.revision() != view.revision()) {
        showNext(JsonOutput.view(view));
      }
    } else if (terminal.live()) {
      terminal.out().print(HOME_AND_CLEAR);
      print(view);
    } else {
      PoolFollower.changes(terminal, last, view);
    }
  }
}
