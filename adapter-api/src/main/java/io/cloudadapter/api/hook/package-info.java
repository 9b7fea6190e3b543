/**
 * Hooks: pauses in the life of a machine, in which its owner does what has to be done.
 *
 * <pre>
 *   Hook          what the configuration says: which pause, how long, whom to tell, what if nobody answers
 *   HookMessage   what the receiver is told, with the token to answer by
 *   WaitingHook   a pause that lasts: whose machine, since when, until when
 *   HookResult    CONTINUE or ABANDON, by whoever holds the token, or by the hook itself when time is up
 * </pre>
 *
 * The pool does not wait: it resizes, heals, and pauses other machines meanwhile (lifecycle hooks
 * specification, and Auto Scaling's where it is silent).
 */
@NullMarked
package io.cloudadapter.api.hook;

import org.jspecify.annotations.NullMarked;
