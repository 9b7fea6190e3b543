package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.embedded.Disk;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Ends the store at each step that it asks of a disk and at each byte of each write, and opens it on
 * everything that could be left; then does the same to that opening.
 */
class EveryCutTest {
  private static final Transaction AFTER =
      Transaction.builder().put("after", "crash").build();

  /** A disk that loses everything needs fewer than ten thousand trials. */
  private static final int ENOUGH_BAD = 20;

  /** Of the states that a power loss leaves, every one in so many has its own opening cut. */
  private static final int CUT_AGAIN = Integer.getInteger("store.cutAgain", 250);

  private final Set<String> tried = new HashSet<>();
  private final List<AssertionError> bad = new ArrayList<>();
  private long cutsOfOpenings;
  private long states;
  private long openings;

  /** What a program was promised, and what it has asked for since. */
  private static final class Promise {
    private final List<Transaction> kept = new ArrayList<>();
    private final List<Transaction> asked = new ArrayList<>();
    private long epoch;

    long revision() {
      return kept.size();
    }

    /** All that was asked for became durable. */
    void keep() {
      kept.addAll(asked);
      asked.clear();
    }

    /** What may be there: nothing of what was asked for, or all of it. */
    List<StoreRange> allowed() {
      MemoryStore store = new MemoryStore();
      kept.forEach(store::commit);
      StoreRange without = store.range("");
      asked.forEach(store::commit);
      return asked.isEmpty() ? List.of(without) : List.of(without, store.range(""));
    }
  }

  /** Opens everything that a first process could leave. */
  private final class First implements CrashingDisk.Witness {
    private final Promise promise;

    First(Promise promise) {
      this.promise = promise;
    }

    @Override
    public void crashed(String moment, Map<String, byte[]> left) {
      List<StoreRange> allowed = promise.allowed();
      long before = states;
      reopen(moment, left, allowed, promise.epoch);
      if (states > before && states % CUT_AGAIN == 0) {
        cutNext(moment, second -> new CrashingDisk(left, second), allowed, promise.epoch);
      }
    }

    @Override
    public void killed(String moment, CrashingDisk disk) {
      reopen(moment, disk.files(), promise.allowed(), promise.epoch);
      cutNext(moment, disk::afterKill, promise.allowed(), promise.epoch);
    }
  }

  /** Opens everything that the process after a crash could leave. */
  private final class Second implements CrashingDisk.Witness {
    private final String before;
    private List<StoreRange> allowed;
    private long epoch;

    Second(String before, List<StoreRange> allowed, long epoch) {
      this.before = before;
      this.allowed = allowed;
      this.epoch = epoch;
    }

    @Override
    public void crashed(String moment, Map<String, byte[]> left) {
      reopen(before + "; then " + moment, left, allowed, epoch);
    }

    @Override
    public void killed(String moment, CrashingDisk disk) {
      crashed(moment, disk.files());
    }
  }

  @Test
  void nothingAcknowledgedIsLostWhereverItEnds() {
    Promise promise = new Promise();
    CrashingDisk disk = new CrashingDisk(Map.of(), new First(promise));

    live(disk, promise, 10);
    live(disk, promise, 6);

    System.out.printf(
        "every cut: %d steps cut at %d moments, the openings after them at %d more;"
            + " %d different states left, %d openings, %d bad%n",
        disk.steps(), disk.cuts(), cutsOfOpenings, states, openings, bad.size());
    if (!bad.isEmpty()) {
      throw new AssertionError(bad.size() + " states were bad, the first:", bad.get(0));
    }
    assertThat(disk.names()).contains("snapshot-00000003");
  }

  /** A process that opens, commits alone and in batches, compacts, and closes. */
  private static void live(CrashingDisk disk, Promise promise, int rounds) {
    Queue<Runnable> writing = new ArrayDeque<>();
    Queue<Runnable> snapshots = new ArrayDeque<>();
    EmbeddedStore store = EmbeddedStore.builder(disk, new Random(1))
        .writer(writing::add)
        .background(snapshots::add)
        .watches(Runnable::run)
        .reserve(100)
        .compactAbove(1_200)
        .open();
    promise.epoch = store.epoch();
    for (int round = 1; round <= rounds; round++) {
      commit(store, writing, promise, round % 4 == 0 ? 3 : 1);
      if (round % 3 == 0 && !snapshots.isEmpty()) {
        disk.meanwhile(() -> commit(store, writing, promise, 1));
        snapshots.remove().run();
      }
    }
    CompletableFuture<Void> stopped = store.writer().stop();
    runAll(writing);
    assertThat(stopped).isDone();
    store.close();
  }

