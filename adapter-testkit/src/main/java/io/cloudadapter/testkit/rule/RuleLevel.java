package io.cloudadapter.testkit.rule;

/** How binding a rule is. */
public enum RuleLevel {
  /** Money or machines are lost without it. */
  MUST,
  /** People suffer without it. */
  SHOULD,
  /** Good to have. */
  MAY
}
