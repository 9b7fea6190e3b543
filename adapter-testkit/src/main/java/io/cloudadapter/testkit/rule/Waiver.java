package io.cloudadapter.testkit.rule;

import java.time.LocalDate;
import java.util.Objects;

/**
 * A rule that an adapter is known to break. Waivers are data: the rule is tried all the same, and the
 * certificate shows the waiver before anything else.
 *
 * @param rule the rule's id
 * @param why the reason, best with the number of an issue
 * @param until the last day on which it counts; after that the rule fails
 */
public record Waiver(String rule, String why, LocalDate until) {
  /** Checks that nothing is missing. */
  public Waiver {
    Objects.requireNonNull(rule, "rule");
    Objects.requireNonNull(until, "until");
    if (why.isBlank()) {
      throw new IllegalArgumentException("a waiver of " + rule + " must say why");
    }
  }
}
