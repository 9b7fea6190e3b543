package io.cloudadapter.core.ledger;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.exception.LedgerFormatException;

/**
 * The number of the format in which the records of a pool's ledger are written. The pool's record holds it.
 *
 * <pre>
 *   1   without a number
 *   2   the pool's record holds the number; answers under idempotency keys lie in pages, reply/page-N; a machine that
 *       is being attached holds the keys of the callers that wait for it; one that leaves holds whether a command has
 *       lowered the desired size by it, and so does a promise that was taken back; the pool, a launch and a machine
 *       that leaves hold the trace of the request that they follow from, if it is traced
 *   3   the pool's record holds what an operator lets the pool do, and how it is being deleted; a pool may be one
 *       that was created at run time, whose configuration is under configs/ and in no file; a pool whose ledger was
 *       restored holds the restore until a person accepts it; template/N holds the digest of launch template N
 *       and the id of its image, and a machine whose number has no such record is of an unknown template; refresh holds
 *       the pool's refresh; a launch for the warm pool and a machine in it hold that; the pool
 *       holds how its desired size has grown lately, if its warm pool follows that; a hook that has ended holds what
 *       kept its receiver from its work
 * </pre>
 *
 * <p>A ledger of an earlier format is read, and written as {@link #CURRENT} from the pool's first step on. A
 * ledger of a later format is refused before any other record is read.
 */
public final class LedgerFormat {
  /** What is written. */
  public static final int CURRENT = 3;

  /** What a ledger without a number is of. */
  static final int UNNUMBERED = 1;

  private LedgerFormat() {}

  /** The one field of a pool's record that every format has in the same place. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Numbered(int format) {}

  /**
   * Refuses a ledger that this version cannot read.
   *
   * @param key of the pool's record, for the error
   * @param poolRecord its bytes
   * @throws LedgerFormatException if it is of a later format
   */
  static void check(PoolName pool, String key, byte[] poolRecord) {
    int format = RecordCodec.read(key, poolRecord, Numbered.class).format();
    if (format > CURRENT) {
      throw new LedgerFormatException("the ledger of pool " + pool + " is of format " + format
          + ", and this version reads formats " + UNNUMBERED + " to " + CURRENT
          + "; use the version that wrote it, or a newer one");
    }
  }
}
