/**
 * The hostile cloud: machines, lists that lag, groups, load balancers, and requests that arrive late or twice.
 */
@NullMarked
package io.cloudadapter.simulation.cloud;

import org.jspecify.annotations.NullMarked;
