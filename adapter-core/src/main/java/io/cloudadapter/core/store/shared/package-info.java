/**
 * A store that several processes share: one is elected, writes, and is fenced off once another leads.
 *
 * <p>{@link io.cloudadapter.core.store.shared.QuorumStore} keeps the entries on a replicated map; {@link
 * io.cloudadapter.core.store.shared.ElectedStore} runs the election and shows followers a copy.
 */
@NullMarked
package io.cloudadapter.core.store.shared;

import org.jspecify.annotations.NullMarked;
