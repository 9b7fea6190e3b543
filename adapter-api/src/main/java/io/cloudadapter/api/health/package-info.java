/** The health of machines: what probes and agents report about it, and what the service state of a machine follows. */
@NullMarked
package io.cloudadapter.api.health;

import org.jspecify.annotations.NullMarked;
