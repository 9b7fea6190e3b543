package io.cloudadapter.core.keeper.state;

import io.cloudadapter.spi.CloudException;

/** The words for a cloud's error in alarms and refusals: its kind and its message. */
public final class ErrorText {
  private ErrorText() {}

  public static String of(CloudException error) {
    String message = error.getMessage();
    return error.kind() + (message == null ? "" : ": " + message);
  }
}
