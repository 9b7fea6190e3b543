/**
 * Messages of hooks over HTTPS. {@link io.cloudadapter.webhook.WebhookChannel} is the channel,
 * {@code WebhookTarget} what a target may say, {@code DestinationPolicy} where messages may go, and
 * {@code WebhookSignature} how a receiver knows who sent them.
 */
@NullMarked
package io.cloudadapter.webhook;

import org.jspecify.annotations.NullMarked;
