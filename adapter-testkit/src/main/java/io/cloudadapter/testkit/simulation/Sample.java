package io.cloudadapter.testkit.simulation;

import java.time.Duration;

/**
 * How a pool stood at one moment.
 *
 * @param at since the beginning
 * @param desired the desired size
 * @param effective machines that count
 * @param open promised machines that are not known yet
 * @param alive machines of this pool that the cloud has and bills for, whatever their state
 * @param launches machines made so far
 * @param terminations machines ended so far, by whomever
 * @param faults faults that struck so far
 */
public record Sample(
    Duration at,
    int desired,
    int effective,
    int open,
    int alive,
    long launches,
    long terminations,
    long faults) {}
