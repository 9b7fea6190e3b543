package io.cloudadapter.core.ledger;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.store.StateStore;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the pools that a store has ledgers of. */
public final class StoredPools {
  private static final String ROOT = "pools/";
  private static final Pattern DIRECTORY = Pattern.compile(ROOT + "[^/]+/");
  private static final Pattern RECORD = Pattern.compile(ROOT + "([^/]+)/pool");

  private StoredPools() {}

  /**
   * Returns the pools that a store has ledgers of.
   *
   * @param store where they are
   * @return their names, in order
   */
  public static List<PoolName> of(StateStore store) {
    return store.range(ROOT, directory -> DIRECTORY.matcher(directory).matches()).entries().stream()
        .map(value -> RECORD.matcher(value.key()))
        .filter(Matcher::matches)
        .map(pool -> new PoolName(pool.group(1)))
        .toList();
  }
}
