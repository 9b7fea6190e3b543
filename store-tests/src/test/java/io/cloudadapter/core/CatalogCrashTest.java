package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.catalog.ConfigHead;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A pool is created, changed, erased and created again under its name, while the process crashes at each of the commits
 * in turn, before or after the commit is durable. The next process repeats what was under way.
 */
class CatalogCrashTest {
  private static final Instant NOW = Instant.parse("2026-11-29T08:00:00Z");
  private static final PoolName JOBS = new PoolName("jobs");
  private static final ConfigAuthor ALICE = ConfigAuthor.api("alice");
  private static final int CHANGES = PoolCatalog.KEPT + 3;

  /** More records than one transaction deletes. */
  private static final int RECORDS = 200;

  private final MemoryStore disk = new MemoryStore();

  private static PoolCatalog over(StateStore store) {
    byte[] key = new byte[LaunchEncryptor.KEY_BYTES];
    return new PoolCatalog(store, new LaunchEncryptor(key, new Random(1)), () -> NOW);
  }

  private static PoolConfig jobs(int maxSize) {
    return PoolConfig.named("jobs", "here", maxSize).build();
  }

  /** One life of the pool, repeatable at any point. */
  private List<Consumer<PoolCatalog>> life(String incarnation) {
    return List.of(
        catalog -> create(catalog, incarnation),
        catalog -> change(catalog, CHANGES),
        catalog -> writeRecords(),
        CatalogCrashTest::erase);
  }

  private static void create(PoolCatalog catalog, String incarnation) {
    if (catalog.head(JOBS).isEmpty()) {
      catalog.create(jobs(1), ALICE, Optional.of(PoolRecord.fresh(incarnation, "here")));
    }
    assertThat(catalog.record(JOBS).orElseThrow().incarnation()).isEqualTo(incarnation);
  }

  private static void change(PoolCatalog catalog, int until) {
    while (catalog.head(JOBS).orElseThrow().version() < until) {
      long version = catalog.head(JOBS).orElseThrow().version();
      catalog.append(jobs((int) version + 1), version, ALICE);
    }
  }

  /** What the pool's keeper has written, and its history, which outlives it. */
  private void writeRecords() {
    for (int i = 0; i < RECORDS; i++) {
      disk.commit(Transaction.builder().put("pools/jobs/machine/i-" + i, "{}").build());
    }
    disk.commit(Transaction.builder()
        .put("pools/jobs/leader", "1")
        .put("events/jobs/0000000001", "an event")
        .build());
  }

  private static void erase(PoolCatalog catalog) {
    // As a process does that finds a pool which is DELETED.
    if (catalog.record(JOBS).isPresent()) {
      catalog.erase(JOBS);
    }
  }

  private List<String> keys() {
    return disk.range("").entries().stream()
        .map(StoreEntry::key)
        .filter(key -> !key.startsWith("events/"))
        .toList();
  }

  /** What holds at any moment, for a process that begins then. */
  private void assertSound() {
    PoolCatalog catalog = over(disk);
    Optional<ConfigHead> head = catalog.head(JOBS);
    if (head.isEmpty()) {
      assertThat(keys()).as("what is left of a pool that has no head").isEmpty();
      return;
    }
    long oldest = head.get().oldest();
    long present = head.get().version();
    List<ConfigVersion> versions = catalog.versions(JOBS);
    if (!versions.isEmpty()) { // They go first when the pool is erased.
      assertThat(versions)
          .extracting(ConfigVersion::version)
          .containsExactlyElementsOf(LongStream.rangeClosed(0, present - oldest)
              .mapToObj(i -> present - i)
              .toList());
      assertThat(versions.size()).isLessThanOrEqualTo(PoolCatalog.KEPT);
      assertThat(versions.get(0).config()).isEqualTo(jobs((int) present));
    }
    assertThat(catalog.record(JOBS)).as("the record goes with the head").isPresent();
  }

  /** Carries all steps out; returns whether the crash came. */
  private boolean play(List<Consumer<PoolCatalog>> steps, int commit, boolean durable) {
    StateStore store = new CrashingStore(disk, commit, durable);
    boolean crashed = false;
    for (Consumer<PoolCatalog> step : steps) {
      try {
        step.accept(over(store));
      } catch (CrashingStore.Crash e) {
        crashed = true;
        assertSound();
        step.accept(over(disk));
        store = disk;
      }
      assertSound();
    }
    return crashed;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_crash_at_any_commit_leaves_a_pool_that_is_whole_or_that_can_be_erased(boolean durable) {
    int commit = 1;
    while (play(life("first"), commit, durable)) {
      assertThat(keys()).as("after a crash at commit " + commit).isEmpty();
      assertThat(disk.get("events/jobs/0000000001"))
          .as("the history outlives it")
          .isPresent();
      // The name is free: another life has nothing of the first one.
      assertThat(play(life("second"), 0, false)).isFalse();
      assertThat(keys()).isEmpty();
      commit++;
    }
    assertThat(commit).as("commits at which the process crashed").isGreaterThan(CHANGES + 3);
  }

  @Test
  void of_two_processes_that_create_a_pool_one_is_refused() {
    over(disk).create(jobs(1), ALICE, Optional.of(PoolRecord.fresh("first", "here")));

    assertThatThrownBy(() ->
            over(disk).create(jobs(2), ALICE, Optional.of(PoolRecord.fresh("second", "here"))))
        .isInstanceOf(PoolException.class);
    assertThat(over(disk).record(JOBS).orElseThrow().incarnation()).isEqualTo("first");
    assertThatThrownBy(() -> over(disk).append(jobs(3), 2, ALICE))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("is at version 1, not at version 2");
    assertSound();
  }
}
