package io.cloudadapter.api.notification;

/** How soon a person should look at a notification; in ascending order. */
public enum Severity {
  /** For the record: nothing has to be done. */
  INFO,
  /** A person should look within the day. */
  WARNING,
  /** A person should look at once: the pool cannot do its work. */
  CRITICAL
}
