/**
 * Keeps one pool at its size: the algorithm, without any I/O.
 *
 * <pre>
 *   Event (a command, a list, a reply, …) ──► Keeper.step ──► StepResult: records to make durable, in atoms
 *                                                │            Effects, to run once those are durable
 *        Ledger   what was promised ◄────────────┤            answers, to give once those are durable
 *        Planner  pure size math    ◄────────────┘
 * </pre>
 *
 * <p><b>The one idea.</b> The ledger records a launch before the cloud gets it, and from then on the launch counts as
 * a machine. Planning never reads a list of the cloud; it reads pending launches. A list only shows which launch
 * became which machine, proves an end, or reveals a late arrival. So lag, partial lists, lost replies and crashes can
 * make the pool late, but never make it launch twice.
 *
 * <p>The steps of a launch: PLANNED (durable, may be taken back) → {@code prepare} → SENT with the frozen
 * request (durable before the call leaves) → RESOLVED when every slot is a machine or provably none, or
 * LAPSED when it was looked for long enough. Of a machine: LIVE → RETIRING → DELETING → GONE, each durable
 * before it has an effect. {@link io.cloudadapter.core.ledger.Ledger} refuses every other way, also in
 * production.
 *
 * <p><b>What a restart forgets, and why that is safe.</b> When a machine was last seen or missed, and how
 * long to wait before the next try: both begin anew, so things happen later, never earlier. Launches held
 * back by a refusal ({@link io.cloudadapter.core.keeper.state.LaunchBackoff}): the one thing that happens sooner, by
 * intent, since a restart often follows the very change that lifts a quota. A refused launch makes nothing,
 * a new keeper sends four at first, and each counts in the hour's budget of launches, which is durable; so
 * even a process that restarts all the time cannot flood the cloud. The rest after launches that made
 * machines which never ran is durable, since those cost money.
 *
 * <p>Start with {@link io.cloudadapter.core.keeper.Keeper}. One thread at a time may use a keeper. After
 * any outcome of a commit but COMMITTED the keeper is thrown away and read anew from the store.
 */
@NullMarked
package io.cloudadapter.core.keeper;

import org.jspecify.annotations.NullMarked;
