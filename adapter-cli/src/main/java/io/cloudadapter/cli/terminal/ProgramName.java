package io.cloudadapter.cli.terminal;

/** The name by which people call this program, for messages that name a command. */
public final class ProgramName {
  private ProgramName() {}

  /** Returns the name that the script that starts it passes; {@code ./adapter} in a checkout of the sources. */
  public static String text() {
    return System.getProperty("adapter.program", "./adapter");
  }
}
