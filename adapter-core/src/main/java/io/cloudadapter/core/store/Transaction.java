package io.cloudadapter.core.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A conditional write: the writes happen all together, and only if every required key is at its required revision.
 *
 * <p>A key is 1 to {@value #MAX_KEY} characters of printable ASCII. It may be required once and
 * written once. Breaking a limit throws {@link IllegalArgumentException} from the builder's method
 * that broke it. Deleting a key that is not there changes nothing and is no error. Immutable.
 */
public final class Transaction {
  /** The most requirements and writes together. */
  public static final int MAX_OPERATIONS = 100;

  /** The longest key, in characters. */
  public static final int MAX_KEY = 512;

  /** The longest value, in bytes. */
  public static final int MAX_VALUE_BYTES = 1 << 20;

  /** The most that all keys and values together may take, in bytes. */
  public static final int MAX_BYTES = 3 << 19;

  private final Map<String, Long> requirements;
  private final List<Write> writes;
  private final long size;

  private Transaction(Builder builder) {
    requirements = Collections.unmodifiableMap(new LinkedHashMap<>(builder.requirements));
    writes = List.copyOf(builder.writes.values());
    size = builder.size;
  }

  /** An empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Key to required revision, 0 for absent, in the order given. */
  public Map<String, Long> requirements() {
    return requirements;
  }

  /** At least one write, in the order given. */
  public List<Write> writes() {
    return writes;
  }

  /** All keys and values, in bytes. */
  public long size() {
    return size;
  }

  @Override
  public String toString() {
    return "Transaction(require " + requirements + ", write " + writes + ")";
  }

  /** The new value of one key, or its deletion. */
  public static final class Write {
    private final String key;
    private final byte @Nullable [] bytes;

    public Write(String key, byte @Nullable [] owned) {
      this.key = key;
      this.bytes = owned;
    }

    /** The key to put or delete. */
    public String key() {
      return key;
    }

    /** A copy of the bytes to put; empty for a delete. */
    Optional<byte[]> bytes() {
      return bytes == null ? Optional.empty() : Optional.of(bytes.clone());
    }

    public byte @Nullable [] sharedBytes() {
      return bytes;
    }

    @Override
    public String toString() {
      return bytes == null ? "delete " + key : "put " + key + " (" + bytes.length + " bytes)";
    }
  }

  /** Builds a transaction. Not thread-safe. */
  public static final class Builder {
    private final Map<String, Long> requirements = new LinkedHashMap<>();
    private final Map<String, Write> writes = new LinkedHashMap<>();
    private long size;

    private Builder() {}

    /** Refuses the whole unless the key was last written at this revision; 0 means absent. */
    public Builder require(String key, long modRevision) {
      KeyLimits.checkKey(key);
      KeyLimits.checkRevision("required revision of " + key, modRevision);
      grow(key.length());
      if (requirements.putIfAbsent(key, modRevision) != null) {
        throw new IllegalArgumentException("a key may be required once, twice: " + key);
      }
      return this;
    }

    /** Writes a copy of the bytes. */
    public Builder put(String key, byte[] bytes) {
      return putShared(key, bytes.clone());
    }

    /** Writes bytes that are never changed, and that the caller may keep. */
    Builder putShared(String key, byte[] bytes) {
      KeyLimits.checkKey(key);
      if (bytes.length > MAX_VALUE_BYTES) {
        throw new IllegalArgumentException("a value may have at most %d bytes, %s has %d"
            .formatted(MAX_VALUE_BYTES, key, bytes.length));
      }
      grow(key.length() + bytes.length);
      return write(new Write(key, bytes));
    }

    /** Writes the text as UTF-8. */
    public Builder put(String key, String text) {
      return put(key, text.getBytes(UTF_8));
    }

    /** Removes the key, if it is there. */
    public Builder delete(String key) {
      KeyLimits.checkKey(key);
      grow(key.length());
      return write(new Write(key, null));
    }

    /** How many requirements and writes there are so far. */
    public int operations() {
      return requirements.size() + writes.size();
    }

    /** The transaction, which must have at least one write. */
    public Transaction build() {
      if (writes.isEmpty()) {
        throw new IllegalArgumentException("a transaction needs at least one put or delete");
      }
      return new Transaction(this);
    }

    private Builder write(Write write) {
      if (writes.putIfAbsent(write.key, write) != null) {
        throw new IllegalArgumentException("a key may be written once, twice: " + write.key);
      }
      return this;
    }

    private void grow(int bytes) {
      if (operations() == MAX_OPERATIONS) {
        throw new IllegalArgumentException(
            "a transaction may have at most " + MAX_OPERATIONS + " requirements and writes");
      }
      size += bytes;
      if (size > MAX_BYTES) {
        throw new IllegalArgumentException(
            "a transaction may have at most " + MAX_BYTES + " bytes of keys and values");
      }
    }
  }
}
