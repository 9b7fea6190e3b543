/**
 * The history of a pool: derives pool events from what a step changes, writes them in the transaction that makes the
 * change durable, keeps them within bounds, and reads them.
 *
 * <pre>
 *   EventDeriver   what happened, from the difference between a record before and after
 *   EventLinks     which event follows from which, and what replaces what
 *   PoolHistory    numbers the events of one pool, and says what its next transaction writes and drops
 *   HistoryEntry   what lies under one key: some events, compressed once there are many
 *   HistoryReader  answers queries from what is durable
 *
 *   SampleClock    gathers a minute of the pool in numbers
 *   SampleWriter   adds minutes to the samples of an hour, and folds them into those of a day and a week
 *   SampleRing     what lies under one key: the samples of one span, as many as it has at most
 *   SampleReader   reads the samples of a span
 * </pre>
 */
@NullMarked
package io.cloudadapter.core.history;

import org.jspecify.annotations.NullMarked;
