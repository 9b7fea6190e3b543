/** A cloud in memory, and a provider over it. */
@NullMarked
package io.cloudadapter.simulated;

import org.jspecify.annotations.NullMarked;
