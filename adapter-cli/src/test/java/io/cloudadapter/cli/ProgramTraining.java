package io.cloudadapter.cli;

import io.cloudadapter.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;

/** Loads the classes that a server and its commands need, in one process, for the archive of {@link BuiltProgram}. */
final class ProgramTraining {
  private ProgramTraining() {}

  /** Takes an empty folder for the server. */
  public static void main(String[] args) throws Exception {
    String data = args[0];
    PipedWriter printed = new PipedWriter();
    BufferedReader lines = new BufferedReader(new PipedReader(printed, 1 << 16));
    Terminal terminal = Terminal.real().printingTo(new PrintWriter(printed, true));
    Thread server =
        new Thread(() -> RootCommand.run(terminal, "serve", "--port", "0", "--data", data));
    server.setDaemon(true);
    server.start();
    for (String line = lines.readLine(); !line.startsWith("ready at"); line = lines.readLine()) {
      System.out.println(line);
    }
    for (String command : new String[] {"resize 2", "pool", "status", "plan", "events", "size"}) {
      System.out.println("== " + command);
      RootCommand.run(Terminal.real(), (command + " --data " + data).split(" "));
    }
    System.exit(0);
  }
}
