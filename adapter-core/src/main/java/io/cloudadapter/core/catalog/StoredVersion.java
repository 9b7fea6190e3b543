package io.cloudadapter.core.catalog;

import java.time.Instant;
import java.util.Map;

/**
 * A version of a configuration as the store holds it.
 *
 * @param version its number
 * @param at when it was accepted
 * @param author who made it
 * @param values what is not secret
 * @param sealed the secrets, encrypted
 */
record StoredVersion(
    long version, Instant at, String author, Map<String, Object> values, String sealed) {

  /** What was left out when stored is empty. */
  StoredVersion {
    author = author == null ? "" : author;
    values = values == null ? Map.of() : values;
  }

  /** The same, with its secrets encrypted anew. */
  StoredVersion resealed(String secrets) {
    return new StoredVersion(version, at, author, values, secrets);
  }
}
