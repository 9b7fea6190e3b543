package io.cloudadapter.notification;

import io.cloudadapter.api.notification.ReceiverStatus;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts what becomes of the notifications of one receiver, since the process began to send. Any thread may use it. */
final class ReceiverHealth {
  /** After so many failed attempts in a row, the other receivers are notified. */
  static final int FAILS_AFTER = 3;

  private static final int LONGEST_ERROR = 300;

  private final String name;
  private final String channel;
  private @Nullable Instant lastSuccess;
  private @Nullable Instant lastFailure;
  private @Nullable Instant failingSince;
  private @Nullable Instant oldest;
  private String error = "";
  private int inARow;
  private long sent;
  private long failures;
  private long waiting;
  private long refused;
  private long lost;
  private long settled;

  ReceiverHealth(String name, String channel) {
    this.name = name;
    this.channel = channel;
  }

  String name() {
    return name;
  }

  synchronized void sent(int notifications, Instant at) {
    lastSuccess = at;
    failingSince = null;
    inARow = 0;
    sent += notifications;
    waiting = Math.max(0, waiting - notifications);
    if (waiting == 0) {
      oldest = null;
    }
  }

  synchronized void failed(String why, Instant at) {
    lastFailure = at;
    error = why.length() > LONGEST_ERROR ? why.substring(0, LONGEST_ERROR) + "…" : why;
    failures++;
    inARow++;
    if (inARow == 1) {
      failingSince = at;
    }
  }

  synchronized void waits(Instant at) {
    waiting++;
    if (oldest == null) {
      oldest = at;
    }
  }

  /** Nothing waits: what was counted led to no notification. */
  synchronized void idle() {
    waiting = 0;
    oldest = null;
  }

  synchronized void refused() {
    refused++;
  }

  synchronized void lost(long events) {
    lost += events;
  }

  synchronized void settled(long alarms) {
    settled += alarms;
  }

  /** How many attempts have failed since the last success. */
  synchronized int failuresInARow() {
    return inARow;
  }

  /** Since when it fails, if it does so for long enough. */
  synchronized Optional<Instant> failingSince() {
    return inARow >= FAILS_AFTER ? Optional.ofNullable(failingSince) : Optional.empty();
  }

  /** Whether its last message has arrived. */
  synchronized boolean works() {
    return lastSuccess != null && inARow == 0;
  }

  synchronized ReceiverStatus status() {
    return new ReceiverStatus(
        name,
        channel,
        inARow >= FAILS_AFTER,
        Optional.ofNullable(lastSuccess),
        Optional.ofNullable(lastFailure),
        error,
        sent,
        failures,
        waiting,
        Optional.ofNullable(oldest),
        refused,
        lost,
        settled);
  }
}
