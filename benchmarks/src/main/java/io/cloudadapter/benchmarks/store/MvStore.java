package io.cloudadapter.benchmarks.store;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** H2's MVStore, committed and forced explicitly, without its background thread. */
final class MvStore implements StoreCandidate {
  private final MVStore store;
  private final MVMap<String, byte[]> map;
  private long forces;

  MvStore(Path directory) {
    store = new MVStore.Builder()
        .fileName(directory.resolve("state.mv").toString())
        .autoCommitDisabled()
        .open();
    map = store.openMap("t");
  }

  @Override
  public synchronized void commit(Map<String, byte[]> entries) {
    map.putAll(entries);
    store.commit();
    store.sync();
    forces++;
  }

  @Override
  public Optional<byte[]> get(String key) {
    return Optional.ofNullable(map.get(key));
  }

  @Override
  public synchronized long forces() {
    return forces;
  }

  @Override
  public void close() {
    store.close();
  }
}
