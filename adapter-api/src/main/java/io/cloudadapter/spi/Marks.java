package io.cloudadapter.spi;

import io.cloudadapter.api.PoolName;
import java.util.Objects;
import java.util.Optional;

/**
 * Whose a machine is, as written onto the machine itself. As tags, the names are {@code
 * ca-pool}, {@code ca-inc} and {@code ca-key}; users' own tags may not begin with {@code ca-}, so that
 * none can hide a mark. A cloud without tags carries them in the machine's name.
 *
 * @param pool the pool
 * @param incarnation the life of the pool
 * @param key the launch that it answers to; empty for a machine that was attached
 */
public record Marks(PoolName pool, Incarnation incarnation, Optional<LaunchKey> key) {
  /** The beginning of all tag names that belong to us. */
  public static final String RESERVED = "ca-";

  /** The tag that holds the pool's name. */
  public static final String POOL_TAG = "ca-pool";

  /** The tag that holds the incarnation. */
  public static final String INCARNATION_TAG = "ca-inc";

  /** The tag that holds the launch key. */
  public static final String KEY_TAG = "ca-key";

  /** Checks that nothing is missing. */
  public Marks {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(incarnation, "incarnation");
    Objects.requireNonNull(key, "key");
  }
}
