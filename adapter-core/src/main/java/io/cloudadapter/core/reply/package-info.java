/**
 * The answers that are kept under idempotency keys: pages of bytes in the ledger, an index over them in memory, and
 * what each caller has of them. A key costs tens of bytes, so a pool can keep hundreds of thousands for two days.
 */
@NullMarked
package io.cloudadapter.core.reply;

import org.jspecify.annotations.NullMarked;
