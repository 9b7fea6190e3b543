/**
 * The interface through which a program uses pools of machines.
 *
 * <pre>
 *   Pools ──► MachinePool ──► view()   : PoolView ─► Machine, PoolSize, Alarm
 *                         ──► plan()   : PoolPlan, what the keeper would do next, and why
 *                         ──► writes   : setDesiredSize, terminate, attach, detach, setServiceState, …
 *                                        each may carry WriteOptions, each may fail with PoolException
 * </pre>
 *
 * <p>Start with {@link io.cloudadapter.api.MachinePool}. The library implements it in your program, and the client
 * implements it for a remote server. Words follow the cloud adapter REST API 2.0: a <em>machine</em> is one
 * computational resource, its <em>machine state</em> is what the cloud reports, its <em>service state</em> is what
 * people or monitors report. The <em>allocated</em> machines are those in REQUESTED, PENDING or RUNNING; the
 * <em>effective size</em> is allocated less those that are OUT_OF_SERVICE. The <em>desired size</em> is the number
 * that was asked for last.
 *
 * <p>Adapters for clouds implement {@link io.cloudadapter.spi}.
 */
@NullMarked
package io.cloudadapter.api;

import org.jspecify.annotations.NullMarked;
