/**
 * Larch itself: the cloud of {@code larch-api.md} in memory, behind an HTTP server on a free port of this
 * machine. {@link com.example.larch.cloud.LarchCloud} starts it and is its console.
 *
 * <pre>
 *   HTTP ──► Front ──► Estate ──► Vm    one machine and its disk, past and future
 *            routes,   the        │
 *            tokens    account    Reads  which moment of the last few seconds a reader sees
 * </pre>
 *
 * <p>Time comes from an {@link java.time.InstantSource}, chance from a seed. Writes see the truth; each row of
 * each read shows its machine at some moment inside the lag, chosen anew.
 */
@NullMarked
package com.example.larch.cloud;

import org.jspecify.annotations.NullMarked;
