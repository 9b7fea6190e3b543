/**
 * Messages of hooks over HTTPS. {@link io.cloudadapter.webhook.Webhook} is the channel,
 * {@code WebhookTarget} what a target may say, {@code Destinations} where messages may go, and
 * {@code Signature} how a receiver knows who sent them.
 */
@NullMarked
package io.cloudadapter.webhook;

import org.jspecify.annotations.NullMarked;
