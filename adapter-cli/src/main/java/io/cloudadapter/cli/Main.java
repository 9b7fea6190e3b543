package io.cloudadapter.cli;

import io.cloudadapter.cli.terminal.Terminal;

/** The entry point of {@code ./adapter}. */
final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(RootCommand.run(Terminal.real(), args));
  }
}
