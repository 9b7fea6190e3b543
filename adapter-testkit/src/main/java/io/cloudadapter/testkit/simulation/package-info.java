/**
 * Pools in bad weather: the library's own keeper and store and a hostile cloud, on one thread and a
 * virtual clock, everything decided by one seed.
 *
 * <pre>
 *   Crowd, Load, your program ──commands──► Host (Keeper, Lead) ──atoms──► Shelf (a store)
 *                                             ▲ │                            │ durable
 *                                      events │ ▼ effects                    ▼
 *                                             Cloud ──────truth──────► Judge, Wishes
 *                        Faults: what goes wrong, where, how often
 * </pre>
 *
 * <p>{@link io.cloudadapter.testkit.simulation.Simulation} is the way in. A {@code KeeperProcess} is one process of
 * the library; it can die, stand still, or meet a second one on the same store. After every step the
 * {@code InvariantChecker} compares what is durable and what leaves for the cloud with the cloud's truth (the
 * invariants I1 to I12 of the design); {@code CommandModel} compares it with what was asked for; an {@code ActionObserver}
 * follows the actions, and judges what it is told (I13). At the end the weather turns calm, and the pools must
 * come to rest as they were asked to be.
 */
@NullMarked
package io.cloudadapter.testkit.simulation;

import org.jspecify.annotations.NullMarked;
