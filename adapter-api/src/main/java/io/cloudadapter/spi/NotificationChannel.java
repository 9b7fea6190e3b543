package io.cloudadapter.spi;

import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.NotificationMessage;

/**
 * Carries notifications of alarms and events to their receivers: over HTTP, by mail, or into a queue. A {@link
 * HookChannel} of a provider that implements this interface, too, serves the receivers of its account; otherwise {@link
 * java.util.ServiceLoader} finds the channel.
 *
 * <p>Several threads may call it at once. A message is repeated until a call returns normally, possibly from another
 * process; receivers recognise a repetition by the ids (MP-10.20). MP-10.19 to MP-10.21 of the testkit's rules test a
 * hook channel that carries notifications, too.
 */
public interface NotificationChannel extends AutoCloseable {

  /**
   * Returns the name by which receivers select this channel, always the same.
   *
   * @return 1 to 32 of {@code [a-z0-9-]}
   */
  String channel();

  /**
   * Checks that a target can be used. Does no I/O but to read files that the target names.
   *
   * @param target the receiver
   * @throws IllegalArgumentException naming the parameter, its value and what is allowed
   */
  void check(HookTarget target);

  /**
   * Sends a message. A normal return means that the message has arrived at a place that does not lose it. The call ends
   * at its deadline, when it is cancelled, or when the thread is interrupted, and waits for no other receiver.
   *
   * @param message the message
   * @param target the receiver
   * @param call deadline and cancellation of this call
   * @throws CloudException INVALID if the receiver refuses the content of the message, in which case its halves are
   *     sent alone; of another kind if the message has not arrived, or the outcome is unknown. Its text contains
   *     neither a secret nor the path of a URL
   */
  void send(NotificationMessage message, HookTarget target, CallContext call);

  /**
   * Returns whether a receiver takes an alarm for cleared unless it gets the alarm again and again. Such a receiver
   * groups by itself, so it gets each alarm without delay, and again within a minute.
   *
   * @return false unless overridden
   */
  default boolean forgetsAlarms() {
    return false;
  }

  /**
   * Returns whether the channel carries events, too.
   *
   * @return true unless overridden; false if it carries alarms only
   */
  default boolean carriesEvents() {
    return true;
  }

  /**
   * Releases threads and connections; calls under way fail, and so do all later ones. May be called again. Does nothing
   * unless overridden.
   */
  @Override
  default void close() {}
}
