package io.cloudadapter.cli.certify;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Shows the progress of a certification: the result of each chapter and, on a screen, the rule that is being tried.
 * It writes to stderr, so that stdout contains only results.
 */
final class CertifyProgress implements AutoCloseable {
  private static final String BACK_AND_CLEAR = "\r\u001b[K";

  private final Terminal terminal;
  private final RuleBook book = RuleBook.standard();
  private final ListMultimap<Verdict, String> chapter =
      MultimapBuilder.enumKeys(Verdict.class).arrayListValues().build();

  CertifyProgress(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Tries some rules, and shows no results, only the rule that is being tried. */
  List<RuleResult> through(AdapterCertifier certification, List<Rule> rules) {
    certification.expecting(rules.stream().map(Rule::id).toList());
    List<RuleResult> rulings = new ArrayList<>();
    for (Rule rule : rules) {
      now("%d of %d: %s".formatted(rulings.size() + 1, rules.size(), rule.id()));
      rulings.add(certification.ruling(rule.id()));
    }
    return rulings;
  }

  /** Tries all rules, in their order. */
  void through(AdapterCertifier certification) {
    List<Rule> rules = book.rules();
    certification.expecting(rules.stream().map(Rule::id).toList());
    for (int i = 0; i < rules.size(); i++) {
      Rule rule = rules.get(i);
      now("%d of %d: %s".formatted(i + 1, rules.size(), rule.id()));
      chapter.put(certification.ruling(rule.id()).verdict(), rule.id());
      String title = book.chapter(rule);
      if (i + 1 == rules.size() || !book.chapter(rules.get(i + 1)).equals(title)) {
        ends(title);
      }
    }
  }

  private void now(String doing) {
    if (terminal.live()) {
      terminal.err().print(BACK_AND_CLEAR + doing);
      terminal.err().flush();
    }
  }

  private void ends(String title) {
    now("");
    terminal
        .err()
        .println(title + ": "
            + chapter.keySet().stream()
                .map(verdict -> told(verdict, chapter.get(verdict)))
                .collect(Collectors.joining(", ")));
    terminal.err().flush();
    chapter.clear();
  }

  /** Names the broken rules, so that the user can begin to look for the cause. */
  private static String told(Verdict verdict, List<String> rules) {
    boolean broken = verdict == Verdict.FAIL || verdict == Verdict.BLOCKED;
    return rules.size() + " " + word(verdict) + (broken ? " " + rules : "");
  }

  /** As people write it. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Leaves no half line behind. */
  @Override
  public void close() {
    now("");
  }
}
