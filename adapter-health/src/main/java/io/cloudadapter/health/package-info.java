/**
 * Probes the machines of pools and reports what it finds.
 *
 * <pre>
 *   HealthProber ──► ProberRun ──► PoolHealth    which machines are due, and what follows from results
 *                        │
 *                        └───────► MachineProbe  one question to one machine: HttpProbe, TcpProbe, CommandProbe
 * </pre>
 *
 * <p>Start with {@link io.cloudadapter.health.HealthProber}. {@link io.cloudadapter.health.PoolHealth} does no I/O and
 * reads no clock, so that a simulation can use it with probes of its own.
 */
@NullMarked
package io.cloudadapter.health;

import org.jspecify.annotations.NullMarked;
