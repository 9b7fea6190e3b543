/** How the kit reads the machine's clock, and how time passes in a run. */
@NullMarked
package io.cloudadapter.testkit.time;

import org.jspecify.annotations.NullMarked;
