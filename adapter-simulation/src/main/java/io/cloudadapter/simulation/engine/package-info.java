/** What makes a simulation repeatable: virtual time, randomness from one seed, and the trace of events. */
@NullMarked
package io.cloudadapter.simulation.engine;

import org.jspecify.annotations.NullMarked;
