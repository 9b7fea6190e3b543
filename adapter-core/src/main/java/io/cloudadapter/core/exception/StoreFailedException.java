package io.cloudadapter.core.exception;

/** The exception for an opening that has ended: its disk failed, or a later opening fenced it. Open the store again. */
public final class StoreFailedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** With the reason. */
  public StoreFailedException(String message) {
    super(message);
  }

  /** With the reason and the failure behind it. */
  public StoreFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
