package io.cloudadapter.api.health;

import java.util.Objects;

/**
 * What the service state of a machine follows, where no caller has set it.
 *
 * @param source who has set it
 * @param reason why, for people; one line of at most 200 characters, possibly empty
 */
public record MachineHealth(HealthSource source, String reason) {
  /** The longest reason, in characters. */
  public static final int MOST_REASON = 200;

  /**
   * Checks the reason.
   *
   * @throws IllegalArgumentException if the reason is longer than one line of 200 characters
   */
  public MachineHealth {
    Objects.requireNonNull(source, "source");
    checkReason(reason);
  }

  /**
   * Makes a text a reason.
   *
   * @param text any text
   * @return one line of at most 200 characters
   */
  public static String shortened(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ");
    return line.length() <= MOST_REASON ? line : line.substring(0, MOST_REASON - 1) + "…";
  }

  static void checkReason(String reason) {
    Objects.requireNonNull(reason, "reason");
    if (reason.length() > MOST_REASON || reason.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("reason must be one line of at most " + MOST_REASON
          + " characters, had " + reason.length());
    }
  }
}
