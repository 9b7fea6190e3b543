package io.cloudadapter.benchmarks.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Opens a candidate on what a power loss would have left of its files, many times.
 *
 * <p>Method: {@link TracedWorkload} runs under strace, which writes down every write and force. A
 * state is: everything up to a random moment, whereof each file's writes since its last force
 * survive as a random subset of sectors, the file's end zero-filled or not. The candidate opens the
 * state, and every acknowledged batch must be there, whole; the one under way whole or not at all.
 * Names are taken as durable at once, which is kinder than a disk.
 *
 * <pre>
 *   strace -f -y -xx -s 100000000 -o TRACE java -cp … TracedWorkload DIRECTORY CANDIDATE 600
 *   java -cp … PowerLossReplay TRACE CANDIDATE DIRECTORY STATES SECTOR [SEED]
 * </pre>
 */
public final class PowerLossReplay {
  private final String candidate;
  private final Path directory;
  private final int sector;
  private final Map<String, Integer> faults = new TreeMap<>();
  private final Map<String, TornFile> files = new TreeMap<>();
  private int acknowledged;

  private PowerLossReplay(String candidate, Path directory, int sector) {
    this.candidate = candidate;
    this.directory = directory;
    this.sector = sector;
  }

  /** See the class comment; prints how many states were bad, and how. */
  public static void main(String[] args) throws Exception {
    List<SystemCallTrace.Event> events = SystemCallTrace.read(Path.of(args[0]));
    int states = Integer.parseInt(args[3]);
    long seed = args.length > 5 ? Long.parseLong(args[5]) : 1;
    PowerLossReplay replay =
        new PowerLossReplay(args[1], Path.of(args[2]), Integer.parseInt(args[4]));
    replay.run(events, states, new Random(seed));
    int bad = replay.faults.values().stream().mapToInt(Integer::intValue).sum();
    System.out.printf(
        "%s: %d bad of %d states, sector %s, seed %d %s%n",
        args[1], bad, states, args[4], seed, replay.faults);
  }

  private void run(List<SystemCallTrace.Event> events, int states, Random random) throws Exception {
    int first = 0;
    while (events.get(first).kind() != SystemCallTrace.Kind.ACKNOWLEDGE) {
      first++;
    }
    int[] moments = random.ints(states, first, events.size()).sorted().toArray();
    int at = 0;
    for (int moment : moments) {
      for (; at <= moment; at++) {
        apply(events.get(at));
      }
      tryState(random);
    }
  }

  private void apply(SystemCallTrace.Event event) {
    TornFile file = files.computeIfAbsent(event.file(), name -> new TornFile());
    switch (event.kind()) {
      case WRITE, TRUNCATE -> file.change(event);
      case FORCE -> file.force();
      case RENAME -> {
        files.remove(event.file());
        files.put(event.to(), file);
      }
      case DELETE -> files.remove(event.file());
      case ACKNOWLEDGE -> {
        files.remove(event.file());
        String number = new String(event.bytes(), StandardCharsets.US_ASCII).trim();
        acknowledged = Integer.parseInt(number);
      }
    }
  }

  private void tryState(Random random) throws IOException {
    Path place = Files.createTempDirectory(directory, "state");
    try {
      for (Map.Entry<String, TornFile> file : files.entrySet()) {
        Files.write(place.resolve(file.getKey()), file.getValue().afterPowerLoss(random, sector));
      }
      verdict(place).ifPresent(fault -> faults.merge(fault, 1, Integer::sum));
    } finally {
      deleteAll(place);
    }
  }

  @SuppressWarnings(
      "CatchAndPrintStackTrace") // which of the candidate's exceptions does not matter
  private Optional<String> verdict(Path place) {
    try (StoreCandidate store = StoreCandidate.open(candidate, place)) {
      for (int slot = 0; slot < TracedWorkload.SLOTS; slot++) {
        Optional<String> fault = check(store, slot);
        if (fault.isPresent()) {
          return fault;
        }
      }
      return Optional.empty();
    } catch (Exception e) { // with any message
      return Optional.of("cannot be read");
    }
  }

  private Optional<String> check(StoreCandidate store, int slot) throws Exception {
    int promised = lastOf(slot, acknowledged);
    int perhaps = lastOf(slot, acknowledged + 1);
    Optional<byte[]> first = store.get(TracedWorkload.key(slot, 0));
    int found = first.map(bytes -> ByteBuffer.wrap(bytes).getInt()).orElse(0);
    if (found != promised && found != perhaps) {
      return Optional.of("acknowledged commit lost");
    }
    Map<String, byte[]> batch = found == 0 ? Map.of() : TracedWorkload.batch(found);
    for (int i = 0; i < TracedWorkload.KEYS; i++) {
      String key = TracedWorkload.key(slot, i);
      byte[] expected = batch.get(key);
      Optional<byte[]> bytes = store.get(key);
      boolean right = expected == null
          ? bytes.isEmpty()
          : bytes.isPresent() && Arrays.equals(bytes.get(), expected);
      if (!right) {
        return Optional.of("half a commit, or wrong bytes");
      }
    }
    return Optional.empty();
  }

  /** The last commit up to n that wrote the slot, 0 for none. */
  private static int lastOf(int slot, int n) {
    int last = n - Math.floorMod(n - slot, TracedWorkload.SLOTS);
    return Math.max(last, 0);
  }

  private static void deleteAll(Path place) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
