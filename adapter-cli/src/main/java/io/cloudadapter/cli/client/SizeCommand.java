package io.cloudadapter.cli.client;

import io.cloudadapter.api.PoolSize;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.PoolMessages;
import picocli.CommandLine.Command;

/** Shows a pool's size. */
@Command(name = "size", description = "Shows the pool's desired and actual size.")
public final class SizeCommand extends ClientCommand.Read {
  public SizeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    PoolSize size = pool().size();
    print(
        "desired " + size.desiredSize() + ", allocated " + size.allocated() + ", out of service "
            + size.outOfService(),
        PoolMessages.size(size));
  }
}
