package io.cloudadapter.core.exception;

/** Somebody else, here or in another process, has the store open. */
public final class StoreInUseException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** With the place that is in use. */
  public StoreInUseException(String message) {
    super(message);
  }
}
