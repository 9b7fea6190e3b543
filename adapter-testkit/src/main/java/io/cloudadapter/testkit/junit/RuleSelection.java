package io.cloudadapter.testkit.junit;

import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** The rules of a book that become tests: all of them, or those that {@code -Dcertify.rules} selects. */
final class RuleSelection {
  private static final String PROPERTY = "certify.rules";

  private final List<Rule> rules;

  private RuleSelection(List<Rule> rules) {
    this.rules = rules;
  }

  /**
   * Reads the system property.
   *
   * @throws IllegalArgumentException naming the number that is none of a rule or chapter of this book
   */
  static RuleSelection of(RuleBook book) {
    @Nullable String asked = System.getProperty(PROPERTY);
    return asked == null ? new RuleSelection(book.rules()) : parse(book, asked);
  }

  static RuleSelection only(Rule rule) {
    return new RuleSelection(List.of(rule));
  }

  static boolean isAsked() {
    return System.getProperty(PROPERTY) != null;
  }

  static RuleSelection parse(RuleBook book, String numbers) {
    return new RuleSelection(book.select("-D" + PROPERTY, numbers));
  }

  List<Rule> rules() {
    return rules;
  }

  /** One test for each rule in the order of the book, MP-2.9 before MP-2.10; its name begins with the number. */
  Stream<DynamicTest> tests(RuleCheck check) {
    return rules.stream().map(rule -> {
      Executable test = () -> check.check(rule);
      return DynamicTest.dynamicTest(rule.id() + " " + rule.sentence(), test);
    });
  }

  /** Tries a rule: returns if it holds, fails if it is broken, aborts with the reason in every other case. */
  @FunctionalInterface
  interface RuleCheck {
    void check(Rule rule);
  }
}
