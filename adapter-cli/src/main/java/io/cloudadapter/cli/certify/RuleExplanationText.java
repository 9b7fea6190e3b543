package io.cloudadapter.cli.certify;

import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.WrappedText;
import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.RuleExplanation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The explanation of a rule as lines of a terminal: the same text as the page of the rule. */
final class RuleExplanationText {
  private RuleExplanationText() {}

  /**
   * The explanation of a rule for adapters or for hook channels.
   *
   * @throws IllegalArgumentException if there is no such rule, naming the nearest one
   */
  static RuleExplanation explained(String id) {
    RuleBook channels = RuleBook.channels();
    boolean ofChannels = channels.rules().stream().anyMatch(rule -> rule.id().equals(id));
    RuleBook book = ofChannels ? channels : RuleBook.standard();
    return RuleExplanation.of(book, book.rule(id));
  }

  static List<String> lines(RuleExplanation explained) {
    Rule rule = explained.rule();
    List<String> lines = new ArrayList<>(
        WrappedText.lines(rule.id() + " " + rule.level() + " " + rule.sentence(), ""));
    for (RuleExplanation.Section section : explained.sections()) {
      lines.add("");
      lines.add(section.title());
      if (section.code()) {
        section.text().lines().map(line -> "  " + line).forEach(lines::add);
      } else {
        lines.addAll(WrappedText.lines(section.text(), "  "));
      }
    }
    return lines;
  }

  static Map<String, Object> fields(RuleExplanation explained) {
    Map<String, Object> sections = new LinkedHashMap<>();
    explained.sections().forEach(section -> sections.put(section.title(), section.text()));
    Rule rule = explained.rule();
    return JsonOutput.fields(
        "rule", rule.id(),
        "level", rule.level().name(),
        "chapter", explained.chapter(),
        "sentence", rule.sentence(),
        "sections", sections);
  }
}
