/**
 * The quotas of tenants: what the pools of this process use of each, and how much more is allowed. Nothing here is
 * durable; all of it is derived from the ledgers of the pools.
 */
@NullMarked
package io.cloudadapter.core.quota;

import org.jspecify.annotations.NullMarked;
