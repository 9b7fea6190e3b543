/** How many days of a pool a minute holds, by simulation. */
@NullMarked
package io.cloudadapter.benchmarks.simulation;

import org.jspecify.annotations.NullMarked;
