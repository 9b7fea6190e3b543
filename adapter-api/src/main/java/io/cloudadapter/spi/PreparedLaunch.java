package io.cloudadapter.spi;

import java.util.Arrays;

/**
 * A launch request with everything in it, as bytes that only its adapter reads. The same bytes under the
 * same key must always say the same to the cloud: no time, no attempt number, no random value is in them.
 *
 * <p>The core stores the bytes encrypted in its ledger, and hands them back, maybe to a later version of
 * the adapter: begin them with a version of your own, and keep reading the old ones.
 */
public final class PreparedLaunch {
  /** The most bytes that a frozen launch may have. */
  public static final int MAX_BYTES = 256 * 1024;

  private final byte[] bytes;

  private PreparedLaunch(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A frozen launch of these bytes.
   *
   * @param bytes 1 to {@link #MAX_BYTES} bytes; copied
   * @return the frozen launch
   * @throws IllegalArgumentException if there are none or too many
   */
  public static PreparedLaunch of(byte[] bytes) {
    if (bytes.length == 0 || bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a frozen launch must have 1 to " + MAX_BYTES + " bytes, has " + bytes.length);
    }
    return new PreparedLaunch(bytes.clone());
  }

  /**
   * The bytes.
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

  /** Says how long it is; the bytes may hold secrets. */
  @Override
  public String toString() {
    return "PreparedLaunch[" + bytes.length + " bytes]";
  }
}
