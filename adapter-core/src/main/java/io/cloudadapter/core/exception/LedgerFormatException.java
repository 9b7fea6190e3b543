package io.cloudadapter.core.exception;

/** The exception for a ledger that a later version wrote, in a format that this version cannot read. */
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
