package io.cloudadapter.core.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** A key's value and the revision that wrote it. Immutable. */
public final class StoreEntry {
  private final String key;
  private final byte[] bytes;
  private final long modRevision;

  /** A value with a copy of the given bytes. */
  public StoreEntry(String key, byte[] bytes, long modRevision) {
    this(KeyLimits.checkKey(key), modRevision, bytes.clone());
  }

  private StoreEntry(String key, long modRevision, byte[] owned) {
    this.key = key;
    this.modRevision = modRevision;
    this.bytes = owned;
  }

  /** Makes an entry over bytes that never change. */
  public static StoreEntry owning(String key, byte[] bytes, long modRevision) {
    return new StoreEntry(key, modRevision, bytes);
  }

  /** The key. */
  public String key() {
    return key;
  }

  /** A copy of the value. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The value read as UTF-8. */
  public String text() {
    return new String(bytes, UTF_8);
  }

  /** The revision of the transaction that wrote this value: what a later one may require. */
  public long modRevision() {
    return modRevision;
  }

  /** The length of the value in bytes. */
  public int size() {
    return bytes.length;
  }

  /**
   * The value itself, for a reader that keeps it in memory and would otherwise keep it twice.
   *
   * @return the bytes, which are never changed
   */
  public byte[] sharedBytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoreEntry that
        && key.equals(that.key)
        && modRevision == that.modRevision
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + Long.hashCode(modRevision);
  }

  /** Key, revision and length: the content may be secret. */
  @Override
  public String toString() {
    return key + "@" + modRevision + " (" + bytes.length + " bytes)";
  }
}
