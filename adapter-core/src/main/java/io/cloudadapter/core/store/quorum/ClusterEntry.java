package io.cloudadapter.core.store.quorum;

import java.nio.charset.StandardCharsets;

/** One key with its value. */
public final class ClusterEntry {
  private final String key;
  private final byte[] value;
  private final long modRevision;

  /**
   * A key with its value.
   *
   * @param key the key
   * @param value its bytes, which never change
   * @param modRevision the quorum's revision that wrote it
   */
  public ClusterEntry(String key, byte[] value, long modRevision) {
    this.key = key;
    this.value = value;
    this.modRevision = modRevision;
  }

  /** The key. */
  public String key() {
    return key;
  }

  /** The bytes of the value, not to be changed. */
  public byte[] value() {
    return value;
  }

  /** The quorum's revision that wrote it. */
  public long modRevision() {
    return modRevision;
  }

  /** The value read as UTF-8. */
  public String text() {
    return new String(value, StandardCharsets.UTF_8);
  }

  /** Key, revision and length: the value may be secret. */
  @Override
  public String toString() {
    return key + "@" + modRevision + " (" + value.length + " bytes)";
  }
}
