package io.cloudadapter.testkit.certify;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.Sighting;
import io.cloudadapter.spi.Verb;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chapter 7: threads. Those that an adapter leaves are in {@link LeftoverTrials}. */
final class ThreadTrials {
  private static final int CROWD = 12;

  /** How long calls are slow at most: they are cancelled as soon as the others are back. */
  private static final Duration SLOW = Duration.ofSeconds(60);

  /** Much less than the call that may hold it up. */
  private static final Duration BRIEF = Duration.ofSeconds(2);

  /**
   * Within what the others must be back. A launch of a real cloud takes several seconds by itself, and a busy machine
   * may stand still for as long; it is far from what calls are slow, so that no such pause hides a lock.
   */
  private static final Duration MEANWHILE = Duration.ofSeconds(20);

  /** By then whatever was told to end has ended. */
  private static final Duration UNTIL_ENDED = Duration.ofMinutes(5);

  private ThreadTrials() {}

  static List<Trial> all() {
    return List.of(
        Trial.of("MP-7.1", ThreadTrials::manyAtOnce).needs("MP-2.1", "MP-3.1"),
        Trial.of("MP-7.2", ThreadTrials::slowCallsHoldUpNoOthers)
            .needs("MP-6.3")
            .onRealTime(),
        Trial.of("MP-7.3", LeftoverTrials::leavesNoThreads).needs("MP-6.1").onRealTime(),
        Trial.of("MP-7.4", ThreadTrials::needsNoContextClassLoader),
        Trial.of("MP-7.5", LeftoverTrials::leavesNothingOfFailures));
  }

