package io.cloudadapter.api;

import java.util.Objects;
import java.util.Optional;

/**
 * One of several processes that share the same pools; one of them leads and the others follow.
 *
 * @param name a word that no other replica has
 * @param url its address for clients, if it announced one
 * @param leads whether it leads
 * @param revision the last revision of the ledger that it reported
 */
public record ReplicaInfo(String name, Optional<String> url, boolean leads, long revision) {

  /** Refuses nulls. */
  public ReplicaInfo {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(url, "url");
  }
}
