package io.cloudadapter.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.quorum.SimulatedCluster.Client;
import io.cloudadapter.core.store.quorum.SimulatedCluster.Fate;
import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.core.store.shared.QuorumStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two and three replicas in any weather: requests are lost, unheard or late, ways are cut, processes stand still
 * or die, clocks run unlike, history is compacted. On one thread and a clock of its own; a seed decides. More:
 * {@code -Dreplicas.seeds=100000}.
 *
 * <p>The leader writes the next number, and records it once it is acknowledged. A number that was acknowledged must
 * be in the store for ever, and every later leader must read it; no two may act at one time.
 */
class ReplicaStormTest {
  private static final int SEEDS = Integer.getInteger("replicas.seeds", 40);
  private static final int STEPS = 150;
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void nothingAcknowledgedIsLostAndOnlyOneActs(int replicas) {
    long writes = 0;
    long terms = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Storm storm = new Storm(seed, replicas, true);
      storm.run();
      writes += storm.acknowledged.size();
      terms += storm.terms;
    }

    // Storms without any leader would prove nothing.
    assertThat(writes).isGreaterThan(SEEDS * 20L);
    assertThat(terms).isGreaterThan(SEEDS * 2L);
  }

  /** The epoch alone holds, without the clocks: what makes the lease safe is not what makes the store safe. */
  @Test
  void nothingAcknowledgedIsLostWhereNoClockIsRight() {
    long writes = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Storm storm = new Storm(seed, 3, false);
      storm.run();
      writes += storm.acknowledged.size();
    }

    assertThat(writes).isGreaterThan(SEEDS * 20L);
  }

  /** One run. */
  private static final class Storm {
    private final long seed;
    private final Random random;
    private final boolean honestClocks;
    private long nanos;
    private boolean calm;
    private final SimulatedCluster quorum = new SimulatedCluster(() -> nanos);
    private final List<Process> processes = new ArrayList<>();
    private final TreeMap<Long, String> acknowledged = new TreeMap<>();
    private int written;
    private int terms;

    Storm(long seed, int replicas, boolean honestClocks) {
      this.seed = seed;
      this.random = new Random(seed);
      this.honestClocks = honestClocks;
      for (int i = 0; i < replicas; i++) {
        processes.add(new Process("replica-" + i));
      }
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        nanos += random.nextInt(1500) * (SECOND / 1000);
        quorum.pass();
        onlyOneActs();
        weather();
        processes.get(random.nextInt(processes.size())).lives();
        onlyOneActs();
      }
      calm = true;
      quorum.arrive();
      for (Process process : processes) {
        process.way.cut(false);
        process.asleepUntil = nanos;
      }
      for (int i = 0; i < 60; i++) {
        nanos += SECOND;
        quorum.pass();
        processes.forEach(Process::lives);
      }
      // Asked once: each question takes time, in which a lease may end.
      List<QuorumStore> leaders =
          processes.stream().flatMap(process -> process.part.leading().stream()).toList();
      assertThat(leaders).as("seed %d: who leads in the end", seed).hasSize(1);
      StateStore last = leaders.get(0);
      compare(last);
      for (Process process : processes) {
        assertThat(process.part.copy().range(""))
            .as("seed %d: the copy of %s", seed, process.name)
            .isEqualTo(last.range(""));
      }
    }

    private void weather() {
      switch (random.nextInt(14)) {
        case 0 -> processes.get(random.nextInt(processes.size())).way.cut(true);
        case 1, 2 -> processes.get(random.nextInt(processes.size())).way.cut(false);
        case 3 -> quorum.arrive();
        case 4 -> processes.get(random.nextInt(processes.size())).standsStill();
        case 5 -> quorum.compact();
        case 6 -> {
          if (random.nextInt(4) == 0) {
            processes.get(random.nextInt(processes.size())).diesAndComesBack();
          }
        }
        default -> {}
      }
    }

    private void onlyOneActs() {
      if (honestClocks) {
        assertThat(processes.stream()
                .filter(p -> p.part.leading().filter(QuorumStore::mayAct).isPresent())
                .map(p -> p.name)
                .toList())
            .as("seed %d: who may act", seed)
            .hasSizeLessThan(2);
      }
    }

    /** Everything that was acknowledged is there, under the acknowledged revision. */
    private void compare(StateStore store) {
      Map<String, Long> there = new HashMap<>();
      store.range("n/").entries().forEach(v -> there.put(v.key().substring(2), v.modRevision()));
      acknowledged.forEach((revision, number) -> assertThat(there.get(number))
          .as("seed %d: the revision of %s, which was acknowledged", seed, number)
          .isEqualTo(revision));
    }

    private Fate fate() {
      if (calm || random.nextInt(10) < 8) {
        return Fate.DONE;
      }
      return Fate.values()[random.nextInt(Fate.values().length)];
    }

    private final class Process {
      private final String name;
      private final Client way;
      private final double pace;
      private ElectedStore part;
      private long asleepUntil;
      private QuorumStore kept;

      Process(String name) {
        this.name = name;
        this.way = quorum.client(name, Storm.this::fate);
        this.pace = honestClocks
            ? 0.97 + random.nextInt(7) / 100.0
            : new double[] {0.1, 1, 3}[random.nextInt(3)];
        this.part = begin();
      }

      private ElectedStore begin() {
        return new ElectedStore(
            way,
            "a/",
            name,
            Duration.ofSeconds(10),
            new QuorumStore.Settings(
                Optional.of(Runnable::run), this::clock, Duration.ofSeconds(5)),
            () -> {});
      }

      /** Each look takes a little, so that patience ends; in the calm so little that leases last. */
      private long clock() {
        nanos += calm ? SECOND / 100 : SECOND / 10;
        return (long) (nanos * pace);
      }

      void standsStill() {
        asleepUntil = nanos + random.nextInt(40) * SECOND;
      }

      void diesAndComesBack() {
        kept = null;
        part = begin();
        asleepUntil = nanos + random.nextInt(20) * SECOND;
      }

      void lives() {
        if (nanos < asleepUntil) {
          return;
        }
        // The first process to resume continues what it was about to do.
        if (kept != null && random.nextBoolean()) {
          acts(kept);
        }
        part.tend();
        QuorumStore now = part.leading().orElse(null);
        if (now != null && now != kept) {
          terms++;
          kept = now;
        }
        if (kept != null) {
          acts(kept);
        }
      }

      private void acts(QuorumStore store) {
        String next = Integer.toString(++written);
        try {
          CommitResult result =
              store.commit(Transaction.builder().put("n/" + next, name).build());
          if (result.committed()) {
            assertThat(acknowledged.put(result.revision(), next))
                .as("seed %d: two writes under revision %d", seed, result.revision())
                .isNull();
          }
          if (random.nextInt(20) == 0) {
            compare(store);
          }
        } catch (StoreException | IllegalStateException refused) {
          kept = store.ended() ? null : kept;
        }
      }
    }
  }
}
