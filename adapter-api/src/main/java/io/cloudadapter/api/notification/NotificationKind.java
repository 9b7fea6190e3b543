package io.cloudadapter.api.notification;

/** The kind of a notification. Later versions may add kinds. */
public enum NotificationKind {
  /** An alarm stands that did not stand before. */
  ALARM_RAISED,
  /** An alarm still stands, and was notified before. */
  ALARM_REPEATED,
  /** The cause of an alarm is gone. */
  ALARM_CLEARED,
  /** An event that the receiver has chosen. */
  EVENT,
  /** Events are missing, so notifications of them are, too. */
  EVENTS_LOST,
  /** A person tries whether the receiver gets what is sent to it. */
  TEST
}
