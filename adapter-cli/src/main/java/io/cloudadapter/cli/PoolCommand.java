package io.cloudadapter.cli;

import io.cloudadapter.api.PoolView;
import picocli.CommandLine.Command;

/** Shows a pool. */
@Command(name = "pool", description = "Shows the pool and its machines.")
final class PoolCommand extends ClientCommand {
  PoolCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    PoolView view = pool().view();
    if (json()) {
      terminal.out().println(JsonOutput.text(JsonOutput.view(view)));
    } else {
      PoolFormatter.lines(view, terminal.clock().instant()).forEach(terminal.out()::println);
    }
  }
}
