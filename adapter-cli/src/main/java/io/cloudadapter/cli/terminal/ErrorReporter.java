package io.cloudadapter.cli.terminal;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints errors for people: one or two lines that help, never a stack trace. */
public final class ErrorReporter {
  public static final int FAILED = 1;
  public static final int MISUNDERSTOOD = 2;
  public static final int CHANGED_MEANWHILE = 3;

  private final Terminal terminal;

  public ErrorReporter(Terminal terminal) {
    this.terminal = terminal;
  }

  public int misunderstood(ParameterException problem, String[] args) {
    say(String.valueOf(problem.getMessage()));
    if (!UnmatchedArgumentException.printSuggestions(problem, terminal.err())) {
      help(problem.getCommandLine());
    }
    return MISUNDERSTOOD;
  }

  /**
   * The exit code for faults of a configuration, of which options are a part.
   *
   * @param faults at least one
   * @return {@link #MISUNDERSTOOD} if all of them are of options, else {@link #FAILED}
   */
  public static int code(Collection<ConfigError> faults) {
    return faults.stream().allMatch(fault -> fault.key().startsWith("--")) ? MISUNDERSTOOD : FAILED;
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
    if (problem instanceof ChangedMeanwhileException changed) {
      failed(changed.why(), command, parsed);
      return CHANGED_MEANWHILE;
    }
    int code = FAILED;
    if (problem instanceof PoolException refusal) {
      say(String.valueOf(refusal.getMessage()));
      detail(refusal.detail());
      NextCommand.after(refusal)
          .ifPresent(next -> detail("Try: " + ProgramName.text() + " " + next));
    } else if (problem instanceof ConfigException config) {
      config.faults().forEach(fault -> say(fault.toString()));
      code = code(config.faults());
    } else if (problem instanceof UsageException) {
      say(String.valueOf(problem.getMessage()));
      help(command);
      code = MISUNDERSTOOD;
    } else if (problem instanceof StoreException
        || problem instanceof IllegalArgumentException
        || problem instanceof UncheckedIOException
        || problem instanceof IOException) {
      say(words(problem));
    } else {
      say("this should not have happened: " + problem);
      detail("Set ADAPTER_DEBUG=1 to see where, and report it to the authors.");
    }
    if (terminal.environment().containsKey("ADAPTER_DEBUG")) {
      problem.printStackTrace(terminal.err());
    }
    return code;
  }

  /** The message of an error about a file may be no more than the path of the file. */
  private static String words(Exception problem) {
    if (problem instanceof FileSystemException of && of.getReason() == null) {
      String why = problem instanceof NoSuchFileException
          ? "there is no such file or directory"
          : problem instanceof AccessDeniedException
              ? "this user may not use it"
              : problem.getClass().getSimpleName();
      return of.getFile() + ": " + why;
    }
    return String.valueOf(problem.getMessage());
  }

  private void help(CommandLine command) {
    String words = command.getCommandSpec().qualifiedName().substring("adapter".length());
    terminal.err().println("Try: " + ProgramName.text() + words + " --help");
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
