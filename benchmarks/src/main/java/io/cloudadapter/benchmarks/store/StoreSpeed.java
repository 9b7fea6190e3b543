package io.cloudadapter.benchmarks.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Durable commits per second of each candidate, as a ratio to a bare loop of append and force.
 *
 * <p>Method: rounds, in each of which all candidates take their turn for the same time on the same
 * disk; a candidate's ratio is to the bare loop of its own round, so that a disk whose speed drifts
 * drifts for all. Printed are the median over the rounds and the range. A commit writes one key of
 * 10,000 with 300 random bytes. The first round warms up and does not count.
 *
 * <p>Usage: {@code StoreSpeed DIRECTORY [SECONDS [ROUNDS]]}; the directory must be on the disk in
 * question.
 */
public final class StoreSpeed {
  private static final List<String> CANDIDATES = List.of("bare", "own", "sqlite", "mvstore");
  private static final int KEYS = 10_000;

  private final Path directory;
  private final double seconds;

  private record Result(double perSecond, double perForce) {}

  private StoreSpeed(Path directory, double seconds) {
    this.directory = directory;
    this.seconds = seconds;
  }

  /** Runs all rounds and prints a table. */
  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      throw new IllegalArgumentException("usage: StoreSpeed DIRECTORY [SECONDS [ROUNDS]]");
    }
    Path directory = Files.createDirectories(Path.of(args[0]));
    StoreSpeed speed = new StoreSpeed(directory, args.length > 1 ? Double.parseDouble(args[1]) : 2);
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    for (int callers : List.of(1, 64)) {
      speed.compare(callers, rounds);
    }
  }

  private void compare(int callers, int rounds) throws Exception {
    Map<String, List<Result>> results = new TreeMap<>();
    for (int round = 0; round <= rounds; round++) {
      for (int i = 0; i < CANDIDATES.size(); i++) {
        String name = CANDIDATES.get((i + round) % CANDIDATES.size());
        int threads = name.equals("bare") ? 1 : callers;
        Result result = measure(name, threads, round == 0 ? Math.min(1, seconds) : seconds);
        if (round > 0) {
          results.computeIfAbsent(name, n -> new ArrayList<>()).add(result);
        }
      }
    }
    print(callers, results);
  }

  private static void print(int callers, Map<String, List<Result>> results) {
    System.out.printf(Locale.ROOT, "%d caller(s); bare is always one%n", callers);
    List<Result> bare = results.getOrDefault("bare", List.of());
    for (String name : CANDIDATES) {
      List<Result> all = results.getOrDefault(name, List.of());
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        ratios.add(all.get(i).perSecond / bare.get(i).perSecond);
      }
      System.out.printf(
          Locale.ROOT,
          "  %-8s %8.0f commits/s   %6.2f x bare (%.2f to %.2f)   %5.1f commits/force%n",
          name,
          median(all.stream().map(Result::perSecond).toList()),
          median(ratios),
          ratios.stream().min(Comparator.naturalOrder()).orElse(0.0),
          ratios.stream().max(Comparator.naturalOrder()).orElse(0.0),
          median(all.stream().map(Result::perForce).toList()));
    }
  }

  private Result measure(String name, int threads, double length) throws Exception {
    Path place = Files.createTempDirectory(directory, name);
    try (StoreCandidate candidate = StoreCandidate.open(name, place)) {
      AtomicLong commits = new AtomicLong();
      long start = System.nanoTime();
      long end = start + (long) (length * 1e9);
      List<Callable<Void>> work = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Random random = new Random(i);
        work.add(() -> commitUntil(end, candidate, random, commits));
      }
      runAll(work);
      double took = (System.nanoTime() - start) / 1e9;
      double perForce = commits.get() / (double) Math.max(1, candidate.forces());
      return new Result(commits.get() / took, perForce);
    } finally {
      deleteAll(place);
    }
  }

  @SuppressWarnings("NullAway") // a Callable<Void> has nothing else to return
  private static Void commitUntil(
      long end, StoreCandidate candidate, Random random, AtomicLong commits) throws Exception {
    while (System.nanoTime() < end) {
      byte[] value = new byte[300];
      random.nextBytes(value);
      candidate.commit(Map.of("pools/web/machines/" + random.nextInt(KEYS), value));
      commits.incrementAndGet();
    }
    return null;
  }

  private static void runAll(List<Callable<Void>> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  private static void deleteAll(Path place) throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
