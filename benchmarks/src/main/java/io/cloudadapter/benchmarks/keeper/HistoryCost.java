package io.cloudadapter.benchmarks.keeper;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.history.HistoryPages;
import io.cloudadapter.core.history.PoolHistory;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import java.io.IOException;
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
 * as the mean, and the ratios.
 */
public final class HistoryCost {
  private static final PoolConfig CONFIG = PoolConfig.named("web", "here", 1000).build();
  private static final int WARM_UP = 2_000;

  private final LeaderFence lead;
  private final Optional<PoolHistory> history;
  private final List<MachineRecord> machines = new ArrayList<>(ManyMachines.running(1000));
  private final List<Long> nanos = new ArrayList<>();
  private int commits;

  private HistoryCost(EmbeddedStore store, boolean recorded) {
    HistoryBounds bounds = HistoryBounds.usual();
    lead = LeaderFence.take(store, "pools/web/", 1).orElseThrow();
    history = recorded
        ? Optional.of(HistoryPages.open(
            store, CONFIG, bounds.retention(), bounds.bytes(), 1, new SecureRandom()))
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
      for (int i = 0; i < WARM_UP + commits; i++) {
        with.step();
        without.step();
      }
      print("median", with.median(), without.median());
      print("mean", with.mean(), without.mean());
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
