/**
 * One simulated process of the library, the world around it, and the users that send it commands.
 */
@NullMarked
package io.cloudadapter.simulation.process;

import org.jspecify.annotations.NullMarked;
