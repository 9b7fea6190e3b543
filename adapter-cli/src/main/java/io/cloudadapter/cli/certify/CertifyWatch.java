package io.cloudadapter.cli.certify;

import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.testkit.report.RuleResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Tries the rules again each time that the classes of an adapter change, until the user ends it, and shows each round
 * beside the one before.
 */
final class CertifyWatch {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Terminal terminal;
  private final List<Path> jars;
  private final Round round;
  private final Shown shown;

  /** Tries the rules on the classes as they are now. */
  interface Round {
    List<RuleResult> verdicts() throws IOException;
  }

  /** Shows the verdicts of a round; there is none before the first one. */
  interface Shown {
    void show(Optional<List<RuleResult>> before, List<RuleResult> now);
  }

  CertifyWatch(Terminal terminal, List<Path> jars, Round round, Shown shown) {
    this.terminal = terminal;
    this.jars = jars;
    this.round = round;
    this.shown = shown;
  }

  /** Returns when the thread is interrupted; an error of the first round is the caller's, as nothing was tried. */
  void run() throws IOException {
    ClassPathStamp tried = ClassPathStamp.of(jars);
    Optional<List<RuleResult>> last = show(Optional.empty(), tried, round.verdicts());
    while (true) {
      try {
        tried = changed(tried);
      } catch (InterruptedException end) {
        // An interrupt is the order to end.
        return;
      }
      last = again(last, tried);
    }
  }

  /** Waits until the classes are others than before, and a compiler no longer writes them. */
  private ClassPathStamp changed(ClassPathStamp before) throws InterruptedException {
    ClassPathStamp previous = before;
    while (true) {
      terminal.pause().pause(INTERVAL);
      ClassPathStamp now = ClassPathStamp.of(jars);
      if (!now.equals(before) && now.equals(previous)) {
        return now;
      }
      previous = now;
    }
  }

  /** A class that is half written or does not load is no reason to end: the next change may mend it. */
  private Optional<List<RuleResult>> again(Optional<List<RuleResult>> last, ClassPathStamp tried) {
    try {
      return show(last, tried, round.verdicts());
    } catch (ConfigException
        | IllegalArgumentException
        | IOException
        | UncheckedIOException
        | LinkageError e) {
      terminal.err().println("adapter: " + PrintableText.line(String.valueOf(e.getMessage())));
      terminal.err().flush();
      return last;
    }
  }

  /** Shows a round, unless its classes were replaced meanwhile: it has tried some of both. */
  private Optional<List<RuleResult>> show(
      Optional<List<RuleResult>> before, ClassPathStamp tried, List<RuleResult> now) {
    if (!ClassPathStamp.of(jars).equals(tried)) {
      return before;
    }
    shown.show(before, now);
    terminal.out().flush();
    return Optional.of(now);
  }
}
