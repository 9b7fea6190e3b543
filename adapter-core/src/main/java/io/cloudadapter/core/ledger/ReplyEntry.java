package io.cloudadapter.core.ledger;

/**
 * The answer to one accepted command, as an entry of a page.
 *
 * @param key under which the command was sent
 * @param caller a number for the caller, {@link #NO_CALLER} in what older versions have written
 * @param at when it was accepted, in seconds since 1970, rounded up
 * @param command a number for the command
 * @param outcome what it came to, as {@code OutcomeCodec} writes it; empty if there is nothing to say
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a page is made of bytes.
public record ReplyEntry(ReplyKey key, int caller, long at, long command, byte[] outcome) {
  /** The caller of an entry from before keys had a scope. */
  public static final int NO_CALLER = 0;

  /**
   * An entry for a command of a caller.
   *
   * @param caller the name under which the caller is configured
   * @param key the idempotency key
   * @param at when it was accepted, in seconds since 1970, rounded up
   * @param command the words of the command
   * @param outcome what it came to
   * @return the entry
   */
  public static ReplyEntry of(String caller, String key, long at, String command, byte[] outcome) {
    return new ReplyEntry(
        ReplyKey.of(caller, key), ReplyKey.caller(caller), at, ReplyKey.command(command), outcome);
  }

  /** The same as a ledger before format 2 has it. */
  static ReplyEntry unscoped(ReplyKey key, long at, String command, byte[] outcome) {
    return new ReplyEntry(key, NO_CALLER, at, ReplyKey.command(command), outcome);
  }

  /** Whether the key stands for this command. */
  public boolean isFor(String words) {
    return command == ReplyKey.command(words);
  }
}
