/** Trials of many calls: failures over and over, crowds, and what is under way when an adapter is closed. */
@NullMarked
package io.cloudadapter.testkit.load;

import org.jspecify.annotations.NullMarked;
