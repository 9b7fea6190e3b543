package io.cloudadapter.core.store;

import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.shared.QuorumStore;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history takes no more bytes than its bound, in each kind of store. */
class HistoryBoundTest {
  private static final long BOUND = 32 << 10;

  @Test
  void in_a_store_on_a_quorum() {
    SimulatedCluster cluster = new SimulatedCluster(() -> 0);
    try (StateStore store =
        QuorumStore.open(cluster.client("a"), "/pools/", QuorumStore.Settings.usual(() -> 0))) {
      new HistoryFiller(store, BOUND, 8).fill(HistoryFiller.in(store), 10);
    }
  }

  @Test
  void in_a_store_on_disk(@TempDir Path directory) {
    try (StateStore store = EmbeddedStore.open(directory.resolve("ledger"), new Random(1))) {
      new HistoryFiller(store, BOUND, 8).fill(HistoryFiller.in(store), 10);
    }
  }
}
