/**
 * The health of machines: what probes, agents, load balancers and the cloud find out about it, and what the service
 * state of a machine follows.
 */
@NullMarked
package io.cloudadapter.api.health;

import org.jspecify.annotations.NullMarked;
