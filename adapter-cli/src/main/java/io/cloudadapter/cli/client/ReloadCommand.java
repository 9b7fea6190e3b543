package io.cloudadapter.cli.client;

import io.cloudadapter.api.reload.ReloadResult;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.ReloadMessages;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Has a server read its configuration file again. */
@Command(
    name = "reload",
    description = "Has the server read its configuration file again and apply what changed to the "
        + "pools. A file with an error changes nothing.")
public final class ReloadCommand extends ClientCommand {
  @Option(names = "--last", description = "Shows what came of the last reload, and makes none.")
  private boolean last;

  public ReloadCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    ReloadResult result =
        last ? pools().configReload().last() : pools().configReload().reload();
    print("the configuration: " + result.outcome(), ReloadMessages.message(result));
    if (!structured()) {
      show("created", result.created());
      show("updated", result.updated());
      show("removed", result.removed());
      show("needs a restart", result.restart());
    }
    if (!result.successful()) {
      throw new IllegalArgumentException(
          "the configuration was not applied: " + String.join("; ", result.errors()));
    }
  }

  private void show(String what, List<String> names) {
    if (!names.isEmpty()) {
      terminal.out().println(what + ": " + String.join(", ", names));
    }
  }
}
