package io.cloudadapter.core.exception;

/**
 * The exception for a store whose files differ from what was written, beyond what a crash explains. Nothing was
 * changed: the directory is as it was found. Restore it from a backup.
 */
public final class StoreCorruptException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** With file, offset and what is wrong there. */
  public StoreCorruptException(String message) {
    super(message);
  }
}
