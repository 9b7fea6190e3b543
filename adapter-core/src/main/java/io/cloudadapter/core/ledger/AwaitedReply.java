package io.cloudadapter.core.ledger;

/**
 * The idempotency key of a command that is accepted only later, stored in the record for which it waits. So the key
 * applies to the command even if another process completes it.
 *
 * @param high the first 64 bits of the key in its caller's scope
 * @param low the next 64 bits
 * @param caller a number for the caller
 * @param command a number for the command
 */
public record AwaitedReply(long high, long low, int caller, long command) {

  /** Where a command of a caller waits. */
  public static AwaitedReply of(ReplyEntry entry) {
    return new AwaitedReply(entry.key().high(), entry.key().low(), entry.caller(), entry.command());
  }

  /** Whether another command waits under the same key of the same caller. */
  public boolean isForAnotherCommandThan(AwaitedReply other) {
    return high == other.high && low == other.low && command != other.command;
  }

  /** The answer once the command is done, and there is nothing more to say. */
  public ReplyEntry accepted(long at) {
    return new ReplyEntry(new ReplyKey(high, low), caller, at, command, new byte[0]);
  }
}
