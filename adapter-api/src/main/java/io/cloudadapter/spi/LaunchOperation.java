package io.cloudadapter.spi;

import io.cloudadapter.spi.feature.LaunchOperations;

/**
 * A launch that the cloud has accepted and still runs: an operation of Google Cloud, a long-running operation of Azure,
 * a task of vSphere. The core keeps it in its ledger, and asks {@link LaunchOperations#check} at its own pace how far
 * it has come, also after a restart.
 *
 * @param id what the adapter needs to find the operation again: 1 to {@value #MAX_LENGTH} printable ASCII characters,
 *     not secret; only the adapter reads it
 */
public record LaunchOperation(String id) {
  /** How long an operation's id may be. */
  public static final int MAX_LENGTH = 1024;

  /**
   * Checks the id.
   *
   * @throws IllegalArgumentException if it is empty, too long, or has other characters
   */
  public LaunchOperation {
    if (id.isEmpty()
        || id.length() > MAX_LENGTH
        || id.chars().anyMatch(letter -> letter < 0x21 || letter > 0x7e)) {
      throw new IllegalArgumentException("the id of a launch operation must be 1 to " + MAX_LENGTH
          + " printable ASCII characters without blanks, has " + id.length());
    }
  }

  @Override
  public String toString() {
    return id;
  }
}
