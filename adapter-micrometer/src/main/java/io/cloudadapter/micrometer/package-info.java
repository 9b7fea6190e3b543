/** Metrics of pools in the registry of a program. Start with {@link io.cloudadapter.micrometer.PoolMeters}. */
@NullMarked
package io.cloudadapter.micrometer;

import org.jspecify.annotations.NullMarked;
