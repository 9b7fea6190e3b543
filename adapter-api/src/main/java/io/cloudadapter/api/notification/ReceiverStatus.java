package io.cloudadapter.api.notification;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * How the delivery to one receiver goes. Counts begin with the process that sends.
 *
 * @param name the receiver's configured name
 * @param channel the channel that carries its messages
 * @param failing whether it has failed for so long that the others are notified
 * @param lastSuccess when it last took a message, if it has
 * @param lastFailure when a message last failed, if one has
 * @param error why, in a sentence for people; empty without a failure
 * @param sent how many notifications it has taken
 * @param failures how many attempts have failed
 * @param waiting how many notifications wait for it, as far as they are counted
 * @param oldest since when the oldest of them waits, if one does
 * @param refused how many notifications were given up since it refused each of them again and again
 * @param lost how many events it will not get, because the history dropped them before they were sent
 * @param settled how many alarms were raised and cleared again before it could be notified
 */
public record ReceiverStatus(
    String name,
    String channel,
    boolean failing,
    Optional<Instant> lastSuccess,
    Optional<Instant> lastFailure,
    String error,
    long sent,
    long failures,
    long waiting,
    Optional<Instant> oldest,
    long refused,
    long lost,
    long settled) {

  /** Checks that nothing is null. */
  public ReceiverStatus {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(channel, "channel");
    Objects.requireNonNull(lastSuccess, "lastSuccess");
    Objects.requireNonNull(lastFailure, "lastFailure");
    Objects.requireNonNull(error, "error");
    Objects.requireNonNull(oldest, "oldest");
  }
}
