package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.CommitResult.Outcome;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.simulation.disk.SimulatedDisk;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The first I/O error stops the store; the next opening finds all that was acknowledged. */
class DiskFaultTest {
  private static final int COMMITS = 24;
  private static final int POWER_LOSSES = 20;
  private static final int STEPS_OF_AN_OPENING = 4;

  @Test
  void anErrorAtAnyStepStopsTheStoreAndLosesNothing() {
    long steps = stepsOfACleanRun().steps();
    for (long step = 1; step <= steps; step++) {
      long failing = step;
      check("error at step " + step, disk -> disk.failStep(failing), 1);
    }
    System.out.printf("disk faults: each of %d steps failed once, nothing lost%n", steps);
  }

  @Test
  void aFailedForceIsNeverAcknowledgedAlsoWhenALaterOneSucceeds() {
    List<Long> forces = stepsOfACleanRun().forces();
    assertThat(forces).hasSizeGreaterThan(COMMITS);
    for (long force : forces) {
      for (int seed = 0; seed < POWER_LOSSES; seed++) {
        check("force failed at step " + force, disk -> disk.failStep(force), seed);
      }
    }
    System.out.printf(
        "disk faults: each of %d forces failed, then power lost in %d ways, nothing lost%n",
        forces.size(), POWER_LOSSES);
  }

  @Test
  void aForceThatFailsWhileOpeningAgainLosesNothingEither() {
    List<Long> forces = stepsOfACleanRun().forces();
    long tried = 0;
    for (long force : forces) {
      for (int later = 1; later <= STEPS_OF_AN_OPENING; later++) {
        SimulatedDisk disk = new SimulatedDisk();
        disk.failStep(force);
        int acknowledged = work(disk);
        disk.failStep(disk.steps() + later);
        openWhileItFails(disk, acknowledged);
        checkWhatIsThere("force failed at step " + force + ", then again", disk, acknowledged, 7);
        tried++;
      }
    }
    System.out.printf("disk faults: %d openings failed after a failed force%n", tried);
  }

  @Test
  void aDiskThatFillsUpAtAnyByteStopsTheStoreUntilThereIsSpaceAndLosesNothing() {
    long most = mostUsed();
    for (long capacity = 0; capacity <= most; capacity++) {
      SimulatedDisk disk = new SimulatedDisk();
      disk.capacity(capacity);
      int acknowledged = work(disk);
      openWhileItFails(disk, acknowledged);
      checkWhatIsThere("disk full at " + capacity, disk, acknowledged, capacity);
    }
    System.out.printf("disk faults: full at each of %d bytes, nothing lost%n", most);
  }

  @Test
  void afterAFailureEverythingIsRefusedUntilReopened() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedStore store = open(disk);
    RecordingListener heard = new RecordingListener();
    store.watch("", 0, heard);
    disk.failStep(disk.steps() + 2); // the write works, the force does not
    CommitResult lost = store.commit(put(1));

    assertThat(lost.outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(lost.cause().orElseThrow()).hasMessageContaining("I/O error at step");
    assertThat(heard.next()).isEqualTo("ended FAILED");
    assertThatThrownBy(() -> store.commit(put(2)))
        .isInstanceOf(StoreFailedException.class)
        .hasMessageStartingWith(
            "the store in simulated disk has failed, close it and open it again: ");
    assertThatThrownBy(() -> store.get("a")).isInstanceOf(StoreFailedException.class);
    assertThatThrownBy(() -> store.range("")).isInstanceOf(StoreFailedException.class);
    assertThatThrownBy(store::revision).isInstanceOf(StoreFailedException.class);

    store.close();
    try (EmbeddedStore again = open(disk)) {
      assertThat(again.commit(put(3)).committed()).isTrue();
    }
  }

  /** A run with the fault, a reopening without, and another after power loss. */
  private static void check(String fault, Consumer<SimulatedDisk> fail, long seed) {
    SimulatedDisk disk = new SimulatedDisk();
    fail.accept(disk);
    checkWhatIsThere(fault, disk, work(disk), seed);
  }

  private static void checkWhatIsThere(
      String fault, SimulatedDisk disk, int acknowledged, long seed) {
    disk.killProcess();
    disk.capacity(Long.MAX_VALUE);
    long seen;
    try (EmbeddedStore store = open(disk)) {
      seen = store.revision();
      assertThat(seen).as(fault).isBetween((long) acknowledged, acknowledged + 1L);
      assertThat(store.range("").entries()).as(fault).isEqualTo(expected(seen));
    }
    disk.losePower(new SplittableRandom(seed));
    try (EmbeddedStore store = open(disk)) {
      assertThat(store.revision()).as("%s, then power loss", fault).isEqualTo(seen);
      assertThat(store.range("").entries()).as(fault).isEqualTo(expected(seen));
    }
  }

  /** The disk may refuse to be opened, but must not be called damaged, nor show anything else. */
  private static void openWhileItFails(SimulatedDisk disk, int acknowledged) {
    try (EmbeddedStore store = open(disk)) {
      assertThat(store.revision()).isBetween((long) acknowledged, acknowledged + 1L);
    } catch (StoreException e) {
      assertThat(e).isNotInstanceOf(StoreCorruptException.class);
    }
  }

  private static SimulatedDisk stepsOfACleanRun() {
    SimulatedDisk disk = new SimulatedDisk();
    assertThat(work(disk)).isEqualTo(COMMITS);
    assertThat(disk.names()).noneMatch(name -> name.endsWith("00000001"));
    return disk;
  }

  /** The least capacity with which all goes well. */
  private static long mostUsed() {
    long capacity = stepsOfACleanRun().used();
    SimulatedDisk disk;
    do {
      capacity += 50;
      disk = new SimulatedDisk();
      disk.capacity(capacity);
    } while (work(disk) < COMMITS);
    return capacity;
  }

  /** How many commits were acknowledged; from the first that was not, nothing is done any more. */
  private static int work(SimulatedDisk disk) {
    int acknowledged = 0;
    EmbeddedStore store;
    try {
      store = open(disk);
    } catch (StoreException e) {
      assertThat(e).isNotInstanceOf(StoreCorruptException.class);
      return 0;
    }
    try (store) {
      try {
        while (acknowledged < COMMITS && store.commit(put(acknowledged + 1)).committed()) {
          acknowledged++;
        }
      } catch (StoreFailedException e) {
        // A snapshot failed after the last commit: that one counts, later ones are refused.
      }
      if (acknowledged < COMMITS) {
        long steps = disk.steps();
        assertThatThrownBy(() -> store.commit(put(1))).isInstanceOf(StoreFailedException.class);
        assertThatThrownBy(() -> store.range("")).isInstanceOf(StoreFailedException.class);
        assertThat(disk.steps()).as("steps of a store that has failed").isEqualTo(steps);
      }
    }
    return acknowledged;
  }

  private static EmbeddedStore open(SimulatedDisk disk) {
    return EmbeddedStore.builder(disk, new Random(1))
        .executor(Runnable::run)
        .reserve(300)
        .compactAbove(1_500)
        .open();
  }

  private static Transaction put(long n) {
    return Transaction.builder().put("k" + n % 5, text(n)).put("n", "" + n).build();
  }

  private static String text(long n) {
    return ("" + n).repeat(40);
  }

  private static List<StoreEntry> expected(long revision) {
    MemoryStore memory = new MemoryStore();
    for (long n = 1; n <= revision; n++) {
      memory.commit(put(n));
    }
    return memory.range("").entries();
  }
}
