package io.cloudadapter.core.exception;

/** The exception for a store that is already open, in this process or in another one. */
public final class StoreInUseException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** With the place that is in use. */
  public StoreInUseException(String message) {
    super(message);
  }
}
