/**
 * The command that simulates days of a pool, and its page.
 */
@NullMarked
package io.cloudadapter.cli.simulate;

import org.jspecify.annotations.NullMarked;
