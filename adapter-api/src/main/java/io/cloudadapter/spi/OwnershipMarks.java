package io.cloudadapter.spi;

import io.cloudadapter.api.PoolName;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The owner of a machine, as written onto the machine itself. As tags, the names are {@code ca-pool}, {@code ca-inc}
 * and {@code ca-key}; users' own tags may not begin with {@code ca-}, so that none can hide a mark. On a cloud
 * without tags, the machine's name contains the marks.
 *
 * @param pool the pool
 * @param incarnation the pool's incarnation
 * @param key the launch that made it; empty for a machine that was attached
 */
public record OwnershipMarks(PoolName pool, PoolIncarnation incarnation, Optional<LaunchKey> key) {
  /** The beginning of all tag names that are reserved for marks. */
  public static final String RESERVED = "ca-";

  /** The tag that holds the pool's name. */
  public static final String POOL_TAG = "ca-pool";

  /** The tag that holds the incarnation. */
  public static final String INCARNATION_TAG = "ca-inc";

  /** The tag that holds the launch key. */
  public static final String KEY_TAG = "ca-key";

  /** The tag of a resource beside a machine that holds the machine's id, from the request that makes it on. */
  public static final String MACHINE_TAG = "ca-machine";

  /** Checks that nothing is missing. */
  public OwnershipMarks {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(incarnation, "incarnation");
    Objects.requireNonNull(key, "key");
  }

  /**
   * Returns the marks as tags.
   *
   * @return names and values; no {@value #KEY_TAG} if there is no key
   */
  public Map<String, String> toTags() {
    Map<String, String> tags = new TreeMap<>();
    tags.put(POOL_TAG, pool.value());
    tags.put(INCARNATION_TAG, incarnation.value());
    key.ifPresent(k -> tags.put(KEY_TAG, k.value()));
    return tags;
  }
}
