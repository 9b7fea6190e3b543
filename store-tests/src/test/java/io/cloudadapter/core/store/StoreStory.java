package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.store.CommitResult.Outcome;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A store that lives several lives on a simulated disk, beside a model that knows what was promised.
 * Everything happens on one thread and follows from the seed.
 */
final class StoreStory {

  /** What the store may hold. */
  private record State(long revision, TreeMap<String, StoreEntry> entries) {
    State copy() {
      return new State(revision, new TreeMap<>(entries));
    }
  }

  final SimulatedDisk disk = new SimulatedDisk();
  private final RandomGenerator chance;
  private final int reserve;
  private final long compactAbove;
  private final Queue<Runnable> writerWork = new ArrayDeque<>();
  private final Queue<Runnable> snapshotWork = new ArrayDeque<>();
  private State promised = new State(0, new TreeMap<>());
  private Optional<State> perhaps = Optional.empty();
  private long epoch;
  private long opened;
  private long commits;
  private long snapshots;

  StoreStory(long seed) {
    chance = new SplittableRandom(seed); // which tells neighbouring seeds apart
    reserve = List.of(0, 100, 512, 4096).get(chance.nextInt(4));
    compactAbove = List.of(0, 2_000, 8_000).get(chance.nextInt(3));
  }

  long opened() {
    return opened;
  }

  long commits() {
    return commits;
  }

  long snapshots() {
    return snapshots;
  }

  /**
   * Opens, checks what is there, and commits until the disk fails or enough was done.
   *
   * @return whether the disk let it finish
   */
  boolean live(int batches) {
    writerWork.clear();
    snapshotWork.clear();
    EmbeddedStore store;
    try {
      store = EmbeddedStore.builder(disk, chance)
          .writer(writerWork::add)
          .background(snapshotWork::add)
          .watches(Runnable::run)
          .reserve(reserve)
          .compactAbove(compactAbove)
          .open();
    } catch (StoreCorruptException | StoreInUseException e) {
      throw new AssertionError("a crash must not look like damage", e);
    } catch (StoreException e) {
      return false; // the disk failed while opening: no reader has seen anything
    }
    opened++;
    check(store);
    boolean well = true;
    for (int i = 0; i < batches && well; i++) {
      well = commitBatch(store);
      if (chance.nextInt(3) == 0) {
        runAll(snapshotWork);
      }
    }
    snapshots += store.counters().snapshots();
    if (well && chance.nextBoolean()) {
      close(store);
    }
    return well;
  }

  private void close(EmbeddedStore store) {
    CompletableFuture<Void> stopped = store.writer().stop();
    runAll(writerWork);
    assertThat(stopped).isDone();
    store.close();
  }

  private void check(EmbeddedStore store) {
    StoreRange found = store.range("");
    State state = promised;
    if (perhaps.isPresent() && found.revision() == perhaps.get().revision) {
      state = perhaps.get();
    }
    assertThat(found)
        .as("everything acknowledged, and of the last batch all or nothing")
        .isEqualTo(new StoreRange(state.revision, List.copyOf(state.entries.values())));
    assertThat(store.epoch()).isGreaterThan(epoch);
    epoch = store.epoch();
    promised = state;
    perhaps = Optional.empty();
  }

  /** Several transactions that share a force. */
  private boolean commitBatch(EmbeddedStore store) {
    State after = promised.copy();
    List<CompletableFuture<Optional<CommitResult>>> results = new ArrayList<>();
    List<CommitResult> expected = new ArrayList<>();
    for (int i = 1 + chance.nextInt(4); i > 0; i--) {
      Transaction transaction = draw(after);
      Optional<String> conflict = conflict(after, transaction);
      if (conflict.isEmpty()) {
        after = apply(after, transaction);
      }
      expected.add(
          conflict.map(CommitResult::conflict).orElse(CommitResult.committed(after.revision)));
      results.add(store.writer().submit(transaction));
    }
    runAll(writerWork);
    store.afterCommit();
    if (results.get(0).join().isEmpty()) {
      return false; // the store had failed before: nothing was tried
    }
    List<CommitResult> got = results.stream().map(r -> r.join().orElseThrow()).toList();
    if (got.get(0).outcome() == Outcome.UNKNOWN) {
      assertThat(got).allMatch(result -> result.outcome() == Outcome.UNKNOWN);
      perhaps = Optional.of(after);
      var late = store.writer().submit(draw(promised));
      runAll(writerWork);
      assertThat(late.join()).as("a commit after the failure").isEmpty();
      return false;
    }
    assertThat(got).isEqualTo(expected);
    commits += got.stream().filter(CommitResult::committed).count();
    promised = after;
    return true;
  }

  private Transaction draw(State state) {
    Transaction.Builder builder = Transaction.builder();
    int first = chance.nextInt(12);
    for (int i = 0, n = 1 + chance.nextInt(3); i < n; i++) {
      String key = "k" + (first + i);
      if (chance.nextInt(4) == 0) {
        long right = modRevision(state, key);
        builder.require(key, chance.nextInt(8) == 0 ? right + 1 : right);
      }
      if (chance.nextInt(4) == 0) {
        builder.delete(key);
      } else {
        byte[] bytes = new byte[chance.nextInt(chance.nextInt(10) == 0 ? 3_000 : 400)];
        chance.nextBytes(bytes);
        builder.put(key, bytes);
      }
    }
    return builder.build();
  }

  private static Optional<String> conflict(State state, Transaction transaction) {
    return transaction.requirements().entrySet().stream()
        .filter(required -> modRevision(state, required.getKey()) != required.getValue())
        .map(required -> required.getKey())
        .findFirst();
  }

  private static long modRevision(State state, String key) {
    StoreEntry now = state.entries.get(key);
    return now == null ? 0 : now.modRevision();
  }

  private static State apply(State before, Transaction transaction) {
    State after = before.copy();
    long revision = before.revision + 1;
    boolean changed = false;
    for (Transaction.Write write : transaction.writes()) {
      if (write.bytes().isPresent()) {
        changed = true;
        after.entries.put(write.key(), new StoreEntry(write.key(), write.bytes().get(), revision));
      } else {
        changed |= after.entries.remove(write.key()) != null;
      }
    }
    return changed ? new State(revision, after.entries) : before;
  }

  private static void runAll(Queue<Runnable> work) {
    for (Runnable next = work.poll(); next != null; next = work.poll()) {
      next.run();
    }
  }
}
