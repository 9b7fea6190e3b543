/**
 * Sends notifications of alarms and events, at least once each, to receivers that may be down for days. What a receiver
 * has been sent is a cursor into each pool's history, in the store of the ledgers: so it survives restarts and changes
 * of the leader, and a receiver that is down costs no memory.
 *
 * <p>{@link NotificationSender} is the way in. A {@link ReceiverWorker} serves one receiver, on one thread at a time,
 * and has a {@link SourceDelivery} for each pool. {@link MessageComposer} decides what a message contains, without I/O.
 */
@NullMarked
package io.cloudadapter.notification;

import org.jspecify.annotations.NullMarked;
