package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.core.store.CommitResult.Outcome;
import io.cloudadapter.core.store.disk.SimulatedDisk;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The first I/O error stops the store; the next opening finds all that was acknowledged. */
class DiskFaultTest {
  private static final int COMMITS = 40;

  @Test
  void anErrorAtAnyStepStopsTheStoreAndLosesNothing() {
    long steps = stepsOfACleanRun().steps();
    for (long step = 1; step <= steps; step++) {
      long failing = step;
      check("error at step " + step, disk -> disk.failStep(failing));
    }
  }

  @Test
  void aFailedForceIsNeverAcknowledgedAlsoWhenALaterOneSucceeds() {
    List<Long> forces = stepsOfACleanRun().forces();
    assertThat(forces).hasSizeGreaterThan(COMMITS);
    for (long force : forces) {
      for (int seed = 0; seed < 5; seed++) {
        check("force failed at step " + force, disk -> disk.failStep(force));
      }
    }
  }

  @Test
  void aDiskThatFillsUpAtAnyByteStopsTheStoreAndLosesNothing() {
    long most = stepsOfACleanRun().used() + 2_000;
    for (long capacity = 0; capacity < most; capacity += 23) {
      long bytes = capacity;
      check("disk full at " + capacity, disk -> disk.capacity(bytes));
    }
  }

  @Test
  void afterAFailureEverythingIsRefusedUntilReopened() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    EmbeddedStore store = open(disk);
    Heard heard = new Heard();
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
  private static void check(String fault, Consumer<SimulatedDisk> fail) {
    SimulatedDisk disk = new SimulatedDisk();
    fail.accept(disk);
    int acknowledged = work(disk);
    disk.killProcess();
    disk.capacity(Long.MAX_VALUE);
    long seen;
    try (EmbeddedStore store = open(disk)) {
      seen = store.revision();
      assertThat(seen).as(fault).isBetween((long) acknowledged, acknowledged + 1L);
      assertThat(store.range("").entries()).as(fault).isEqualTo(expected(seen));
    }
    disk.losePower(new Random(acknowledged));
    try (EmbeddedStore store = open(disk)) {
      assertThat(store.revision()).as("%s, then power loss", fault).isEqualTo(seen);
      assertThat(store.range("").entries()).as(fault).isEqualTo(expected(seen));
    }
  }

  private static SimulatedDisk stepsOfACleanRun() {
    SimulatedDisk disk = new SimulatedDisk();
    assertThat(work(disk)).isEqualTo(COMMITS);
    assertThat(disk.names()).noneMatch(name -> name.endsWith("00000001"));
    return disk;
  }

  /** How many commits were acknowledged. */
  private static int work(SimulatedDisk disk) {
    int acknowledged = 0;
    try (EmbeddedStore store = open(disk)) {
      while (acknowledged < COMMITS && store.commit(put(acknowledged + 1)).committed()) {
        acknowledged++;
      }
    } catch (StoreException e) {
      assertThat(e).isNotInstanceOf(StoreCorruptException.class);
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

  private static List<StoredValue> expected(long revision) {
    MemoryStore memory = new MemoryStore();
    for (long n = 1; n <= revision; n++) {
      memory.commit(put(n));
    }
    return memory.range("").entries();
  }
}
