package io.cloudadapter.cli.client;

import io.cloudadapter.api.notification.ReceiverStatus;
import io.cloudadapter.cli.terminal.PoolFormatter;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.client.message.NotificationMessages;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows how the receivers of notifications do, and tries one. */
@Command(
    name = "notifications",
    description = "Lists the receivers of notifications, and how the delivery to each goes.")
public final class NotificationsCommand extends ClientCommand.Read {
  private NotificationsCommand(Terminal terminal) {
    super(terminal);
  }

  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new NotificationsCommand(terminal)).addSubcommand(new Test(terminal));
  }

  /** Sends one receiver a test. */
  @Command(name = "test", description = "Sends a receiver a test, and waits until it has arrived.")
  static final class Test extends ClientCommand {
    @Parameters(paramLabel = "RECEIVER", description = "The receiver's name.")
    private String receiver = "";

    Test(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      String id = pools().notifications().test(receiver);
      print("receiver " + receiver + " has taken message " + id, Map.of("id", id));
    }
  }

  @Override
  void run() {
    List<ReceiverStatus> receivers = pools().notifications().receivers();
    print("receivers: " + receivers.size(), NotificationMessages.receivers(receivers));
    if (!structured() && !receivers.isEmpty()) {
      print(table(receivers, terminal.clock().instant()));
    }
  }

  private static TextTable table(List<ReceiverStatus> receivers, Instant now) {
    TextTable table = new TextTable(
        "NAME",
        "CHANNEL",
        "STATE",
        "SENT",
        "WAITING",
        "FAILURES",
        "REFUSED",
        "LOST",
        "AGE",
        "ERROR");
    receivers.forEach(receiver -> table.row(
        receiver.name(),
        receiver.channel(),
        receiver.failing() ? "failing" : "ok",
        Long.toString(receiver.sent()),
        Long.toString(receiver.waiting()),
        Long.toString(receiver.failures()),
        Long.toString(receiver.refused()),
        Long.toString(receiver.lost()),
        receiver.oldest().map(since -> PoolFormatter.age(since, now)).orElse("-"),
        receiver.failing() ? receiver.error() : ""));
    return table;
  }
}
