package io.cloudadapter.core.ledger;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.exception.LedgerFormatException;
import io.cloudadapter.core.store.StoreRange;
import java.util.Optional;

/**
 * A pool's ledger as it was read. Reading takes seconds with hundreds of thousands of machines, so what was read to
 * check whether the pool can be kept also serves its first keeper, if nothing has changed since its {@link
 * #revision}.
 *
 * <p>One thread at a time may use it.
 */
public final class LedgerSnapshot {
  private final long revision;
  private Optional<Ledger> ledger;

  private LedgerSnapshot(PoolName name, StoreRange range) {
    this.revision = range.revision();
    this.ledger = Ledger.load(name, range.entries());
  }

  /**
   * Reads a ledger.
   *
   * @param name the pool's
   * @param range everything under the pool's prefix of keys
   * @return the ledger at that revision
   * @throws LedgerFormatException if a later version wrote it, in a format of its own
   * @throws IllegalStateException if a record cannot be read
   */
  public static LedgerSnapshot read(PoolName name, StoreRange range) {
    return new LedgerSnapshot(name, range);
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
   * What its first step does about records of an earlier format.
   *
   * @return a sentence for the log; empty if they are of the current format, or there is none yet
   */
  public Optional<String> upgrade() {
    return ledger
        .map(l -> l.pool().format())
        .filter(format -> format < LedgerFormat.CURRENT)
        .map(format -> "the ledger's records are of format " + format
            + " and are written as format " + LedgerFormat.CURRENT + " from now on");
  }

  /**
   * When it was read.
   *
   * @return the store's revision
   */
  public long revision() {
    return revision;
  }

  /** The ledger, for one who only reads it. */
  public Optional<Ledger> look() {
    return ledger;
  }

  /** The ledger, for a keeper that changes it. */
  public Optional<Ledger> take() {
    Optional<Ledger> whole = ledger;
    ledger = Optional.empty();
    return whole;
  }
}
