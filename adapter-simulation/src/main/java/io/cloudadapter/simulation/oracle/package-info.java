/**
 * Judges a simulation: invariants after every step, and models of what commands, actions and hooks must do.
 */
@NullMarked
package io.cloudadapter.simulation.oracle;

import org.jspecify.annotations.NullMarked;
