/**
 * The records of one pool that must survive, and the rules by which each may change.
 *
 * <p>{@link io.cloudadapter.core.ledger.Ledger} holds them and refuses every change that is not one of the steps of a
 * launch, a machine, a hook or an action, also in production. Answers under idempotency keys are pages of bytes beside
 * them, with an index in memory; a key costs tens of bytes, so a pool keeps hundreds of thousands for two days.
 */
@NullMarked
package io.cloudadapter.core.ledger;

import org.jspecify.annotations.NullMarked;
