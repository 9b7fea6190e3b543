package io.cloudadapter.cli.client;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.PoolMessages;
import picocli.CommandLine.Command;

/** Shows what a pool's keeper would do next. */
@Command(name = "plan", description = "Shows what the keeper would do next, and why.")
public final class PlanCommand extends ClientCommand.Read {
  public PlanCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    PoolPlan plan = pool().plan();
    print(PlanText.line(plan), PoolMessages.plan(plan));
    if (!structured()) {
      PlanText.lines(plan).forEach(terminal.out()::println);
    }
  }
}
