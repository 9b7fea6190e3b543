package io.cloudadapter.benchmarks.keeper;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.history.PoolHistory;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.ledger.StandingRecords;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the history costs: commits of one machine's record on a real disk, each with one pool event, in turns with the
 * same commits without, each in a store of its own. Prints how long a commit takes with and without, as the median and
 * as the mean, how much processor time it takes, how many bytes it allocates, and the ratios. Processor time and bytes
 * are those of all threads, so that they hold on a busy machine too.
 */
public final class HistoryCost {
  private static final PoolConfig CONFIG = PoolConfig.named("web", "here", 1000).build();
  private static final int WARM_UP = 4_000;

  /** So many commits of one kind come before those of the other. */
  private static final int TURN = 100;

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final LeaderFence lead;
  private final Optional<PoolHistory> history;
  private final List<MachineRecord> machines = new ArrayList<>(ManyMachines.running(1000));
  private final List<Long> nanos = new ArrayList<>();
  private int commits;
  private long cpu;
  private long allocated;

  private HistoryCost(EmbeddedStore store, boolean recorded) {
    HistoryBounds bounds = HistoryBounds.usual();
    lead = LeaderFence.take(store, "pools/web/", 1).orElseThrow();
    history = recorded
        ? Optional.of(
            PoolHistory.open(store, CONFIG, bounds, 1, new SecureRandom(), StandingRecords::none))
        : Optional.empty();
  }

  /** Commits in turns, and prints what that took. */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      throw new IllegalArgumentException("usage: HistoryCost DIRECTORY [COMMITS]");
    }
    Path directory = Files.createDirectories(Path.of(args[0]));
    int commits = args.length > 1 ? Integer.parseInt(args[1]) : 10_000;
    Path one = Files.createTempDirectory(directory, "with");
    Path other = Files.createTempDirectory(directory, "without");
    try (EmbeddedStore recorded = EmbeddedStore.open(one, new SecureRandom());
        EmbeddedStore plain = EmbeddedStore.open(other, new SecureRandom())) {
      HistoryCost with = new HistoryCost(recorded, true);
      HistoryCost without = new HistoryCost(plain, false);
      for (int i = 0; i < WARM_UP + commits; i += TURN) {
        with.turn();
        without.turn();
      }
      print("median", with.median(), without.median());
      print("mean", with.mean(), without.mean());
      print("cpu", with.each(with.cpu), without.each(without.cpu));
      System.out.printf(
          Locale.ROOT,
          "bytes  with %8.0f,    without %8.0f,    ratio %.3f%n",
          with.each(with.allocated),
          without.each(without.allocated),
          with.each(with.allocated) / without.each(without.allocated));
    } finally {
      deleteAll(one);
      deleteAll(other);
    }
  }

  private static void print(String what, double with, double without) {
    System.out.printf(
        Locale.ROOT,
        "%-6s with %8.1f us, without %8.1f us, ratio %.3f%n",
        what,
        with / 1e3,
        without / 1e3,
        with / without);
  }

  private void turn() {
    long cpuBefore = PROCESS.getProcessCpuTime();
    long allocatedBefore = allocatedByAll();
    for (int i = 0; i < TURN; i++) {
      step();
    }
    if (commits > WARM_UP) {
      cpu += PROCESS.getProcessCpuTime() - cpuBefore;
      allocated += allocatedByAll() - allocatedBefore;
    }
  }

  private static long allocatedByAll() {
    long all = 0;
    for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      all += Math.max(0, bytes);
    }
    return all;
  }

  private double each(long sum) {
    return (double) sum / nanos.size();
  }

  /** One machine's record changes, and is committed. */
  private void step() {
    long start = System.nanoTime();
    int which = commits % machines.size();
    MachineRecord before = machines.get(which);
    MachineRecord after = before.edit(edit -> edit.isProtected = !edit.isProtected);
    machines.set(which, after);
    List<Map<String, Optional<byte[]>>> group = new ArrayList<>();
    group.add(Map.of("pools/web/machine/" + after.id(), Optional.of(RecordCodec.write(after))));
    Instant now = Instant.ofEpochSecond(commits);
    RecordChange change = new RecordChange.Machine(before, after, 0, Optional.empty());
    history.ifPresent(kept -> group.add(kept.record(List.of(change), now).writes()));
    commit(lead, group);
    history
        .map(kept -> kept.tidy(now).writes())
        .filter(tidied -> !tidied.isEmpty())
        .ifPresent(tidied -> commit(lead, List.of(tidied)));
    commits++;
    if (commits > WARM_UP) {
      nanos.add(System.nanoTime() - start);
    }
  }

  private double median() {
    return nanos.stream().sorted().skip(nanos.size() / 2).findFirst().orElse(0L);
  }

  private double mean() {
    return nanos.stream().mapToLong(Long::longValue).average().orElse(0);
  }

  private static void commit(LeaderFence lead, List<Map<String, Optional<byte[]>>> group) {
    if (!lead.commit(group).committed()) {
      throw new IllegalStateException("not committed");
    }
  }

  private static void deleteAll(Path place) throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
