package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.Terminal;
import java.time.Instant;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The commands that answer a waiting hook. */
public final class HookCommands {
  private HookCommands() {}

  /** A token as hooks shows it; short forms that Java would take are none. */
  public static UUID token(String text) {
    try {
      UUID token = UUID.fromString(text);
      if (token.toString().equalsIgnoreCase(text)) {
        return token;
      }
    } catch (IllegalArgumentException none) {
      // Said below.
    }
    throw new TypeConversionException("must be a UUID as it is shown, such as "
        + "123e4567-e89b-12d3-a456-426614174000, was " + text);
  }

  private abstract static class Answer extends ClientCommand.Write {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
        paramLabel = "TOKEN",
        index = "0",
        description = "The token of the waiting hook, as hooks shows it.")
    private UUID token = new UUID(0, 0);

    Answer(Terminal terminal) {
      super(terminal);
    }

    @Override
    final void run() {
      refuseMisplaced();
      MachinePool pool = pool();
      answer(pool, token, options());
    }

    /** Options before the word are those of the list: the answer would go to another pool unnoticed. */
    private void refuseMisplaced() {
      for (OptionSpec option : spec.parent().commandLine().getParseResult().matchedOptions()) {
        throw new ParameterException(
            spec.commandLine(), option.longestName() + " must come after " + spec.name());
      }
    }

    abstract void answer(MachinePool pool, UUID hook, WriteOptions options);

    /**
     * With the whole token a reader could complete the hook, and output is often stored: people see only its
     * beginning.
     */
    final void said(MachinePool pool, UUID hook, String what, String name, Object value) {
      done(
          "hook " + hook.toString().substring(0, 8) + "…: " + what,
          JsonOutput.fields("pool", pool.name().value(), "token", hook.toString(), name, value));
    }
  }

  /** The work is done. */
  @Command(
      name = "complete",
      description = "Completes a waiting hook: the work is done, and the machine proceeds.")
  static final class Complete extends Answer {
    Complete(Terminal terminal) {
      super(terminal);
    }

    @Override
    void answer(MachinePool pool, UUID hook, WriteOptions options) {
      pool.answerHook(hook, HookResult.CONTINUE, options);
      said(pool, hook, "completed", "done", "completed");
    }
  }

  /** The work cannot be done. */
  @Command(
      name = "abandon",
      description =
          "Abandons a waiting hook: the work cannot be done, and the machine ends without "
              + "its other hooks.")
  static final class Abandon extends Answer {
    Abandon(Terminal terminal) {
      super(terminal);
    }

    @Override
    void answer(MachinePool pool, UUID hook, WriteOptions options) {
      pool.answerHook(hook, HookResult.ABANDON, options);
      said(pool, hook, "abandoned", "done", "abandoned");
    }
  }

  /** The work takes longer. */
  @Command(name = "heartbeat", description = "Extends the deadline of a waiting hook.")
  static final class Heartbeat extends Answer {
    Heartbeat(Terminal terminal) {
      super(terminal);
    }

    @Override
    void answer(MachinePool pool, UUID hook, WriteOptions options) {
      Instant deadline = pool.heartbeat(hook, options);
      said(pool, hook, "waits until " + deadline, "deadline", deadline);
    }
  }
}
