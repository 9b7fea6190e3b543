package io.cloudadapter.cli;

import io.cloudadapter.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs commands as a person would, and sees what the person would see. */
public final class CommandRunner {
  /** What a command left behind. */
  public record Result(int code, String out, String err) {
    public List<String> lines() {
      return out.lines().toList();
    }
  }

  static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  private final Map<String, String> environment = new HashMap<>();
  private Instant now = NOW;
  private boolean live;
  private int pauses;
  private String typed = "";

  public CommandRunner with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  public CommandRunner at(Instant time) {
    now = time;
    return this;
  }

  /** On a screen. */
  public CommandRunner live() {
    live = true;
    return this;
  }

  /** Types these lines when a command asks. */
  public CommandRunner types(String... lines) {
    typed = String.join("\n", lines) + "\n";
    return this;
  }

  /** Interrupts a command that pauses more often, as Ctrl-C does. */
  public CommandRunner pauses(int most) {
    pauses = most;
    return this;
  }

  Terminal terminal(StringWriter out, StringWriter err) {
    int[] left = {pauses};
    return new Terminal(
        new PrintWriter(out),
        new PrintWriter(err),
        environment,
        live,
        () -> now,
        time -> {
          if (left[0]-- == 0) {
            throw new InterruptedException("Ctrl-C");
          }
          now = now.plus(time);
        },
        new BufferedReader(new StringReader(typed)));
  }

  public Result run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = RootCommand.run(terminal(out, err), args);
    return new Result(code, out.toString(), err.toString());
  }
}
