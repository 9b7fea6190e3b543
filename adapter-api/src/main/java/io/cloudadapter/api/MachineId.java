package io.cloudadapter.api;

import java.util.Objects;

/**
 * The identity of one machine, as the cloud gives it: 1 to 128 of letters, digits and {@code . _ ~ @ -}. An id never
 * belongs to a second machine: for a cloud that reuses names, the adapter makes the id {@code name@birth}.
 *
 * @param value the id as text
 */
public record MachineId(String value) implements Comparable<MachineId> {
  private static final int LONGEST = 128;

  /**
   * Checks the form of the id.
   *
   * @throws IllegalArgumentException if the id is not of that form, or is {@code .} or {@code ..}
   */
  public MachineId {
    Objects.requireNonNull(value, "value");
    if (!wellFormed(value) || value.equals(".") || value.equals("..")) {
      throw new IllegalArgumentException(
          "machine id must be 1 to 128 of [A-Za-z0-9._~@-], was: " + QuotedText.of(value));
    }
  }

  /** No pattern, because this runs for every row of every list. */
  private static boolean wellFormed(String value) {
    boolean formed = !value.isEmpty() && value.length() <= LONGEST;
    for (int i = 0; formed && i < value.length(); i++) {
      char c = value.charAt(i);
      formed = (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || "._~@-".indexOf(c) >= 0;
    }
    return formed;
  }

  @Override
  public int compareTo(MachineId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
