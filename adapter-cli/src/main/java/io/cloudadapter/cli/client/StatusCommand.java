package io.cloudadapter.cli.client;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.cli.terminal.PoolFormatter;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.PoolMessages;
import java.util.List;
import picocli.CommandLine.Command;

/** Shows what a pool's keeper does. */
@Command(name = "status", description = "Shows the state of the pool's keeper, and the alarms.")
public final class StatusCommand extends ClientCommand.Read {
  public StatusCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    PoolView view = pool().view();
    print(PoolFormatter.line(view), PoolMessages.status(view));
    if (!structured()) {
      for (Alarm alarm : view.alarms()) {
        terminal.out().println(PoolFormatter.alarm(alarm, terminal.clock().instant()));
        terminal.out().println("  runbook: " + PoolFormatter.runbook(alarm));
      }
      if (!view.settled()) {
        ongoing().forEach(terminal.out()::println);
      }
    }
  }

  private List<String> ongoing() {
    try {
      return PoolFormatter.ongoing(pool().plan());
    } catch (PoolException noPlan) {
      // A server that has the plain specification, or follows another one, shows its status without
      // a plan.
      return List.of();
    }
  }
}
