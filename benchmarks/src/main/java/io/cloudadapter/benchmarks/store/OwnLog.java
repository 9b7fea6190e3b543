package io.cloudadapter.benchmarks.store;

import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;

/** Ours. */
final class OwnLog implements StoreCandidate {
  private final EmbeddedStore store;

  OwnLog(Path directory) {
    store = EmbeddedStore.open(directory, new SecureRandom());
  }

  @Override
  public void commit(Map<String, byte[]> entries) {
    Transaction.Builder builder = Transaction.builder();
    entries.forEach(builder::put);
    if (!store.commit(builder.build()).committed()) {
      throw new IllegalStateException("not committed");
    }
  }

  @Override
  public Optional<byte[]> get(String key) {
    return store.get(key).map(StoreEntry::bytes);
  }

  @Override
  public long forces() {
    return store.counters().forces();
  }

  @Override
  public void close() {
    store.close();
  }
}
