package io.cloudadapter.core.exception;

/** The exception for a store that cannot serve. */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the reason and what to do about it. */
  public StoreException(String message) {
    super(message);
  }

  /** With the reason, what to do about it, and what brought it on. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
