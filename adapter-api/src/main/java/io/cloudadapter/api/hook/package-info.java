/**
 * Lifecycle hooks: waits in the life of a machine, during which its owner prepares it or drains it.
 *
 * <pre>
 *   LifecycleHook  what the configuration sets: which transition, how long, which receiver, the default result
 *   HookMessage    what the receiver gets, with the token to answer by
 *   WaitingHook    a machine that waits: since when, until when
 *   HookResult     CONTINUE or ABANDON, from the holder of the token, or from the hook itself when time is up
 * </pre>
 *
 * The pool does not stop meanwhile: it resizes, remediates, and handles the hooks of other machines (lifecycle hooks
 * specification, and Auto Scaling's behaviour where that is silent).
 */
@NullMarked
package io.cloudadapter.api.hook;

import org.jspecify.annotations.NullMarked;
