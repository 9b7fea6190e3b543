package io.cloudadapter.client;

import java.io.IOException;

/** No answer came. Whether the server acted on the request cannot be told if it may have arrived. */
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
