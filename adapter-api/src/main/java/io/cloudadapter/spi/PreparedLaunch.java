package io.cloudadapter.spi;

import java.util.Arrays;

/**
 * A complete launch request, as bytes that only its adapter reads. The same bytes under the same key must always make
 * the same request to the cloud: they contain no time, no attempt number and no random value.
 *
 * <p>The core stores the bytes encrypted in its ledger and hands them back, possibly to a later version of the
 * adapter: begin them with a version of your own, and keep reading the old ones.
 */
public final class PreparedLaunch {
  /** The most bytes that a prepared launch may have. */
  public static final int MAX_BYTES = 256 * 1024;

  private final byte[] bytes;

  private PreparedLaunch(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Makes a prepared launch of these bytes.
   *
   * @param bytes 1 to {@link #MAX_BYTES} bytes; copied
   * @return the prepared launch
   * @throws IllegalArgumentException if there are none or too many
   */
  public static PreparedLaunch of(byte[] bytes) {
    if (bytes.length == 0 || bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a prepared launch must have 1 to " + MAX_BYTES + " bytes, has " + bytes.length);
    }
    return new PreparedLaunch(bytes.clone());
  }

  /**
   * Returns the bytes.
   *
   * @return a copy
   */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PreparedLaunch that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Shows only the length, because the bytes may contain secrets. */
  @Override
  public String toString() {
    return "PreparedLaunch[" + bytes.length + " bytes]";
  }
}
