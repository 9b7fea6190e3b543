/**
 * Trials in which the process of an adapter ends in the middle of a call: at each exchange in turn, so that nothing of
 * the call that follows it leaves. Another process then goes on, with no memory of the first.
 */
@org.jspecify.annotations.NullMarked
package io.cloudadapter.testkit.crash;
