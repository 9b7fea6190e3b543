package io.cloudadapter.core.store;

import io.cloudadapter.core.store.Transaction.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The contents of the store after the transactions of a batch: each transaction is checked against the durable
 * contents plus those before it in the batch. Confined to one thread, and valid as long as no other code changes the
 * contents.
 */
public final class UncommittedState {
  private final VersionedContents contents;
  private final Map<String, Long> staged = new HashMap<>();
  private long revision;

  public UncommittedState(VersionedContents contents) {
    this.contents = contents;
    this.revision = contents.revision();
  }

  public long revision() {
    return revision;
  }

  /** The first required key that is at another revision. */
  public Optional<String> conflict(Transaction transaction) {
    for (Map.Entry<String, Long> requirement : transaction.requirements().entrySet()) {
      if (modRevision(requirement.getKey()) != requirement.getValue()) {
        return Optional.of(requirement.getKey());
      }
    }
    return Optional.empty();
  }

  /**
   * Takes the transaction's changes up as the next revision and returns them; empty, and no
   * revision, if it only deletes what is not there.
   */
  public List<Write> stage(Transaction transaction) {
    List<Write> changes = new ArrayList<>(transaction.writes());
    changes.removeIf(write -> write.sharedBytes() == null && modRevision(write.key()) == 0);
    if (!changes.isEmpty()) {
      revision++;
      changes.forEach(write -> staged.put(write.key(), write.sharedBytes() == null ? 0 : revision));
    }
    return changes;
  }

  private long modRevision(String key) {
    Long own = staged.get(key);
    return own != null ? own : contents.get(key).map(StoreEntry::modRevision).orElse(0L);
  }
}
