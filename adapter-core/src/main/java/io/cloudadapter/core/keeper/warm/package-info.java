/**
 * The warm pool of one pool: prepares machines ahead, takes them into service when the pool grows, and refills itself
 * behind. {@link io.cloudadapter.core.keeper.warm.WarmPool} is what the other parts of the keeper see of it.
 */
@NullMarked
package io.cloudadapter.core.keeper.warm;

import org.jspecify.annotations.NullMarked;
