package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The cloud's announcement about a machine of the spot market.
 *
 * @param receipt the handle by which it is deleted, 1 to 4,096 characters
 * @param machine the machine's id
 * @param what what is going to happen
 * @param at when, by the cloud's clock, if the cloud announces it
 */
public record SpotNotice(String receipt, MachineId machine, What what, Optional<Instant> at) {

  /** What is going to happen to a machine. */
  public enum What {
    /** The cloud takes it back. */
    INTERRUPTION,
    /** The cloud is more likely to take it back than other machines. */
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
