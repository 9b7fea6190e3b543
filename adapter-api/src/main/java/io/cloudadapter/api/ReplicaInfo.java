package io.cloudadapter.api;

import java.util.Objects;
import java.util.Optional;

/**
 * One of several processes that keep the same pools, of whom one leads and the others follow.
 *
 * @param name one word that no other has
 * @param url where it answers, if it says so
 * @param leads whether it leads
 * @param revision how far the ledger is that it knows, as it said last
 */
public record ReplicaInfo(String name, Optional<String> url, boolean leads, long revision) {

  /** Refuses nulls. */
  public ReplicaInfo {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(url, "url");
  }
}
