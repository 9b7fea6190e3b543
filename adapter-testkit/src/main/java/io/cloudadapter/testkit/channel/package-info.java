/**
 * Runs the trials of hook channels on a bench with a receiver and a fault proxy before it.
 */
@NullMarked
package io.cloudadapter.testkit.channel;

import org.jspecify.annotations.NullMarked;
