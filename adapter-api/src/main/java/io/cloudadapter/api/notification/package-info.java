/**
 * What is sent to people and programs about pools: notifications of alarms and of chosen events, the messages in which
 * they travel, and the state of those who receive them.
 */
@NullMarked
package io.cloudadapter.api.notification;

import org.jspecify.annotations.NullMarked;
