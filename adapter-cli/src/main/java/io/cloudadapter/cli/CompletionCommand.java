package io.cloudadapter.cli;

import io.cloudadapter.cli.terminal.Terminal;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    sortOptions = false,
    description = "Prints the completion of commands and options for a shell.",
    footer = {
      "",
      "For the shell that runs:",
      "  bash, zsh:  source <(adapter completion bash)",
      "  fish:       adapter completion fish | source"
    })
final class CompletionCommand implements Runnable {
  /** Shells that complete. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  private final Terminal terminal;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell = Shell.BASH;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    CommandLine all = RootCommand.of(terminal);
    terminal
        .out()
        .print(
            shell == Shell.FISH
                ? FishCompletion.of(all)
                // Zsh reads it, too, by its own bashcompinit, which the script loads.
                : AutoComplete.bash(all.getCommandName(), all));
  }
}
