/**
 * The trials of the rules, a file for each chapter of the rule book.
 */
@NullMarked
package io.cloudadapter.testkit.trials;

import org.jspecify.annotations.NullMarked;
