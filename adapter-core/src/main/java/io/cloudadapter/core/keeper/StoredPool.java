package io.cloudadapter.core.keeper;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.store.StoredRange;
import io.cloudadapter.core.store.StoredValue;
import java.util.List;
import java.util.Optional;

/**
 * A pool's ledger as it was read. To read one takes seconds if it holds hundreds of thousands of machines, so
 * what was read to see whether the pool can be kept at all serves its first keeper, too, if it {@link
 * #still} holds.
 *
 * <p>Threads: one at a time.
 */
public final class StoredPool {
  private final String leader;
  private List<StoredValue> entries;
  private Optional<Ledger> ledger;
  private boolean taken;

  private StoredPool(PoolName name, List<StoredValue> entries) {
    this.leader = Ledger.prefix(name) + "leader";
    this.entries = entries;
    this.ledger = Ledger.load(name, entries);
  }

  /**
   * Reads a ledger.
   *
   * @param name the pool's
   * @param range everything under {@link Keeper#prefix}
   * @return what it says
   * @throws IllegalStateException if a record cannot be read
   */
  public static StoredPool read(PoolName name, StoredRange range) {
    return new StoredPool(name, range.entries());
  }

  /**
   * How many machines the ledger holds.
   *
   * @return those that have not ended
   */
  public int machines() {
    return ledger.map(l -> l.machines().size()).orElse(0);
  }

  /**
   * Where its machines live.
   *
   * @return the account of machines and promises, if there are any
   */
  public Optional<String> boundAccount() {
    return ledger
        .filter(l -> !l.machines().isEmpty() || !l.unresolved().isEmpty())
        .map(l -> l.pool().account());
  }

  /**
   * Whether nothing but the leader is another by now, and no keeper was made of this before.
   *
   * @param now the same range, read again
   * @return whether a keeper over this is as good as one over that
   */
  public boolean still(StoredRange now) {
    return !taken && records(entries).equals(records(now.entries()));
  }

  private List<StoredValue> records(List<StoredValue> of) {
    return of.stream().filter(value -> !value.key().equals(leader)).toList();
  }

  /** The ledger, for a keeper that changes it. */
  Optional<Ledger> take() {
    Optional<Ledger> whole = ledger;
    taken = true;
    entries = List.of();
    ledger = Optional.empty();
    return whole;
  }
}
