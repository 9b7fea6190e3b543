/**
 * The rule book: every numbered rule, read from {@code rules.md}, with its chapter and level.
 */
@NullMarked
package io.cloudadapter.testkit.rule;

import org.jspecify.annotations.NullMarked;
