/**
 * Runs keepers in the real world: threads, clocks, time-outs, the store, the cloud.
 *
 * <pre>
 *   callers ──► PoolActor ──events──► Keeper ──step──► LeaderFence.commit ──► ProviderCalls ──► MachineProvider
 *                  ▲                                         │                    │
 *                  └────────────── events ◄──────────────────┴────────────────────┘
 * </pre>
 *
 * <p>Each pool has one {@link io.cloudadapter.core.runtime.PoolActor}, which handles its events one after
 * another, as many at a time as have gathered, with one commit for all of them. No lock is held across
 * a cloud call or a commit. Nothing here decides anything about a pool.
 */
@NullMarked
package io.cloudadapter.core.runtime;

import org.jspecify.annotations.NullMarked;
