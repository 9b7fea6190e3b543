package io.cloudadapter.testkit.report;

/**
 * A rule that was seen broken.
 *
 * @param rule which
 * @param seen what was seen
 * @param scenario in which run: the rule under test, the faults, the seed; then each step of a conversation on a line
 * @param evidence what crossed the wire, secrets masked
 * @param replay how to have it again: the value of {@code -Dcertify.replay} or {@code --replay}
 */
public record Violation(
    String rule, String seen, String scenario, String evidence, String replay) {}
