package io.cloudadapter.testkit.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The explanation of one rule, for its page and for the command line: why it is there, how it shows, how the kit tries
 * it, code that fails and code that holds, and what to look at.
 *
 * @param rule the rule
 * @param chapter what it is about
 * @param sections the explanation, in the order in which to read it
 */
public record RuleExplanation(Rule rule, String chapter, List<Section> sections) {

  /**
   * A part of an explanation.
   *
   * @param code whether the text is Java, whose line ends and blanks stay
   */
  public record Section(String title, String text, boolean code) {}

  public static RuleExplanation of(RuleBook book, Rule rule) {
    List<Section> sections = new ArrayList<>();
    @Nullable RuleExample example = Standard.EXAMPLES.get(rule.id());
    sections.add(new Section("Why it is there", rule.intent(), false));
    sections.add(new Section("How it shows", rule.example(), false));
    sections.add(new Section("How it is tried", trial(rule, example), false));
    if (example != null) {
      example.failing().ifPresent(code -> sections.add(new Section("Code that fails", code, true)));
      example
          .corrected()
          .ifPresent(code -> sections.add(new Section("Code that holds", code, true)));
    }
    sections.add(new Section("What to look at when it fails", rule.check(), false));
    return new RuleExplanation(rule, book.chapter(rule), List.copyOf(sections));
  }

  /** How the kit tries a rule. Only a rule that it does not try has no example. */
  private static String trial(Rule rule, @Nullable RuleExample example) {
    return example == null
        ? "It is not tried: " + rule.untested().orElse("its author gives no reason")
        : example.tried();
  }

  /** Read when an explanation is first asked for, and once. */
  private static final class Standard {
    static final Map<String, RuleExample> EXAMPLES = ExampleReader.standard();
  }
}
