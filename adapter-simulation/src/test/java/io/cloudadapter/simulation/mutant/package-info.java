/** Deliberate defects of the core, which the checkers of the simulation must find. */
package io.cloudadapter.simulation.mutant;
