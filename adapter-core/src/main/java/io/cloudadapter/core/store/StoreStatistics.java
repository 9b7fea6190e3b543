package io.cloudadapter.core.store;

/**
 * The statistics of an embedded store since it was opened.
 *
 * @param commits transactions committed, those that changed nothing included
 * @param conflicts transactions refused
 * @param forces times that commits waited for the disk: commits / forces is what sharing saves
 * @param forceNanos the time of those waits together, in nanoseconds
 * @param bytes written to the log
 * @param snapshots taken and made durable
 */
public record StoreStatistics(
    long commits, long conflicts, long forces, long forceNanos, long bytes, long snapshots) {}
