/**
 * Who tests the testkit? Adapters that are broken on purpose do: each {@code AdapterMutant} is the example adapter
 * with one realistic bug in it, and must be found by the rule that is named for it, with a message that
 * tells its cause, without dragging other rules along. {@code ChannelMutants} are the
 * same for hook channels, made of the webhook.
 */
@NullMarked
package io.cloudadapter.proof;

import org.jspecify.annotations.NullMarked;
