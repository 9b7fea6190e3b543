package io.cloudadapter.cli.init;

import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The answers of a person: those that options give, else those that are typed. An answer that is none is refused with
 * what is allowed, and asked for again. One thread may use it.
 */
final class InitAnswers {
  private final Terminal terminal;
  private final Map<String, String> given;
  private final boolean defaults;
  private final Set<String> asked = new HashSet<>();

  /**
   * Answers.
   *
   * @param given by options, by key
   * @param defaults whether a question that has a default is not asked
   */
  InitAnswers(Terminal terminal, Map<String, String> given, boolean defaults) {
    this.terminal = terminal;
    this.given = given;
    this.defaults = defaults;
  }

  /**
   * The answer to a question.
   *
   * @param key names it, also for options
   * @param meaning what is asked for, in a sentence
   * @param fallback the answer to an empty line; empty if there is none
   * @param fault what is wrong with an answer; empty if nothing is
   * @return an answer without a fault; empty text if the fallback is
   * @throws IllegalArgumentException if an option's answer has a fault, or the input ends
   */
  String ask(
      String key,
      String meaning,
      Optional<String> fallback,
      Function<String, Optional<String>> fault)
      throws IOException {
    asked.add(key);
    String option = given.get(key);
    if (option != null) {
      fault.apply(option).ifPresent(wrong -> {
        throw new IllegalArgumentException(key + " " + wrong);
      });
      return option;
    }
    if (defaults && fallback.isPresent()) {
      return fallback.get();
    }
    while (true) {
      terminal.err().println(PrintableText.line(meaning));
      terminal
          .err()
          .print(key
              + fallback
                  .map(text -> " [" + (text.isEmpty() ? "none" : text) + "]")
                  .orElse("") + ": ");
      terminal.err().flush();
      String line = terminal.in().readLine();
      if (line == null) {
        terminal.err().println();
        throw new IllegalArgumentException(
            "there is no answer for " + key + "; give it with --set " + key + "=VALUE");
      }
      String answer = line.isBlank() ? fallback.orElse("") : line.strip();
      Optional<String> wrong =
          answer.isEmpty() && fallback.isEmpty() ? Optional.of("is missing") : Optional.empty();
      if (wrong.isEmpty() && !answer.equals(fallback.orElse(""))) {
        wrong = fault.apply(answer);
      }
      if (wrong.isEmpty()) {
        return answer;
      }
      terminal.err().println("  " + PrintableText.line(key + " " + wrong.get()));
    }
  }

  /** What options give beyond the questions so far, below this prefix and without it. */
  Map<String, String> more(String prefix) {
    Map<String, String> more = new TreeMap<>();
    given.forEach((key, value) -> {
      if (key.startsWith(prefix) && !asked.contains(key)) {
        more.put(key.substring(prefix.length()), value);
      }
    });
    return more;
  }
}
