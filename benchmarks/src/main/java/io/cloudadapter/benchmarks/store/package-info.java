/**
 * The embedded store beside the engines that could have been chosen: how fast a commit is ({@link
 * io.cloudadapter.benchmarks.store.StoreSpeed}), and what is left after a power loss ({@link
 * io.cloudadapter.benchmarks.store.PowerLossReplay}). Results: docs/decisions/001-embedded-store.md.
 */
@NullMarked
package io.cloudadapter.benchmarks.store;

import org.jspecify.annotations.NullMarked;
