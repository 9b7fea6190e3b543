/**
 * Simulates pools under faults: the library's own keeper and store against a hostile cloud, on one thread and a virtual
 * clock, everything decided by one seed.
 *
 * <pre>
 *   RandomUsers, LoadProfile, your program
 *        │ commands
 *        ▼
 *   process.KeeperProcess (Keeper, LeaderFence) ──► process.LedgerStorage   what is durable ──┐
 *        ▲ events    │ effects                                                             ▼
 *        │           ▼                                          oracle.InvariantChecker, CommandModel
 *   cloud.HostileCloud  ──────────────── truth ────────────────────────────────────────────▲
 *        ▲
 *   fault.FaultInjector: what goes wrong, where, how often
 * </pre>
 *
 * <p>{@link io.cloudadapter.simulation.Simulation} is the way in. A keeper process can die, stand still, or meet a
 * second
 * one on the same store. After every step the invariant checker compares what is durable and what leaves for the cloud
 * with the cloud's truth (the invariants I1 to I12); the command model compares it with what was asked for. At the end
 * the faults stop, and the pools must reach their sizes.
 */
@NullMarked
package io.cloudadapter.simulation;

import org.jspecify.annotations.NullMarked;
