package io.cloudadapter.testkit.simulation;

/**
 * One fault that struck.
 *
 * @param kind which
 * @param at at the how-manieth occasion for this kind, from 0
 */
record FaultOccurrence(FaultKind kind, long at) {}
