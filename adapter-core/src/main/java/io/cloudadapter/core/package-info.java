/**
 * The library: pools that keep themselves at their size.
 *
 * <pre>
 *   CloudAdapter.builder()  accounts, pools, data directory ──► CloudAdapter ──► MachinePool
 *        │
 *        ├── config     PoolConfig, AccountConfig: what a program states
 *        ├── bootstrap  opens the library: checks, adapters, data directory, threads
 *        ├── runtime    threads, clocks, calls to the cloud
 *        ├── keeper     decides, without I/O; planning does its size math
 *        ├── protocol   what goes into a keeper and comes out of it
 *        ├── ledger     the records that must survive
 *        └── store      makes them durable: in one directory, or shared by several servers
 * </pre>
 *
 * <p>Start with {@link io.cloudadapter.core.CloudAdapter}.
 */
@NullMarked
package io.cloudadapter.core;

import org.jspecify.annotations.NullMarked;
