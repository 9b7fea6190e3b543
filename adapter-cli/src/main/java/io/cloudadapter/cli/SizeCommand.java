package io.cloudadapter.cli;

import io.cloudadapter.api.PoolSize;
import picocli.CommandLine.Command;

/** Shows a pool's size. */
@Command(name = "size", description = "Shows the pool's desired and actual size.")
final class SizeCommand extends ClientCommand {
  SizeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    PoolSize size = pool().size();
    print(
        "desired " + size.desiredSize() + ", allocated " + size.allocated() + ", out of service "
            + size.outOfService(),
        JsonOutput.size(size));
  }
}
