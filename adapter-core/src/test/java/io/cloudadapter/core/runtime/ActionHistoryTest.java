package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionChange.Kind;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists and watches of actions. */
class ActionHistoryTest {
  private static final PoolName WEB = new PoolName("web");
  private static final PoolName JOBS = new PoolName("jobs");
  private static final Duration SOON = Duration.ofSeconds(20);

  private final MemoryStore store = new MemoryStore();
  private final ActionHistory feed = new ActionHistory(store);

  private static UUID uid(int number) {
    return new UUID(7, number);
  }

  private static String key(PoolName pool, int number) {
    return "pools/" + pool + "/action/" + uid(number);
  }

  private static void put(StateStore store, PoolName pool, int number, ActionPhase phase) {
    commit(
        store, Transaction.builder().put(key(pool, number), json(number, phase)).build());
  }

  private static String json(int number, ActionPhase phase) {
    String ended = phase.ended() ? ",\"endedAt\":\"2026-01-01T00:01:00Z\"" : "";
    return "{\"uid\":\"" + uid(number) + "\",\"number\":" + number
        + ",\"type\":\"Reboot\",\"parameters\":{\"mode\":\"soft\"},\"machine\":\"i-1\","
        + "\"generation\":0,\"machineUid\":\"" + new UUID(1, 1) + "\",\"exclusive\":true,"
        + "\"disrupts\":true,\"repeat\":\"ONCE\",\"outside\":false,\"phase\":\"" + phase
        + "\",\"createdAt\":\"2026-01-01T00:00:00Z\",\"notBefore\":\"2026-01-01T00:00:00Z\","
        + "\"deadline\":\"2026-01-01T01:00:00Z\",\"most\":5" + ended + "}";
  }

  private static void commit(StateStore store, Transaction transaction) {
    assertThat(store.commit(transaction).committed()).isTrue();
  }

  private void put(int number, ActionPhase phase) {
    put(store, WEB, number, phase);
  }

  private void drop(int number) {
    commit(store, Transaction.builder().delete(key(WEB, number)).build());
  }

  private void somethingElse() {
    commit(store, Transaction.builder().put("pools/web/machine/i-1", "{}").build());
  }

  private static List<ActionChange> now(ActionWatch watch) throws InterruptedException {
    return watch.next(Duration.ZERO);
  }

