/**
 * Trials of what lists show: rows that cannot be read, lists that change while they are read, and facts of
 * machines.
 */
@NullMarked
package io.cloudadapter.testkit.rows;

import org.jspecify.annotations.NullMarked;
