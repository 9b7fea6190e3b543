package io.cloudadapter.testkit.rule;

import java.util.Optional;

/**
 * How a rule is tried, and code that breaks it beside code that keeps it. The documents beside the rules
 * have it; it adds no duty to the rule.
 *
 * @param tried what the kit does, and what it compares
 * @param failing a few lines of an adapter that break the rule
 * @param corrected the same lines as they keep it
 */
record RuleExample(String tried, Optional<String> failing, Optional<String> corrected) {}
