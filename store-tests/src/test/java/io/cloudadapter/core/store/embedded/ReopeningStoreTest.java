package io.cloudadapter.core.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.CommitResult.Outcome;
import io.cloudadapter.core.store.RecordingListener;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A store whose disk fails or fills up serves again by itself, and has lost nothing that it acknowledged. */
class ReopeningStoreTest {
  private final List<Runnable> attempts = new ArrayList<>();
  private final List<Duration> delays = new ArrayList<>();

  private ReopeningStore over(SimulatedDisk disk) {
    return new ReopeningStore(
        disk,
        () -> EmbeddedStore.builder(disk, new Random(1))
            .executor(Runnable::run)
            .reserve(100)
            .compactAbove(600),
        (after, work) -> {
          delays.add(after);
          attempts.add(work);
        });
  }

  private void attempt() {
    attempts.remove(0).run();
  }

  private static Transaction put(int number) {
    return Transaction.builder().put("k" + number % 5, "value " + number).build();
  }

  @Test
  void aFullDiskIsNamedAtOnceAndTheStoreServesAgainOnceThereIsRoom() {
    SimulatedDisk disk = new SimulatedDisk();
    ReopeningStore store = over(disk);
    List<String> heard = new ArrayList<>();
    store.listen(() -> heard.add(store.outage().isPresent() ? "out" : "serves"));
    RecordingListener watch = new RecordingListener();
    store.watch("", 0, watch);
    disk.capacity(disk.used());
    int tried = 0;
    CommitResult result;
    do {
      result = store.commit(put(++tried));
    } while (result.committed());

    String cause = "the store in simulated disk has failed: simulated: no space left on device;"
        + " 0 bytes are free there";
    assertThat(result.outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(store.outage()).hasValue(cause);
    assertThat(heard).containsExactly("out");
    for (Runnable refused : List.<Runnable>of(
        () -> store.commit(put(9)),
        () -> store.get("k1"),
        () -> store.range(""),
        store::revision)) {
      assertThatThrownBy(refused::run).isInstanceOf(StoreFailedException.class).hasMessage(cause);
    }

    for (int i = 0; i < 7; i++) {
      attempt();
      assertThat(store.outage().orElseThrow()).contains("no space left on device");
    }
    assertThat(delays)
        .extracting(Duration::toSeconds)
        .containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
    disk.capacity(Long.MAX_VALUE);
    attempt();

    assertThat(store.outage()).isEmpty();
    assertThat(store.reopenings()).isEqualTo(1);
    assertThat(heard).endsWith("serves");
    assertThat(attempts).isEmpty();
    assertThat(store.revision()).isBetween(tried - 1L, (long) tried);
    assertThat(store.commit(put(1)).committed()).isTrue();
  }

  @Test
  void anotherTroubleBeginsWithAShortDelayOnlyAfterTheStoreHasServed() {
    SimulatedDisk disk = new SimulatedDisk();
    ReopeningStore store = over(disk);
    disk.failStep(disk.steps() + 1);
    store.commit(put(1));
    attempt();
    disk.failStep(disk.steps() + 1); // nothing was committed in between
    store.commit(put(2));
    attempt();
    assertThat(store.commit(put(3)).committed()).isTrue();
    disk.failStep(disk.steps() + 1);
    store.commit(put(4));

    assertThat(delays).extracting(Duration::toSeconds).containsExactly(1L, 2L, 1L);
  }

  /** An fsync that has failed must not be believed when it works the second time. */
  @Test
  void afterAFailureOfAnyStepNothingAcknowledgedIsLostNotEvenInAPowerLoss() {
    long last = stepsOf(new SimulatedDisk());
    for (long step = 1; step <= last; step++) {
      for (int loss = 0; loss < 4; loss++) {
        SimulatedDisk disk = new SimulatedDisk();
        attempts.clear();
        EmbeddedStore.builder(disk, new Random(1))
            .executor(Runnable::run)
            .open()
            .close();
        disk.failStep(disk.steps() + step);
        long acknowledged = workThrough(disk);
        disk.losePower(new SplittableRandom(step * 31 + loss));
        try (EmbeddedStore again =
            EmbeddedStore.builder(disk, new Random(2)).executor(Runnable::run).open()) {
          assertThat(again.get("count").map(StoreEntry::text))
              .as("step %d failed", step)
              .hasValue("" + acknowledged);
        }
      }
    }
    System.out.printf("reopening: each of %d steps failed, then power lost, nothing lost%n", last);
  }

  private long stepsOf(SimulatedDisk disk) {
    long before = disk.steps();
    workThrough(disk);
    return disk.steps() - before;
  }

  /** Commits 25 times, opens the store again when it fails, and says what was acknowledged last. */
  private long workThrough(SimulatedDisk disk) {
    ReopeningStore store;
    try {
      store = over(disk);
    } catch (StoreException e) {
      store = over(disk); // The fault was in the first opening, which is the caller's to repeat.
    }
    long acknowledged = 0;
    while (acknowledged < 25) {
      Transaction next = Transaction.builder()
          .put("count", "" + (acknowledged + 1))
          .put("filler", "x".repeat(60))
          .build();
      if (store.commit(next).committed()) {
        acknowledged++;
      }
      while (store.outage().isPresent()) {
        attempt();
      }
    }
    return acknowledged;
  }

  @Test
  void aProcessThatHasTakenTheDirectoryMeanwhileKeepsItAndNothingIsDoneHere() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    ReopeningStore store = over(disk);
    disk.failStep(disk.steps() + 1);
    store.commit(put(1));
    assertThat(store.mayAct()).as("what is durable may be carried out").isTrue();
    disk.killProcess(); // which frees the lock
    Closeable other = disk.tryLock().orElseThrow();

    attempt();

    assertThat(store.outage().orElseThrow())
        .contains("is open already, here or in another process");
    assertThat(store.mayAct()).isFalse();
    other.close();
    attempt();
    assertThat(store.outage()).isEmpty();
    assertThat(store.mayAct()).isTrue();
  }

  @Test
  void closingEndsTheAttempts() {
    SimulatedDisk disk = new SimulatedDisk();
    ReopeningStore store = over(disk);
    disk.failStep(disk.steps() + 1);
    store.commit(put(1));
    store.close();
    long steps = disk.steps();

    attempt();

    assertThat(attempts).isEmpty();
    assertThat(disk.steps()).isEqualTo(steps);
    assertThatThrownBy(store::revision).isInstanceOf(IllegalStateException.class);
  }
}
