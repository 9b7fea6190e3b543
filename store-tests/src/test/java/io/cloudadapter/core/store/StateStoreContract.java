package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.store.CommitResult.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * What every {@link StateStore} must do. A store's test implements {@link #freshStore} and inherits
 * the rest; one in another module takes this module's tests as a test-jar.
 */
@SuppressWarnings("exports") // tests are no part of the module
public interface StateStoreContract {

  /** Openings of one store's contents, one after the other. */
  interface Openings {
    StateStore open();
  }

  /** A store that was never written. */
  Openings freshStore();

  @Test
  default void startsEmptyAtRevisionZero() {
    try (StateStore store = freshStore().open()) {
      assertThat(store.revision()).isZero();
      assertThat(store.get("a")).isEmpty();
      assertThat(store.range("")).isEqualTo(new StoreRange(0, List.of()));
    }
  }

  @Test
  default void aTransactionStampsItsRevisionOnAllItsKeys() {
    try (StateStore store = freshStore().open()) {
      commit(store, put("z", "0"));
      CommitResult result = commit(store, put("a", "1").put("b", "2").delete("z"));

      assertThat(result).isEqualTo(CommitResult.committed(2));
      assertThat(store.revision()).isEqualTo(2);
      assertThat(store.range("").entries()).containsExactly(value("a", "1", 2), value("b", "2", 2));
      assertThat(store.get("z")).isEmpty();
      assertThat(store.get("a").map(StoreEntry::text)).contains("1");
    }
  }

  @Test
  default void aRequirementThatDoesNotHoldChangesNothingAndNamesTheKey() {
    try (StateStore store = freshStore().open()) {
      commit(store, put("a", "1"));
      commit(store, put("b", "1"));

      CommitResult result =
          commit(store, put("c", "x").delete("a").require("a", 1).require("b", 1));

      assertThat(result).isEqualTo(CommitResult.conflict("b"));
      assertThat(store.range(""))
          .isEqualTo(new StoreRange(2, List.of(value("a", "1", 1), value("b", "1", 2))));
    }
  }

  @Test
  default void revisionZeroRequiresAbsence() {
    try (StateStore store = freshStore().open()) {
      assertThat(commit(store, put("a", "1").require("a", 0)).outcome())
          .isEqualTo(Outcome.COMMITTED);
      assertThat(commit(store, put("a", "2").require("a", 0)).outcome())
          .isEqualTo(Outcome.CONFLICT);
      commit(store, Transaction.builder().delete("a"));
      assertThat(commit(store, put("a", "3").require("a", 0)).outcome())
          .isEqualTo(Outcome.COMMITTED);
    }
  }

  @Test
  default void rewritingTheSameBytesIsAChange() {
    try (StateStore store = freshStore().open()) {
      commit(store, put("a", "1"));

      assertThat(commit(store, put("a", "1"))).isEqualTo(CommitResult.committed(2));
      assertThat(store.get("a").map(StoreEntry::modRevision)).contains(2L);
    }
  }

  @Test
  default void deletingWhatIsNotThereRaisesNoRevision() {
    try (StateStore store = freshStore().open()) {
      commit(store, put("a", "1"));

      assertThat(commit(store, Transaction.builder().delete("b").require("a", 1)))
          .isEqualTo(CommitResult.committed(1));
      assertThat(commit(store, put("a", "2").require("a", 1))).isEqualTo(CommitResult.committed(2));
    }
  }

  @Test
  default void aRangeHoldsExactlyTheKeysWithItsPrefixInOrder() {
    try (StateStore store = freshStore().open()) {
      commit(store, put("a", "").put("a/", "").put("a/~", "").put("a/1", "").put("a0", ""));

      assertThat(store.range("a/").entries())
          .extracting(StoreEntry::key)
          .containsExactly("a/", "a/1", "a/~");
      assertThat(store.range("b").entries()).isEmpty();
    }
  }

