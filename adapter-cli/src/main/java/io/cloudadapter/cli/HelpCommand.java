package io.cloudadapter.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The same as --help. */
@Command(
    name = "help",
    sortOptions = false,
    description = "Shows the help of a command, or lists all commands.")
final class HelpCommand implements Runnable {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command.")
  private List<String> names = new ArrayList<>();

  @Override
  public void run() {
    CommandLine shown = spec.commandLine().getParent();
    for (String name : names) {
      CommandLine next = shown.getSubcommands().get(name);
      if (next == null) {
        throw new ParameterException(
            spec.commandLine(),
            "there is no command " + name + "; there are "
                + String.join(", ", shown.getSubcommands().keySet()));
      }
      shown = next;
    }
    shown.usage(shown.getOut());
  }
}
