package io.cloudadapter.cli;

import io.cloudadapter.cli.terminal.Terminal;

/** The entry point of {@code ./adapter}. */
final class Main {
  private Main() {}

  public static void main(String[] args) {
    int status = RootCommand.run(Terminal.real(), args);
    endHttpClients();
    System.exit(status);
  }

  /**
   * Java's exit waits 300 ms for each thread that is in native code, as an HTTP client's is while it waits for the
   * network. Java 17 has no way to close a client, but an interrupt ends this thread. If another Java names it
   * otherwise, the exit waits as before.
   */
  static void endHttpClients() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    // Room for threads that begin meanwhile.
    Thread[] threads = new Thread[2 * group.activeCount() + 16];
    int found = group.enumerate(threads);
    for (int i = 0; i < found; i++) {
      if (threads[i].getName().startsWith("HttpClient-")) {
        threads[i].interrupt();
      }
    }
  }
}