  private static Reason reason(ThrowingRunnable what) {
    try {
      what.run();
    } catch (PoolException refused) {
      return refused.reason();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new AssertionError("nothing was refused");
  }

  /** Something that waits. */
  interface ThrowingRunnable {
    void run() throws InterruptedException;
  }

  // ------------------------------------------------------------------------------- lists

  @Test
  void aListHasWhatIsThereInTheOrderOfItsAcceptanceAndAVersion() {
    put(2, ActionPhase.PENDING);
    put(1, ActionPhase.SUCCEEDED);
    put(store, JOBS, 3, ActionPhase.RUNNING);
    somethingElse();

    ActionList list = feed.list(WEB);

    assertThat(list.version()).isEqualTo(store.revision());
    assertThat(list.actions()).extracting(ActionStatus::uid).containsExactly(uid(1), uid(2));
    assertThat(list.actions()).extracting(ActionStatus::version).containsExactly(2L, 1L);
    assertThat(feed.list().actions())
        .extracting(ActionStatus::uid)
        .containsExactly(uid(3), uid(1), uid(2));
    assertThat(feed.find(WEB, uid(2)).orElseThrow().phase()).isEqualTo(ActionPhase.PENDING);
    assertThat(feed.find(JOBS, uid(2))).isEmpty();
  }

  // ------------------------------------------------------------------------------- watches

  @Test
  void aWatchTellsEachChangeOnceWithWhatWasBefore() throws InterruptedException {
    put(1, ActionPhase.PENDING);
    try (ActionWatch watch = feed.watch(feed.list(WEB).version(), Optional.of(WEB))) {
      put(1, ActionPhase.RUNNING);
      put(2, ActionPhase.PENDING);
      put(1, ActionPhase.SUCCEEDED);
      drop(1);

      List<ActionChange> changes = now(watch);

      assertThat(changes)
          .extracting(ActionChange::kind)
          .containsExactly(Kind.MODIFIED, Kind.ADDED, Kind.MODIFIED, Kind.DELETED);
      assertThat(changes).extracting(ActionChange::version).containsExactly(2L, 3L, 4L, 5L);
      assertThat(changes.get(0).before().orElseThrow().phase()).isEqualTo(ActionPhase.PENDING);
      assertThat(changes.get(1).before()).isEmpty();
      assertThat(changes.get(3).action().phase()).isEqualTo(ActionPhase.SUCCEEDED);
      assertThat(now(watch)).isEmpty();
      assertThat(watch.version()).isEqualTo(5);
    }
  }

  @Test
  void aWatchOfOnePoolHearsNothingOfAnotherButGoesOn() throws InterruptedException {
    try (ActionWatch web = feed.watch(0, Optional.of(WEB));
        ActionWatch all = feed.watch(0, Optional.empty())) {
      put(store, JOBS, 3, ActionPhase.RUNNING);
      somethingElse();

      assertThat(now(web)).isEmpty();
      assertThat(web.version()).as("a bookmark").isEqualTo(store.revision());
      assertThat(now(all)).hasSize(1);
    }
  }

  @Test
  void aWatchWaitsForWhatComes() throws Exception {
    try (ActionWatch watch = feed.watch(0, Optional.of(WEB))) {
      CompletableFuture<List<ActionChange>> waiting = CompletableFuture.supplyAsync(() -> {
        try {
          return watch.next(SOON);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      });
      put(1, ActionPhase.PENDING);

      assertThat(waiting.get(SOON.toSeconds(), TimeUnit.SECONDS)).hasSize(1);
    }
  }

  @Test
  void whatOneTransactionChangesIsNotTornApart() throws InterruptedException {
    for (int i = 0; i < 255; i++) {
      put(i, ActionPhase.PENDING);
    }
    Transaction.Builder many = Transaction.builder();
    for (int i = 0; i < 50; i++) {
      many.delete(key(WEB, i));
    }
    commit(store, many.build());
    put(300, ActionPhase.PENDING);

    try (ActionWatch watch = feed.watch(0, Optional.of(WEB))) {
      List<ActionChange> first = now(watch);
      assertThat(first).hasSize(305);
      assertThat(watch.version()).isEqualTo(256);
      assertThat(now(watch)).hasSize(1);
    }
  }

  @Test
  void aWatchThatIsTooSlowIsClosedAndDelaysNoOther() throws InterruptedException {
    ActionHistory small = new ActionHistory(store, 10);
    try (ActionWatch slow = small.watch(0, Optional.of(WEB));
        ActionWatch quick = small.watch(0, Optional.of(WEB))) {
      for (int i = 0; i < 11; i++) {
        put(i, ActionPhase.PENDING);
        assertThat(now(quick)).hasSize(1);
      }

      assertThat(reason(() -> slow.next(Duration.ZERO))).isEqualTo(Reason.GONE);
      assertThat(now(quick)).isEmpty();
    }
    small.close();
  }

  @Test
  void whatWasOverwrittenIsReadAgainFromTheStore() throws InterruptedException {
    ActionHistory small = new ActionHistory(store, 100);
    ActionWatch first = small.watch(0, Optional.of(WEB));
    for (int i = 0; i < 150; i++) {
      put(i, ActionPhase.PENDING);
    }
    first.close();
    put(200, ActionPhase.PENDING);

    try (ActionWatch again = small.watch(60, Optional.of(WEB))) {
      assertThat(now(again))
          .hasSize(91)
          .first()
          .extracting(ActionChange::version)
          .isEqualTo(61L);
    }
    small.close();
  }

  @Test
  void aVersionOfWhichTheChangesAreForgottenIsGone() throws InterruptedException {
    for (int i = 0; i < 10_100; i++) {
      somethingElse();
    }

    try (ActionWatch watch = feed.watch(3, Optional.of(WEB))) {
      assertThat(reason(() -> watch.next(Duration.ZERO))).isEqualTo(Reason.GONE);
    }
    try (ActionWatch watch = feed.watch(feed.list(WEB).version(), Optional.of(WEB))) {
      put(1, ActionPhase.PENDING);
      assertThat(now(watch)).hasSize(1);
    }
  }

  @Test
  void aTransactionThatCannotBeToldAsAWholeIsNotToldInPart() throws InterruptedException {
    put(1, ActionPhase.SUCCEEDED);
    put(2, ActionPhase.PENDING);
    commit(
        store,
        Transaction.builder()
            .put(key(WEB, 2), json(2, ActionPhase.RUNNING))
            .delete(key(WEB, 1))
            .build());

    try (ActionWatch watch = feed.watch(2, Optional.of(WEB))) {
      assertThat(reason(() -> watch.next(Duration.ZERO))).isEqualTo(Reason.GONE);
      assertThat(watch.version()).as("who goes on from here has missed nothing").isEqualTo(2);
    }
  }

  @Test
  void aVersionThatIsYetToComeIsRefused() {
    assertThatThrownBy(() -> feed.watch(5, Optional.of(WEB)))
        .isInstanceOf(PoolException.class)
        .hasMessage("version must be 0 to 0, was 5");
  }

  @Test
  void aClosedWatchAndAClosedStoreSaySo() throws InterruptedException {
    ActionWatch mine = feed.watch(0, Optional.of(WEB));
    try (ActionWatch other = feed.watch(0, Optional.of(WEB))) {
      mine.close();
      mine.close();
      assertThat(reason(() -> mine.next(Duration.ZERO))).isEqualTo(Reason.UNAVAILABLE);
      put(1, ActionPhase.PENDING);
      assertThat(now(other)).hasSize(1);

      store.close();

      assertThat(reason(() -> other.next(SOON))).isEqualTo(Reason.UNAVAILABLE);
      assertThat(reason(() -> feed.list(WEB))).isEqualTo(Reason.UNAVAILABLE);
    }
  }

  // ------------------------------------------------------------------------------- restarts

  @Test
  void aWatchGoesOnOverARestart(@TempDir Path directory) throws InterruptedException {
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    long version;
    try (EmbeddedStore before = EmbeddedStore.open(directory, random);
        ActionHistory first = new ActionHistory(before)) {
      put(before, WEB, 1, ActionPhase.PENDING);
      try (ActionWatch watch = first.watch(0, Optional.of(WEB))) {
        assertThat(watch.next(SOON)).hasSize(1);
        version = watch.version();
      }
      put(before, WEB, 1, ActionPhase.RUNNING);
      put(before, WEB, 2, ActionPhase.PENDING);
    }
    try (EmbeddedStore after = EmbeddedStore.open(directory, random);
        ActionHistory second = new ActionHistory(after);
        ActionWatch watch = second.watch(version, Optional.of(WEB))) {
      put(after, WEB, 1, ActionPhase.SUCCEEDED);

      List<ActionChange> heard = new ArrayList<>();
      while (heard.size() < 3) {
        List<ActionChange> page = watch.next(SOON);
        assertThat(page).isNotEmpty();
        heard.addAll(page);
      }
      assertThat(heard)
          .extracting(change -> change.kind() + " " + change.action().phase())
          .containsExactly("MODIFIED RUNNING", "ADDED PENDING", "MODIFIED SUCCEEDED");
    }
  }

  @Test
  void whatHasHappenedIsToldWithoutWaitingForMore(@TempDir Path directory)
      throws InterruptedException {
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    try (EmbeddedStore before = EmbeddedStore.open(directory, random)) {
      put(before, WEB, 1, ActionPhase.PENDING);
    }
    for (int i = 0; i < 20; i++) {
      try (EmbeddedStore after = EmbeddedStore.open(directory, random);
          ActionHistory feedAfter = new ActionHistory(after);
          ActionWatch watch = feedAfter.watch(0, Optional.of(WEB))) {
        assertThat(watch.next(Duration.ZERO)).hasSize(1);
        assertThat(watch.next(Duration.ZERO)).isEmpty();
      }
    }
  }

  @Test
  void whatWasDroppedWithoutAnybodyKnowingWhatItWasEndsTheWatch() throws InterruptedException {
    put(1, ActionPhase.SUCCEEDED);
    long version = store.revision();
    drop(1);

    try (ActionWatch watch = feed.watch(version, Optional.of(WEB))) {
      assertThat(reason(() -> watch.next(Duration.ZERO))).isEqualTo(Reason.GONE);
    }
  }
}
