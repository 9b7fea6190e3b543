package io.cloudadapter.simulation.fault;

/**
 * One fault that struck.
 *
 * @param kind which
 * @param at at the how-manieth occasion for this kind, from 0
 */
public record FaultOccurrence(FaultKind kind, long at) {}
