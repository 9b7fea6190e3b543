package io.cloudadapter.cli.client;

import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.DisruptionMessages;
import java.util.OptionalInt;
import picocli.CommandLine.Command;

/** Shows the account of disruption of a pool. */
@Command(
    name = "disruption",
    description = {
      "Shows how many machines of a pool are unavailable, and what it may take out of service by "
          + "itself: the limits, and the windows in which work may begin."
    })
public final class DisruptionCommand extends ClientCommand.Read {
  public DisruptionCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    MachinePool pool = pool();
    DisruptionStatus status = pool.disruption();
    print(
        "pool " + pool.name() + ": unavailable " + of(status.unavailable(), status.maxUnavailable())
            + (status.exceededBy() > 0
                ? ", which exceeds disruption.maxUnavailable by " + status.exceededBy()
                : ""),
        DisruptionMessages.status(status));
    if (!structured()) {
      status.reasons().forEach(reason -> terminal.out().println(line(reason)));
    }
  }

  private static String line(DisruptionStatus.Reason reason) {
    String windows = reason.open()
        ? reason.window().map(name -> ", window " + name + " is open").orElse("")
            + reason.until().map(until -> " until " + until).orElse("")
        : reason.window().map(name -> ", waits for window " + name).orElse("")
            + reason.opens().map(opens -> ", which opens at " + opens).orElse("");
    return String.format(
        "%-12s %s%s", reason.reason().word(), of(reason.unavailable(), reason.limit()), windows);
  }

  private static String of(int unavailable, OptionalInt limit) {
    return unavailable + (limit.isPresent() ? " of at most " + limit.getAsInt() : ", no limit");
  }
}