  @Test
  default void aRangeOfSomeDirectoriesHoldsNothingOfTheOthers() {
    try (StateStore store = freshStore().open()) {
      commit(
          store, put("c", "").put("a/", "").put("a/b/1", "").put("a/b/c/1", "").put("a/d/1", ""));

      assertThat(store.range("", directory -> directory.endsWith("b/") || directory.isEmpty()))
          .isEqualTo(new StoreRange(1, List.of(value("a/b/1", "", 1), value("c", "", 1))));
      assertThat(store.range("a/d/", directory -> directory.equals("a/b/")).entries())
          .isEmpty();
    }
  }

  @Test
  default void keysOfADirectoryAndOfOnesInItAreInOneOrder() {
    try (StateStore store = freshStore().open()) {
      commit(
          store, put("a/b.", "").put("a/b/1", "").put("a/b0", "").put("a-", "").put("a", ""));

      assertThat(store.range("a").entries())
          .extracting(StoreEntry::key)
          .containsExactly("a", "a-", "a/b.", "a/b/1", "a/b0");
      assertThat(store.range("a/b").entries())
          .extracting(StoreEntry::key)
          .containsExactly("a/b.", "a/b/1", "a/b0");
    }
  }

  @Test
  default void whatIsReadInAnyOrderIsAllThatIsThere() {
    try (StateStore store = freshStore().open()) {
      commit(store, put("a/b/2", "2").put("a/c", "3").put("a/b/1", "1").put("b/1", ""));

      StoreRange read = store.unordered("a/");

      assertThat(read.entries())
          .containsExactlyInAnyOrderElementsOf(store.range("a/").entries());
      assertThat(read.revision()).isEqualTo(store.revision());
      assertThat(store.unordered("a/b").entries()).hasSize(2);
      assertThat(store.unordered("c/").entries()).isEmpty();
    }
  }

  @Test
  default void whatAStoreKnowsToHaveChangedIsEverythingThatHas() {
    try (StateStore store = freshStore().open()) {
      commit(store, put("a/1", "").put("a/2", "").put("a/3", "").put("b/1", ""));
      long since = store.revision();
      commit(store, put("a/1", "x").put("b/2", ""));
      commit(store, Transaction.builder().delete("a/3"));

      store
          .changed("a/", since)
          .ifPresent(keys -> assertThat(keys).containsExactlyInAnyOrder("a/1", "a/3"));
      store.changed("a/", store.revision()).ifPresent(keys -> assertThat(keys).isEmpty());
    }
  }

  @Test
  default void valuesAreWhatTheyWereWhenTheyWerePut() {
    byte[] bytes = {1, 2, 3};
    try (StateStore store = freshStore().open()) {
      Transaction.Builder builder = Transaction.builder().put("a", bytes).put("empty", "");
      bytes[0] = 9;
      commit(store, builder);
      store.get("a").orElseThrow().bytes()[1] = 9;

      assertThat(store.get("a").orElseThrow().bytes()).containsExactly(1, 2, 3);
      assertThat(store.get("empty").orElseThrow().size()).isZero();
    }
  }

  @Test
  default void theLargestTransactionIsStored() {
    byte[] half = new byte[700_000];
    half[half.length - 1] = 7;
    Openings openings = freshStore();
    try (StateStore store = openings.open()) {
      assertThat(
              commit(store, Transaction.builder().put("a", half).put("b", half)).committed())
          .isTrue();
      Transaction.Builder full = Transaction.builder();
      for (int i = 0; i < Transaction.MAX_OPERATIONS; i++) {
        full.put("k" + i, "v");
      }
      assertThat(commit(store, full).committed()).isTrue();
    }
    try (StateStore store = openings.open()) {
      assertThat(store.get("b").orElseThrow().bytes()).isEqualTo(half);
      assertThat(store.range("k").entries()).hasSize(Transaction.MAX_OPERATIONS);
    }
  }

