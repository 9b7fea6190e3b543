package io.cloudadapter.cli.client;

import io.cloudadapter.api.PoolView;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** Shows a pool. */
@Command(name = "pool", description = "Shows the pool and its machines.")
public final class PoolCommand extends ClientCommand.Read {
  public PoolCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    PoolView view = pool().view();
    if (structured()) {
      show(JsonOutput.view(view));
    } else {
      print(view);
    }
  }
}
