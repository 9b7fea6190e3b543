package io.cloudadapter.client;

import java.io.IOException;

/** The exception for a request without an answer. If the request may have arrived, its outcome is unknown. */
final class LostReplyException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean mayHaveArrived;
  private final boolean worthRepeating;
  private final String advice;

  LostReplyException(
      String message,
      String advice,
      boolean mayHaveArrived,
      boolean worthRepeating,
      Throwable cause) {
    super(message, cause);
    this.advice = advice;
    this.mayHaveArrived = mayHaveArrived;
    this.worthRepeating = worthRepeating;
  }

  boolean mayHaveArrived() {
    return mayHaveArrived;
  }

  boolean worthRepeating() {
    return worthRepeating;
  }

  /** What to do about it, for people. */
  String advice() {
    return advice;
  }
}
