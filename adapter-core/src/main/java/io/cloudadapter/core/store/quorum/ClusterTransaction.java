package io.cloudadapter.core.store.quorum;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Compare, then write: all writes happen, or none does. For one thread, until it is handed over.
 */
public final class ClusterTransaction {
  /** A new value, and the lease that it ends with, 0 for none; without a value the key goes. */
  public record Write(Optional<byte[]> value, long lease) {}

  private final Map<String, Long> required = new LinkedHashMap<>();
  private final Map<String, Write> writes = new LinkedHashMap<>();

  /** Nothing to compare, and nothing to write yet. */
  public ClusterTransaction() {}

  /** Refuses the whole unless the key was last written at this revision; 0 means absent. */
  public ClusterTransaction require(String key, long modRevision) {
    required.put(key, modRevision);
    return this;
  }

  /** Writes bytes that never change. */
  public ClusterTransaction put(String key, byte[] value) {
    writes.put(key, new Write(Optional.of(value), 0));
    return this;
  }

  /** Writes the text as UTF-8. */
  public ClusterTransaction put(String key, String text) {
    return put(key, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes the text as UTF-8; the key goes when the lease ends. */
  public ClusterTransaction put(String key, String text, long lease) {
    writes.put(key, new Write(Optional.of(text.getBytes(StandardCharsets.UTF_8)), lease));
    return this;
  }

  /** Removes the key, if it is there. */
  public ClusterTransaction delete(String key) {
    writes.put(key, new Write(Optional.empty(), 0));
    return this;
  }

  /** Key to required revision. */
  public Map<String, Long> required() {
    return required;
  }

  /** Key to what is written. */
  public Map<String, Write> writes() {
    return writes;
  }
}
