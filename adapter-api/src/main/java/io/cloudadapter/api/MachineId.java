package io.cloudadapter.api;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The identity of one machine, as its cloud gives it: 1 to 128 of letters, digits and {@code . _ ~ @
 * -}. Ids never recur: for a cloud that reuses names, the adapter makes the id {@code name@birth}.
 *
 * @param value the id as text
 */
public record MachineId(String value) implements Comparable<MachineId> {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._~@-]{1,128}");

  /**
   * Checks the form of the id.
   *
   * @throws IllegalArgumentException if the id is not of that form, or is {@code .} or {@code ..}
   */
  public MachineId {
    Objects.requireNonNull(value, "value");
    if (!FORM.matcher(value).matches() || value.equals(".") || value.equals("..")) {
      throw new IllegalArgumentException(
          "machine id must be 1 to 128 of [A-Za-z0-9._~@-], was: " + Quoted.of(value));
    }
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
