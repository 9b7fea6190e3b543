/**
 * Certifies adapters: tries each of the numbered rules, and says what held.
 *
 * <pre>
 *   rules.md ──► RuleBook ──► Rule   id, level, one sentence, why, what to look at when it fails
 * </pre>
 *
 * <p>{@code rules.md}, beside the classes of this package, is the one source of the rules: names of tests,
 * failures and certificates quote it through {@link io.cloudadapter.testkit.certify.RuleBook}.
 */
@NullMarked
package io.cloudadapter.testkit.certify;

import org.jspecify.annotations.NullMarked;
