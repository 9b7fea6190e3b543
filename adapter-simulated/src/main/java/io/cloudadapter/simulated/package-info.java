/**
 * A cloud in memory, with a clock and faults of your choice, and a provider over it. Start with
 * {@link io.cloudadapter.simulated.SimulatedCloud}.
 *
 * <pre>
 *   your pool ──► provider ──► {@code SimulatedNetwork}: latency, lost requests and replies, hanging calls
 *                                 │
 *                                 ▼
 *   your test ──► {@code SimulatedCloud} ──► {@code CloudState}: machines, keys, late requests
 *                 {@code CloudFaultInjector}   │
 *                 {@code SimulatedClock}       └─► {@code CloudFile}: the same in a file
 * </pre>
 *
 * <p>{@code CloudState} is pure: it has no threads, and is carried from moment to moment when a caller looks at
 * it, letting what fell due meanwhile happen in order. All that takes time lies in {@code SimulatedNetwork}, in a
 * {@link io.cloudadapter.simulated.CallLatency} that may be replaced. A simulator on one thread therefore calls the
 * provider at the moment at which a request is to arrive, has its {@code CallLatency} note what the call
 * would take, and delivers the outcome that much later.
 */
@NullMarked
package io.cloudadapter.simulated;

import org.jspecify.annotations.NullMarked;
