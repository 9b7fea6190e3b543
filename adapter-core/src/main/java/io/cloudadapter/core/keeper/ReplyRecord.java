package io.cloudadapter.core.keeper;

import java.time.Instant;

/**
 * A write that was acknowledged under an idempotency key.
 *
 * @param command what was asked, so that the key is not used for something else
 * @param at when it was acknowledged
 */
record ReplyRecord(String command, Instant at) {}
