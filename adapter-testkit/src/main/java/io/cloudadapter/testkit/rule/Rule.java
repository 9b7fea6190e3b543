package io.cloudadapter.testkit.rule;

import java.util.Objects;
import java.util.Optional;

/**
 * One numbered rule for adapters, as {@code rules.md} has it.
 *
 * @param id {@code MP-} and its number, such as {@code MP-2.3}; never given to another rule
 * @param level how binding it is
 * @param sentence what must hold
 * @param intent why
 * @param example how it shows
 * @param check what to look at when it fails
 * @param since the first version of the rules that had it
 * @param feature the simple name of the feature's interface, such as {@code Adoption}; empty for rules of
 *     every adapter
 * @param untested why nothing tests it; empty for rules that are tested
 */
public record Rule(
    String id,
    RuleLevel level,
    String sentence,
    String intent,
    String example,
    String check,
    String since,
    Optional<String> feature,
    Optional<String> untested) {
  /** Checks that nothing is missing. */
  public Rule {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(sentence, "sentence");
    Objects.requireNonNull(intent, "intent");
    Objects.requireNonNull(example, "example");
    Objects.requireNonNull(check, "check");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(feature, "feature");
    Objects.requireNonNull(untested, "untested");
  }
}
