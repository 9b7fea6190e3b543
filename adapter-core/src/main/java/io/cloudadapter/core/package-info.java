/**
 * The library: pools that keep themselves at their size.
 *
 * <pre>
 *   CloudAdapter.builder()  accounts, pools, data directory ──► CloudAdapter ──► MachinePool
 *        │                                                          │
 *        └── PoolConfig, AccountConfig                              ├── keeper  decides, without I/O
 *                                                                   ├── shell   threads, clocks, calls
 *                                                                   └── store   what is durable
 * </pre>
 *
 * <p>Start with {@link io.cloudadapter.core.CloudAdapter}.
 */
@NullMarked
package io.cloudadapter.core;

import org.jspecify.annotations.NullMarked;
