/**
 * The way of a machine into service and out of it: lifecycle hooks, load balancers, the repair of unhealthy machines,
 * and the end.
 */
@NullMarked
package io.cloudadapter.core.keeper.lifecycle;

import org.jspecify.annotations.NullMarked;
