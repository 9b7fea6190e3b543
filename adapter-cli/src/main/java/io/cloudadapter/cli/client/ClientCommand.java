package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.cli.terminal.OutputOptions;
import io.cloudadapter.cli.terminal.PoolFormatter;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.cli.terminal.UsageException;
import io.cloudadapter.client.RemotePools;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The common part of the client commands: a connection, and a choice of output. */
@Command(sortOptions = false)
abstract class ClientCommand implements Callable<Integer> {
  /** Replaced while a command repeats itself: what it prints is compared with the time before. */
  Terminal terminal;

  /** Whether several messages for programs follow each other. */
  private boolean repeats;

  @Mixin
  private ServerConnection connection = new ServerConnection();

  @Mixin
  private OutputOptions output = new OutputOptions();

  ClientCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public final Integer call() throws Exception {
    output.check();
    connection.check();
    execute();
    return 0;
  }

  void execute() throws Exception {
    run();
  }

  abstract void run() throws Exception;

  /** Whether the output is for programs. */
  final boolean structured() {
    return output.structured();
  }

  /** Whether people want all columns. */
  final boolean wide() {
    return output.wide();
  }

  /** Prints a table, in the width of the screen unless people want all columns. */
  final void print(TextTable table) {
    table.lines(wide() ? Integer.MAX_VALUE : terminal.columns()).forEach(terminal.out()::println);
  }

  /** Prints a pool with its alarms and machines for people. */
  final void print(PoolView view) {
    Instant now = terminal.clock().instant();
    PoolFormatter.heading(view, now).forEach(terminal.out()::println);
    PoolFormatter.machines(view, now, wide()).ifPresent(this::print);
  }

  /** Prints a message for programs. */
  final void show(Object value) {
    if (repeats) {
      showNext(value);
    } else {
      output.print(terminal.out(), value);
    }
  }

  /** Prints one of several messages for programs. */
  final void showNext(Object value) {
    output.printNext(terminal.out(), value);
  }

  final MachinePool pool() {
    return connection.pool(terminal.environment());
  }

  final RemotePools pools() {
    return connection.pools(terminal.environment());
  }

  /** Prints one line for people or one value for programs. */
  final void print(String line, Object value) {
    if (structured()) {
      show(value);
    } else {
      terminal.out().println(PrintableText.line(line));
    }
  }

  /** Says that a write is durable. */
  final void done(String what, Map<String, ?> value) {
    print(what, value);
  }

  /** A command that reads and changes nothing, so that it may be repeated until Ctrl-C. */
  abstract static class Read extends ClientCommand {
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

    @Mixin
    private WatchOptions watch = new WatchOptions();

    Read(Terminal terminal) {
      super(terminal);
    }

    @Override
    final void execute() throws Exception {
      Optional<Duration> every = watch.every();
      if (every.isPresent()) {
        repeat(every.get());
      } else {
        run();
      }
    }

    private void repeat(Duration every) throws Exception {
      Terminal screen = terminal;
      super.repeats = true;
      String last = null;
      while (true) {
        StringWriter text = new StringWriter();
        terminal = screen.printingTo(new PrintWriter(text));
        try {
          run();
          terminal.out().flush();
          if (!text.toString().equals(last)) {
            boolean redraws = screen.live() && !structured();
            screen.out().print((redraws ? HOME_AND_CLEAR : "") + text);
            screen.out().flush();
            last = text.toString();
          }
        } catch (PoolException e) {
          // A server that restarts comes back; one that was never there is an error.
          if (last == null || e.reason() != PoolException.Reason.UNAVAILABLE) {
            throw e;
          }
          screen.err().println("adapter: " + PrintableText.line(String.valueOf(e.getMessage())));
        }
        screen.pause().pause(every);
      }
    }
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

    @Override
    final void execute() throws Exception {
      // A malformed key is refused before the server is asked.
      WriteOptions unused = options();
      run();
    }

    final WriteOptions options() {
      WriteOptions options = WriteOptions.none().caller("cli");
      try {
        return key == null ? options : options.idempotencyKey(key);
      } catch (IllegalArgumentException e) {
        throw new UsageException("--idempotency-key: " + e.getMessage(), e);
      }
    }
  }
}
