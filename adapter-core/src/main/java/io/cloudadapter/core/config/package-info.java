/**
 * What a program states about its pools: accounts, sizes, scaling, schedules, load balancing.
 *
 * <p>All are records or built by a builder, refuse what makes no sense when they are made, and depend on nothing but
 * the
 * API. Start with {@link io.cloudadapter.core.config.PoolConfig}.
 */
@NullMarked
package io.cloudadapter.core.config;

import org.jspecify.annotations.NullMarked;