  @Test
  default void anOpeningFindsWhatTheLastOneCommittedUnderAHigherEpoch() {
    Openings openings = freshStore();
    long first;
    try (StateStore store = openings.open()) {
      first = store.epoch();
      commit(store, put("a", "1").put("b", "2"));
      commit(store, Transaction.builder().delete("b"));
    }
    try (StateStore store = openings.open()) {
      assertThat(store.epoch()).isGreaterThan(first);
      assertThat(store.range("")).isEqualTo(new StoreRange(2, List.of(value("a", "1", 1))));
      assertThat(commit(store, put("a", "2").require("a", 1))).isEqualTo(CommitResult.committed(3));
    }
  }

  @Test
  default void aClosedStoreRefusesEverything() {
    StateStore store = freshStore().open();
    store.close();
    store.close();

    List<Callable<?>> calls = List.of(
        () -> store.get("a"),
        () -> store.range(""),
        () -> store.revision(),
        () -> commit(store, put("a", "1")),
        () -> store.watch("", 0, new RecordingListener()));
    assertThat(calls)
        .allSatisfy(
            call -> assertThatThrownBy(call::call).isInstanceOf(IllegalStateException.class));
  }

  @Test
  default void compareAndSetFromManyThreadsLosesNoIncrement() throws Exception {
    int threads = 8;
    int rounds = 25;
    try (StateStore store = freshStore().open()) {
      inParallel(threads, () -> {
        for (int done = 0; done < rounds; ) {
          Optional<StoreEntry> before = store.get("n");
          int n = before.map(v -> Integer.parseInt(v.text())).orElse(0);
          long seen = before.map(StoreEntry::modRevision).orElse(0L);
          if (commit(store, put("n", "" + (n + 1)).require("n", seen)).committed()) {
            done++;
          }
        }
        return null;
      });

      assertThat(store.get("n").orElseThrow().text()).isEqualTo("" + threads * rounds);
      assertThat(store.revision()).isEqualTo(threads * rounds);
    }
  }

  @Test
  default void aReaderNeverSeesHalfOfATransaction() throws Exception {
    try (StateStore store = freshStore().open()) {
      CountDownLatch written = new CountDownLatch(1);
      List<Boolean> whole = new ArrayList<>();
      inParallel(
          2,
          List.of(
              () -> {
                for (int i = 0; i < 200; i++) {
                  commit(store, put("a", "" + i).put("b", "" + i));
                }
                written.countDown();
                return null;
              },
              () -> {
                do {
                  List<String> seen =
                      store.range("").entries().stream().map(StoreEntry::text).toList();
                  whole.add(seen.isEmpty() || seen.get(0).equals(seen.get(1)));
                } while (written.getCount() > 0);
                return null;
              }));

      assertThat(whole).isNotEmpty().doesNotContain(false);
    }
  }

