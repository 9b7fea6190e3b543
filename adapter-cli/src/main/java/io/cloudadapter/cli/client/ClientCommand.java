package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.RemotePools;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The common part of the client commands: a connection, and a choice of output. */
@Command(sortOptions = false)
abstract class ClientCommand implements Callable<Integer> {
  final Terminal terminal;

  @Mixin
  private ServerConnection connection = new ServerConnection();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  ClientCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public final Integer call() throws Exception {
    run();
    return 0;
  }

  abstract void run() throws Exception;

  final boolean json() {
    return json;
  }

  final MachinePool pool() {
    return connection.pool(terminal.environment());
  }

  final RemotePools pools() {
    return connection.pools(terminal.environment());
  }

  /** Prints one line for people or one value for programs. */
  final void print(String line, Object value) {
    terminal.out().println(json ? JsonOutput.text(value) : PrintableText.line(line));
  }

  /** Says that a write is durable. */
  final void done(String what, Map<String, ?> value) {
    print(what, value);
  }

  /** A command that changes something, so that it may carry an idempotency key. */
  abstract static class Write extends ClientCommand {
    @Option(
        names = "--idempotency-key",
        paramLabel = "KEY",
        description =
            "The idempotency key. A repeated command with the same key has no further effect.")
    private @Nullable String key;

    Write(Terminal terminal) {
      super(terminal);
    }

    final WriteOptions options() {
      WriteOptions options = WriteOptions.none().caller("cli");
      return key == null ? options : options.idempotencyKey(key);
    }
  }
}
