package io.cloudadapter.core.exception;

/** A ledger was written by a later version, in a format that this version does not read. */
public final class LedgerFormatException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * Refuses a ledger.
   *
   * @param message names the pool, its format, and those that can be read
   */
  public LedgerFormatException(String message) {
    super(message);
  }
}
