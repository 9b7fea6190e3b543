package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.cli.terminal.PoolFormatter;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.client.message.HookMessages;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Shows which machines pause, with the tokens to answer by. */
@Command(name = "hooks", description = "Lists the waiting hooks with their tokens.")
public final class HooksCommand extends ClientCommand.Read {
  private HooksCommand(Terminal terminal) {
    super(terminal);
  }

  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new HooksCommand(terminal))
        .addSubcommand(new HookCommands.Complete(terminal))
        .addSubcommand(new HookCommands.Abandon(terminal))
        .addSubcommand(new HookCommands.Heartbeat(terminal));
  }

  @Override
  void run() {
    MachinePool pool = pool();
    List<WaitingHook> hooks = pool.hooks();
    print("pool " + pool.name() + ": pauses " + hooks.size(), HookMessages.hooks(hooks));
    if (!structured() && !hooks.isEmpty()) {
      print(table(hooks, terminal.clock().instant()));
    }
  }

  private static TextTable table(List<WaitingHook> hooks, Instant now) {
    TextTable table =
        new TextTable("TOKEN", "MACHINE", "TRANSITION", "HOOK", "DEADLINE", "LEFT", "TOLD");
    hooks.forEach(hook -> table.row(
        hook.token().toString(),
        hook.machine().value(),
        hook.transition().word(),
        hook.hook(),
        hook.deadline().toString(),
        PoolFormatter.age(now, hook.deadline()),
        hook.told() ? "yes" : "no"));
    return table;
  }
}
