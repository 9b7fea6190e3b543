/**
 * Warm pools: machines that a pool prepares ahead, so that it grows faster. A warm machine is outside of the pool's
 * desired size and is never in service.
 */
@NullMarked
package io.cloudadapter.api.warm;

import org.jspecify.annotations.NullMarked;
