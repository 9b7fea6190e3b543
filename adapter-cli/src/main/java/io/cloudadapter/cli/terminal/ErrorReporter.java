package io.cloudadapter.cli.terminal;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints errors for people: one or two lines that help, never a stack trace. */
public final class ErrorReporter {
  public static final int FAILED = 1;
  public static final int MISUNDERSTOOD = 2;

  private final Terminal terminal;

  public ErrorReporter(Terminal terminal) {
    this.terminal = terminal;
  }

  public int misunderstood(ParameterException problem, String[] args) {
    say(String.valueOf(problem.getMessage()));
    CommandLine command = problem.getCommandLine();
    if (!UnmatchedArgumentException.printSuggestions(problem, terminal.err())) {
      String words = command.getCommandSpec().qualifiedName().substring("adapter".length());
      terminal.err().println("Try: " + ProgramName.text() + words + " --help");
    }
    return MISUNDERSTOOD;
  }

  public int failed(Exception problem, CommandLine command, ParseResult parsed) {
    if (problem instanceof NotRunException nothing) {
      failed(nothing.why(), command, parsed);
      return MISUNDERSTOOD;
    }
    if (problem instanceof HintedException hinted) {
      int code = failed(hinted.why(), command, parsed);
      detail(hinted.hint());
      return code;
    }
    if (problem instanceof PoolException refusal) {
      say(String.valueOf(refusal.getMessage()));
      detail(refusal.detail());
    } else if (problem instanceof ConfigException config) {
      config.faults().forEach(fault -> say(fault.toString()));
    } else if (problem instanceof StoreException
        || problem instanceof IllegalArgumentException
        || problem instanceof UncheckedIOException
        || problem instanceof IOException) {
      say(String.valueOf(problem.getMessage()));
    } else {
      say("this should not have happened: " + problem);
      detail("Set ADAPTER_DEBUG=1 to see where, and report it to the authors.");
    }
    if (terminal.environment().containsKey("ADAPTER_DEBUG")) {
      problem.printStackTrace(terminal.err());
    }
    return FAILED;
  }

  private void say(String message) {
    terminal.err().println("adapter: " + PrintableText.line(message));
  }

  private void detail(String text) {
    if (!text.isBlank()) {
      terminal.err().println("  " + PrintableText.line(text));
    }
  }
}
