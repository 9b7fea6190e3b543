package io.cloudadapter.core.config;

import io.cloudadapter.api.PoolName;
import java.time.Instant;
import java.util.Optional;

/**
 * A pool with its configuration, as an operator sees it.
 *
 * @param name its name
 * @param configured whether it is configured; a pool that the ledger has and that is not configured any more is kept by
 *     no process
 * @param manager who decides about its configuration; empty for a ledger of a version that recorded none
 * @param version the number of its present configuration; 0 if none is recorded
 * @param state what an operator lets it do
 * @param deletion what becomes of its machines, if it is being deleted
 * @param incarnation this life of the pool; empty before its first step
 * @param generation the generation of the ledger: a restore begins another one, in which numbers of versions that
 *     were given after the backup are given again
 * @param config its present configuration; empty if none is recorded, or it cannot be read
 * @param changedAt when the present configuration was accepted
 * @param author who made it; empty if that is unknown
 * @param set the set of pools that it was last applied with, if any
 */
public record ManagedPool(
    PoolName name,
    boolean configured,
    Optional<ManagedBy> manager,
    long version,
    OperatingState state,
    Optional<DeletionMode> deletion,
    String incarnation,
    String generation,
    Optional<PoolConfig> config,
    Optional<Instant> changedAt,
    String author,
    Optional<String> set) {}
