package io.cloudadapter.cli.terminal;

import io.cloudadapter.api.PoolException;
import java.util.Optional;

/** Names the command to try next after a refusal: the one that shows what stands in the way. */
final class NextCommand {
  private NextCommand() {}

  /**
   * The command that shows more.
   *
   * @param refusal what the server refused
   * @return the command without the program's name; empty if the refusal has all that there is to be known
   */
  static Optional<String> after(PoolException refusal) {
    String message = String.valueOf(refusal.getMessage());
    return switch (refusal.reason()) {
      case QUOTA -> Optional.of("tenant-quotas");
      case NOT_FOUND ->
        message.contains(" is not a member of ")
            ? Optional.of("pool")
            : message.contains(" policy ") ? Optional.of("scaling") : Optional.empty();
      case CONFLICT ->
        message.startsWith("refresh ") || message.startsWith("no refresh ")
            ? Optional.of("refresh status")
            : waits(message) ? Optional.of("status") : Optional.empty();
      case UNAVAILABLE ->
        message.contains("has not listed") || message.contains("has not been listed")
            ? Optional.of("doctor server")
            : Optional.empty();
      case UNKNOWN -> Optional.of("status");
      case INVALID, STALE, UNSUPPORTED, THROTTLED, GONE, ELSEWHERE -> Optional.empty();
    };
  }

  /** Whether a pool waits for a person. */
  private static boolean waits(String message) {
    return message.contains("observing")
        || message.contains("frozen")
        || message.contains("waits for a decision");
  }
}
