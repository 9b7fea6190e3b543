/** The machines of the simulated cloud: what is true of each, since when, and what comes next. */
@NullMarked
package io.cloudadapter.simulated.machine;

import org.jspecify.annotations.NullMarked;