  private static void manyAtOnce(Bench bench) throws Exception {
    FrozenLaunch frozen = bench.prepare();
    Map<LaunchKey, MachineId> made = new ConcurrentHashMap<>();
    List<Runnable> launches = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      LaunchKey key = bench.key();
      launches.add(() -> made.put(key, launched(bench, frozen, key)));
      launches.add(() -> requirePool(bench, bench.listPool()));
    }
    together(bench, launches);
    bench.passLag();
    Set<MachineId> ended =
        made.values().stream().limit(CROWD / 2).collect(Collectors.toCollection(TreeSet::new));
    List<Runnable> others = new ArrayList<>();
    String identity = bench.provider().identity(bench.call());
    made.forEach((key, id) -> {
      others.add(() -> requireFound(bench, key, id, ended.contains(id)));
      others.add(() -> bench.require(
          bench.provider().identity(bench.call()).equals(identity), "identity differs"));
    });
    ended.forEach(id -> others.add(() -> bench.provider().terminate(id, bench.call())));
    together(bench, others);
    requireLeft(bench, made, ended);
  }

  private static void together(Bench bench, List<Runnable> calls) throws Exception {
    int done = bench
        .together(calls.size(), i -> {
          calls.get(i).run();
          return i;
        })
        .size();
    bench.require(done == calls.size(), done + " of " + calls.size() + " calls came back");
  }

  private static MachineId launched(Bench bench, FrozenLaunch frozen, LaunchKey key) {
    Sighting machine =
        bench.provider().launch(frozen, key, 1, bench.call()).machines().get(0);
    bench.require(
        machine.key().filter(key::equals).isPresent(),
        "a launch under " + key + " among others gave the machine of " + machine.key());
    return machine.id();
  }

  private static void requirePool(Bench bench, Bench.Listed listed) {
    listed
        .rows()
        .forEach(row -> bench.require(
            row.pool().filter(Bench.POOL::equals).isPresent(),
            "a list among others shows " + row.id() + " of pool " + row.pool()));
  }

  /** A cloud may hide a machine as soon as it was told to end. */
  private static void requireFound(Bench bench, LaunchKey key, MachineId id, boolean mayHide) {
    List<MachineId> found = bench.list(ListQuery.keys(Bench.POOL, List.of(key))).ids();
    bench.require(
        found.equals(List.of(id)) || (mayHide && found.isEmpty()),
        "a list by a key among others shows " + found + " for " + id);
  }

  private static void requireLeft(
      Bench bench, Map<LaunchKey, MachineId> made, Set<MachineId> ended) {
    Set<String> wanted = made.values().stream()
        .filter(id -> !ended.contains(id))
        .map(MachineId::value)
        .collect(Collectors.toCollection(TreeSet::new));
    bench.passUntil(() -> left(bench).equals(wanted), UNTIL_ENDED);
    bench.passInPeace(UNTIL_ENDED);
    Set<String> left = left(bench);
    bench.require(
        left.equals(wanted),
        "of " + made.size() + " machines " + left + " are left instead of " + wanted);
  }

  private static Set<String> left(Bench bench) {
    return bench.ours().stream().map(Thing::id).collect(Collectors.toCollection(TreeSet::new));
  }

  private static void slowCallsHoldUpNoOthers(Bench bench) throws InterruptedException {
    FrozenLaunch frozen = bench.prepare();
    Sighting machine = bench.launch();
    bench.passUntilKnown(machine.id());
    Map<String, Consumer<CallContext>> calls = TimeTrials.calls(bench, bench.provider(), machine);
    for (String what : List.of("list", "launch", "terminate")) {
      Silence silence = new Silence(bench, Verb.LAUNCH, 3);
      List<KitCall> slow = new ArrayList<>();
      List<Flight> flights = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        LaunchKey key = bench.key();
        KitCall call = bench.call(SLOW);
        slow.add(call);
        flights.add(Flight.of("a slow launch", () -> bench.provider().asks(frozen, key, call)));
        silence.awaitSent(i);
      }
      requireSwift(bench, "three launches wait", what, calls);
      land(slow, flights);
    }
    if (Silence.possible(bench, Verb.READ)) {
      Silence silence = new Silence(bench, Verb.READ, 1);
      KitCall call = bench.call(SLOW);
      Flight slow = Flight.of(
          "a slow list", () -> bench.provider().list(ListQuery.all(Bench.POOL), row -> {}, call));
      silence.awaitSent(1);
      requireSwift(bench, "a list waits", "launch", calls);
      land(List.of(call), List.of(slow));
      requireNoLockAtTheBeginning(bench);
    }
  }

  /** An adapter's first exchange is often the login that all its calls wait for. */
  private static void requireNoLockAtTheBeginning(Bench bench) throws InterruptedException {
    Watched fresh = bench.another();
    Silence silence = new Silence(bench, Verb.READ, 1);
    KitCall first = bench.call(SLOW);
    Flight slow = Flight.of("the first call", () -> fresh.identity(first));
    silence.awaitSent(1);
    KitCall second = bench.call(BRIEF);
    Flight other = Flight.of(
        "a call of list that has " + BRIEF.toMillis() + " ms",
        () -> fresh.list(ListQuery.all(Bench.POOL), row -> {}, second));
    // It need not succeed: without a login it may have to say TIMEOUT, but by its own deadline.
    Attempt unused = other.within(
        BRIEF.plus(Bench.LATEST),
        "it began, while the first call of a fresh adapter waits for its first reply");
    land(List.of(first), List.of(slow));
  }

  private static void requireSwift(
      Bench bench, String meanwhile, String what, Map<String, Consumer<CallContext>> calls)
      throws InterruptedException {
    Consumer<CallContext> made = calls.getOrDefault(what, call -> {});
    Flight flight = Flight.of("a call of " + what, () -> made.accept(bench.call(SLOW)));
    Attempt attempt = flight.within(MEANWHILE, "it began, while " + meanwhile);
    bench.require(
        attempt.accepted(), "a call of " + what + ", while " + meanwhile + ", failed: " + attempt);
  }

  private static void land(List<KitCall> slow, List<Flight> flights) throws InterruptedException {
    slow.forEach(KitCall::cancel);
    for (Flight flight : flights) {
      Attempt unused = flight.within(SLOW.plus(Bench.LATEST), "it began");
    }
  }

  private static void needsNoContextClassLoader(Bench bench) throws Exception {
    // What fails with the usual one too is not the class loader's doing, and is told as what it is.
    new Round(bench).straight(bench.another());
    try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
      for (@Nullable ClassLoader loader : Arrays.asList(null, empty)) {
        String how = loader == null ? "without a" : "with an empty";
        Thread thread = Thread.currentThread();
        @Nullable ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
          new Round(bench).straight(bench.another());
        } catch (CloudException error) {
          throw new Broken(how + " context class loader: " + error.summary(), error);
        } catch (RuntimeException | LinkageError error) {
          throw new Broken(how + " context class loader: " + error, error);
        } finally {
          thread.setContextClassLoader(before);
        }
      }
    }
  }
}
