package io.cloudadapter.core.protocol;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.spi.ProviderProfile;
import java.time.Duration;

/**
 * How long a caller waits for a pool, and the error that it gets after that time.
 *
 * @param within above zero
 * @param late whether the pool may still act
 * @param message what the pool has not done, after its name
 */
public record CommandTimeout(Duration within, Reason late, String message) {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

  /** For what changes nothing. */
  public static CommandTimeout forReads() {
    return new CommandTimeout(ANSWER_WITHIN, Reason.UNAVAILABLE, "did not answer");
  }

  /** For a command that is answered as soon as it is durable. */
  static CommandTimeout forWrites() {
    return new CommandTimeout(
        ANSWER_WITHIN,
        Reason.UNKNOWN,
        "has not answered; ask again under the same idempotency key");
  }

  /**
   * For a command.
   *
   * @param command which
   * @param profile how long the calls of an attach take
   */
  public static CommandTimeout of(Command command, ProviderProfile profile) {
    return command instanceof Command.Attach attach
        ? forAttach(attach.machine(), profile)
        : forWrites();
  }

  /**
   * For an attach, which takes three calls to the cloud and the time until a mark shows.
   *
   * @param machine which
   * @param profile how long these take
   */
  static CommandTimeout forAttach(MachineId machine, ProviderProfile profile) {
    Duration needed = profile.callTimeout().multipliedBy(3).plus(profile.visibleWithin());
    return new CommandTimeout(
        needed.compareTo(ANSWER_WITHIN) < 0 ? ANSWER_WITHIN : needed,
        Reason.UNAVAILABLE,
        "has not finished attaching " + machine + "; the attempt continues, ask again");
  }

  /**
   * The end of it.
   *
   * @param pool which did not answer
   * @return to be thrown
   */
  public PoolException ended(PoolName pool) {
    return new PoolException(
        late, "pool " + pool + " " + message, "It was given " + TimeSpan.text(within) + ".");
  }
}