  private static void commit(
      EmbeddedStore store, Queue<Runnable> writing, Promise promise, int together) {
    List<CompletableFuture<Optional<CommitResult>>> results = new ArrayList<>();
    for (int i = 1; i <= together; i++) {
      Transaction transaction = draw(promise.revision() + i);
      promise.asked.add(transaction);
      results.add(store.writer().submit(transaction));
    }
    runAll(writing);
    store.afterCommit();
    assertThat(results).allMatch(result -> result.join().orElseThrow().committed());
    promise.keep();
  }

  private static Transaction draw(long number) {
    Transaction.Builder transaction = Transaction.builder().put("n", "" + number);
    if (number % 5 == 0) {
      transaction.delete("k" + (number - 2) % 4);
    }
    int repeats = number % 7 == 0 ? 120 : 12; // now and then longer than a sector
    return transaction.put("k" + number % 4, ("" + number).repeat(repeats)).build();
  }

  /** Opens what was left, checks it, goes on with it, and opens it again after a power loss. */
  private void reopen(
      String moment, Map<String, byte[]> left, List<StoreRange> allowed, long epoch) {
    if (bad.size() == ENOUGH_BAD || !tried.add(digest(left, allowed, epoch))) {
      return;
    }
    states++;
    SimulatedDisk disk = new SimulatedDisk();
    left.forEach(disk::overwrite);
    try {
      EmbeddedStore store = open(disk);
      StoreRange found = check(store, allowed, epoch);
      assertThat(store.commit(AFTER)).isEqualTo(CommitResult.committed(found.revision() + 1));
      StoreRange then = store.range("");
      disk.losePower(new Random(states));
      try (EmbeddedStore again = open(disk)) {
        check(again, List.of(then), store.epoch());
      }
    } catch (StoreException | AssertionError e) {
      // Not thrown from here: a store that met it would take it for a broken disk.
      bad.add(new AssertionError(moment, e));
    }
  }

  /** Opens the store after a crash, commits, and ends that at every moment too. */
  private void cutNext(
      String moment,
      Function<CrashingDisk.Witness, CrashingDisk> crashed,
      List<StoreRange> allowed,
      long epoch) {
    Second second = new Second(moment, allowed, epoch);
    CrashingDisk disk = crashed.apply(second);
    try (EmbeddedStore store = open(disk)) {
      StoreRange found = check(store, allowed, epoch);
      second.epoch = store.epoch();
      second.allowed = List.of(found); // a reader may have seen it
      StoreRange then = with(found, AFTER);
      second.allowed = List.of(found, then);
      assertThat(store.commit(AFTER).committed()).isTrue();
      second.allowed = List.of(then);
    } catch (StoreException | AssertionError e) {
      bad.add(new AssertionError(moment, e));
    }
    cutsOfOpenings += disk.cuts();
  }

  private static StoreRange check(EmbeddedStore store, List<StoreRange> allowed, long epoch) {
    StoreRange found = store.range("");
    assertThat(allowed).contains(found);
    assertThat(store.epoch()).isGreaterThan(epoch);
    return found;
  }

  private static StoreRange with(StoreRange before, Transaction put) {
    TreeMap<String, StoreEntry> entries = new TreeMap<>();
    before.entries().forEach(entry -> entries.put(entry.key(), entry));
    long revision = before.revision() + 1;
    put.writes()
        .forEach(write -> entries.put(
            write.key(), new StoreEntry(write.key(), write.bytes().orElseThrow(), revision)));
    return new StoreRange(revision, List.copyOf(entries.values()));
  }

  private EmbeddedStore open(Disk disk) {
    openings++;
    return EmbeddedStore.builder(disk, new Random(2))
        .executor(Runnable::run)
        .reserve(100)
        .open();
  }

  private static void runAll(Queue<Runnable> work) {
    for (Runnable next = work.poll(); next != null; next = work.poll()) {
      next.run();
    }
  }

  private static String digest(Map<String, byte[]> left, List<StoreRange> allowed, long epoch) {
    try {
      MessageDigest sum = MessageDigest.getInstance("SHA-256");
      new TreeMap<>(left).forEach((name, bytes) -> {
        sum.update((name + bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
        sum.update(bytes);
      });
      return epoch + " " + allowed.get(0).revision() + " " + allowed.size() + " "
          + new BigInteger(1, sum.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
