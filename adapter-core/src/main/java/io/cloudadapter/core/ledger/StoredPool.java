package io.cloudadapter.core.ledger;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.store.StoreEntry;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which pool a ledger holds, and where its machines live, in every format of its records.
 *
 * @param name the pool's
 * @param account the configured name of the account
 * @param identity the account id that the cloud has reported, empty before it has
 * @param format the number of the records' format
 */
public record StoredPool(PoolName name, String account, String identity, int format) {
  private static final Pattern KEY = Pattern.compile("pools/([^/]+)/pool");

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Facts(String account, String identity, int format) {}

  /**
   * Reads an entry of a store.
   *
   * @param entry any entry
   * @return the pool whose root record it is; empty if it is another record
   */
  public static Optional<StoredPool> of(StoreEntry entry) {
    Matcher key = KEY.matcher(entry.key());
    if (!key.matches()) {
      return Optional.empty();
    }
    Facts facts = RecordCodec.read(entry.key(), entry.bytes(), Facts.class);
    return Optional.of(new StoredPool(
        new PoolName(key.group(1)),
        facts.account() == null ? "" : facts.account(),
        facts.identity() == null ? "" : facts.identity(),
        Math.max(facts.format(), LedgerFormat.UNNUMBERED)));
  }
}
