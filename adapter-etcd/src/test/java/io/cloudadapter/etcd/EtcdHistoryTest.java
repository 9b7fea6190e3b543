package io.cloudadapter.etcd;

import io.cloudadapter.core.store.HistoryFiller;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterEntry;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.quorum.ClusterPage;
import io.cloudadapter.core.store.shared.QuorumStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The history on a real etcd takes no more bytes than its bound, by etcd's own account. */
class EtcdHistoryTest {
  private static final long SMALL = 32 << 10;
  private static final long USUAL = 64L << 20;

  private static RealEtcd etcd;
  private static ClusterKv kv;

  @BeforeAll
  static void start() {
    etcd = RealEtcd.start();
    kv = new EtcdClusterFactory().connect(ClusterAddress.parse(etcd.address("any")));
  }

  @AfterAll
  static void stop() {
    if (kv != null) {
      kv.close();
      etcd.close();
    }
  }

  private static void fill(String prefix, long bound, int atOnce, int commitsBetweenLooks) {
    try (StateStore store =
        QuorumStore.open(kv, prefix, QuorumStore.Settings.usual(System::nanoTime))) {
      new HistoryFiller(store, bound, atOnce).fill(() -> inEtcd(prefix), commitsBetweenLooks);
    }
  }

  /** The bytes of the history's entries as the store names them, without what the store puts around them. */
  private static long inEtcd(String prefix) {
    long bytes = 0;
    String after = "";
    long revision = 0;
    boolean more = true;
    while (more) {
      ClusterPage page = kv.range(prefix, after, 200, revision);
      for (ClusterEntry entry : page.items()) {
        int name = entry.key().indexOf("events/");
        if (name >= 0) {
          bytes += entry.key().length() - name + entry.value().length - revisionOf(entry);
        }
        after = entry.key();
      }
      revision = page.revision();
      more = page.more();
    }
    return bytes;
  }

  /** The store writes its revision and a line feed before each value, some digits that no bound counts. */
  private static int revisionOf(ClusterEntry entry) {
    int length = 0;
    while (entry.value()[length] != '\n') {
      length++;
    }
    return length + 1;
  }

  @Test
  void a_small_bound_holds() {
    fill("/small/", SMALL, 10, 20);
  }

  /** Takes minutes: {@code -Detcd.history=whole}. */
  @Test
  @EnabledIfSystemProperty(named = "etcd.history", matches = "whole")
  void the_usual_bound_of_64_mebibytes_holds() {
    fill("/whole/", USUAL, 400, 500);
  }
}
