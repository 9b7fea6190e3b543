package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What the cloud says of a machine of the spot market.
 *
 * @param receipt by which it is forgotten, 1 to 4,096 characters
 * @param machine of which machine
 * @param what what is to happen
 * @param at when, by the cloud's clock, if it says
 */
public record SpotNotice(String receipt, MachineId machine, What what, Optional<Instant> at) {

  /** What is to happen to a machine. */
  public enum What {
    /** The cloud takes it back. */
    INTERRUPTION,
    /** It may be taken back sooner than others. */
    RISK
  }

  private static final int LONGEST = 4096;

  /**
   * Checks the receipt.
   *
   * @throws IllegalArgumentException if it is empty or too long
   */
  public SpotNotice {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(at, "at");
    if (receipt.isEmpty() || receipt.length() > LONGEST) {
      throw new IllegalArgumentException(
          "receipt must have 1 to " + LONGEST + " characters, had " + receipt.length());
    }
  }
}