  @Test
  default void anInterruptNeitherEndsACommitNorGetsLost() {
    try (StateStore store = freshStore().open()) {
      Thread.currentThread().interrupt();
      CommitResult result = commit(store, put("a", "1"));

      assertThat(Thread.interrupted()).isTrue();
      assertThat(result).isEqualTo(CommitResult.committed(1));
      assertThat(commit(store, put("a", "2")).committed()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  default void aWatchHearsOldAndNewChangesOnceInOrder() throws Exception {
    try (StateStore store = freshStore().open()) {
      RecordingListener heard = new RecordingListener();
      commit(store, put("a/1", "x"));
      commit(store, put("a/2", "y").put("other", "-"));
      store.watch("a/", 1, heard);
      commit(store, put("other", "-"));
      commit(store, Transaction.builder().delete("a/1").put("a/3", "z"));

      assertThat(heard.next()).isEqualTo("2 [a/2=y]");
      assertThat(heard.next()).isEqualTo("4 [a/1 deleted, a/3=z]");
    }
  }

  @Test
  default void aWatchFromNowHearsNothingOfThePast() throws Exception {
    try (StateStore store = freshStore().open()) {
      RecordingListener heard = new RecordingListener();
      commit(store, put("a", "1"));
      store.watch("", store.revision(), heard);
      commit(store, put("a", "2"));

      assertThat(heard.next()).isEqualTo("2 [a=2]");
    }
  }

  @Test
  default void closingTheStoreEndsItsWatches() throws Exception {
    StateStore store = freshStore().open();
    RecordingListener heard = new RecordingListener();
    store.watch("", 0, heard);
    commit(store, put("a", "1"));
    store.close();

    assertThat(heard.next()).isEqualTo("1 [a=1]");
    assertThat(heard.next()).isEqualTo("ended CLOSED");
  }

  @Test
  default void aClosedSubscriptionHearsNoMore() throws Exception {
    try (StateStore store = freshStore().open()) {
      RecordingListener gone = new RecordingListener();
      RecordingListener stays = new RecordingListener();
      store.watch("", 0, gone).close();
      store.watch("", 0, stays);
      commit(store, put("a", "1"));

      assertThat(stays.next()).isEqualTo("1 [a=1]");
      assertThat(gone.calls()).isEmpty();
    }
  }

  @Test
  default void aListenerThatThrowsIsEndedAndHarmsNoOther() throws Exception {
    try (StateStore store = freshStore().open()) {
      RecordingListener stays = new RecordingListener();
      RecordingListener thrower = new RecordingListener() {
        @Override
        public void changed(long revision, List<StoreChange> changes) {
          throw new IllegalStateException("on purpose");
        }
      };
      store.watch("", 0, thrower);
      store.watch("", 0, stays);
      commit(store, put("a", "1"));
      commit(store, put("a", "2"));

      assertThat(thrower.next()).isEqualTo("ended FAILED");
      assertThat(stays.next()).isEqualTo("1 [a=1]");
      assertThat(stays.next()).isEqualTo("2 [a=2]");
    }
  }

  @Test
  default void aListenerMayCommit() throws Exception {
    try (StateStore store = freshStore().open()) {
      RecordingListener heard = new RecordingListener();
      store.watch("in", 0, new RecordingListener() {
        @Override
        public void changed(long revision, List<StoreChange> changes) {
          commit(store, put("out", "seen " + revision));
        }
      });
      store.watch("out", 0, heard);
      commit(store, put("in", "1"));

      assertThat(heard.next()).isEqualTo("2 [out=seen 1]");
    }
  }

  @Test
  default void closingUnderLoadAnswersEverybodyAndKeepsWhatItAnswered() throws Exception {
    Openings openings = freshStore();
    for (int round = 0; round < 20; round++) {
      StateStore store = openings.open();
      long before = store.revision();
      CountDownLatch underWay = new CountDownLatch(40);
      AtomicLong committed = new AtomicLong();
      Callable<Void> caller = () -> {
        try {
          while (commit(store, put("a", "1")).committed()) {
            committed.incrementAndGet();
            underWay.countDown();
          }
        } catch (IllegalStateException closed) {
          underWay.countDown();
        }
        return null;
      };
      Callable<Void> closer = () -> {
        underWay.await();
        store.close();
        return null;
      };
      inParallel(5, List.of(caller, caller, caller, caller, closer));
      try (StateStore again = openings.open()) {
        assertThat(again.revision()).isEqualTo(before + committed.get());
      }
    }
  }

  private static Transaction.Builder put(String key, String text) {
    return Transaction.builder().put(key, text);
  }

  private static CommitResult commit(StateStore store, Transaction.Builder builder) {
    return store.commit(builder.build());
  }

  private static StoreEntry value(String key, String text, long revision) {
    return new StoreEntry(key, text.getBytes(StandardCharsets.UTF_8), revision);
  }

  private static void inParallel(int threads, Callable<Void> work) throws Exception {
    inParallel(threads, java.util.Collections.nCopies(threads, work));
  }

  private static void inParallel(int threads, List<Callable<Void>> work) throws Exception {
    var pool = Executors.newFixedThreadPool(threads);
    try {
      for (Future<Void> done : pool.invokeAll(work, 60, TimeUnit.SECONDS)) {
        done.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
