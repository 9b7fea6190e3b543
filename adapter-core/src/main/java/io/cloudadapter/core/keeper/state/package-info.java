/**
 * What the parts of a keeper share in memory, beside the ledger: the current step, alarms, budgets, backoffs, and what
 * was last heard from the cloud. Nothing here decides; the parts in {@code keeper} do.
 */
@NullMarked
package io.cloudadapter.core.keeper.state;

import org.jspecify.annotations.NullMarked;
