package io.cloudadapter.core.config;

import java.time.Instant;

/**
 * One version of the configuration of a pool.
 *
 * @param version its number, 1 or more; each change takes the next one
 * @param at when it was accepted
 * @param author who changed it; empty if that is unknown
 * @param config the configuration of that version
 */
public record ConfigVersion(long version, Instant at, String author, PoolConfig config) {}
