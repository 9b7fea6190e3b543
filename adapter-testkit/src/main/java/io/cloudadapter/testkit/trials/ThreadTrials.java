package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.concurrent.BackgroundCall;
import io.cloudadapter.testkit.concurrent.ConcurrentCalls;
import io.cloudadapter.testkit.concurrent.UnansweredRequests;
import io.cloudadapter.testkit.run.CallMix;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.MachineLists;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
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

/** Chapter 7: threads. Those that an adapter leaves are in {@link ResourceLeakTrials}. */
public final class ThreadTrials {
  private static final int CROWD = 12;

  /** How long calls are slow at most: they are cancelled as soon as the others are back. */
  private static final Duration SLOW = Duration.ofSeconds(60);

  /** Much less than the call that may hold it up. */
  private static final Duration BRIEF = Duration.ofSeconds(2);

  /**
   * The time in which the others must return. A launch of a real cloud takes several seconds, and a busy machine may
   * stand still for as long; it is much shorter than the delay of slow calls, so that no such pause hides a lock.
   */
  private static final Duration MEANWHILE = Duration.ofSeconds(20);

  /** By then every machine whose end was requested has ended. */
  private static final Duration UNTIL_ENDED = Duration.ofMinutes(5);

  private ThreadTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-7.1", ThreadTrials::manyAtOnce).needs("MP-2.1", "MP-3.1"),
        Trial.of("MP-7.2", ThreadTrials::slowCallsHoldUpNoOthers)
            .needs("MP-6.3")
            .onRealTime(),
        Trial.of("MP-7.3", ResourceLeakTrials::leavesNoThreads).needs("MP-6.1").onRealTime(),
        Trial.of("MP-7.4", ThreadTrials::needsNoContextClassLoader),
        Trial.of("MP-7.5", ResourceLeakTrials::leavesNothingOfFailures));
  }

  private static void manyAtOnce(TestBench bench) throws Exception {
    PreparedLaunch frozen = bench.prepare();
    Map<LaunchKey, MachineId> made = new ConcurrentHashMap<>();
    List<Runnable> launches = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      LaunchKey key = bench.key();
      launches.add(() -> made.put(key, launched(bench, frozen, key)));
      launches.add(() -> requirePool(bench, bench.lists().pool()));
    }
    together(bench, launches);
    bench.time().passLag();
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

  private static void together(TestBench bench, List<Runnable> calls) throws Exception {
    int done = ConcurrentCalls.together(bench, calls.size(), i -> {
          calls.get(i).run();
          return i;
        })
        .size();
    bench.require(done == calls.size(), done + " of " + calls.size() + " calls came back");
  }

  private static MachineId launched(TestBench bench, PreparedLaunch frozen, LaunchKey key) {
    MachineSighting machine =
        bench.provider().launch(frozen, key, 1, bench.call()).machines().get(0);
    bench.require(
        machine.key().filter(key::equals).isPresent(),
        "a launch under " + key + " among others gave the machine of " + machine.key());
    return machine.id();
  }

  private static void requirePool(TestBench bench, MachineLists.Listed listed) {
    listed
        .rows()
        .forEach(row -> bench.require(
            row.pool().filter(TestBench.POOL::equals).isPresent(),
            "a list among others shows " + row.id() + " of pool " + row.pool()));
  }

  /** A cloud may hide a machine as soon as its end was requested. */
  private static void requireFound(TestBench bench, LaunchKey key, MachineId id, boolean mayHide) {
    List<MachineId> found =
        bench.lists().of(ListQuery.keys(TestBench.POOL, List.of(key))).ids();
    bench.require(
        found.equals(List.of(id)) || (mayHide && found.isEmpty()),
        "a list by a key among others shows " + found + " for " + id);
  }

  private static void requireLeft(
      TestBench bench, Map<LaunchKey, MachineId> made, Set<MachineId> ended) {
    Set<String> wanted = made.values().stream()
        .filter(id -> !ended.contains(id))
        .map(MachineId::value)
        .collect(Collectors.toCollection(TreeSet::new));
    bench.time().passUntil(() -> left(bench).equals(wanted), UNTIL_ENDED);
    bench.time().passInPeace(UNTIL_ENDED);
    Set<String> left = left(bench);
    bench.require(
        left.equals(wanted),
        "of " + made.size() + " machines " + left + " are left instead of " + wanted);
  }

  private static Set<String> left(TestBench bench) {
    return bench.truth().ours().stream()
        .map(CloudResource::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void slowCallsHoldUpNoOthers(TestBench bench) throws InterruptedException {
    PreparedLaunch frozen = bench.prepare();
    MachineSighting machine = bench.launch();
    bench.time().passUntilKnown(machine.id());
    Map<String, Consumer<CallContext>> calls = TimeTrials.calls(bench, bench.provider(), machine);
    for (String what : List.of("list", "launch", "terminate")) {
      UnansweredRequests silence = new UnansweredRequests(bench, RequestKind.LAUNCH, 3);
      List<TestCallContext> slow = new ArrayList<>();
      List<BackgroundCall> flights = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        LaunchKey key = bench.key();
        TestCallContext call = bench.call(SLOW);
        slow.add(call);
        flights.add(
            BackgroundCall.of("a slow launch", () -> bench.provider().asks(frozen, key, call)));
        silence.awaitSent(i);
      }
      requireSwift(bench, "three launches wait", what, calls);
      land(slow, flights);
    }
    if (UnansweredRequests.possible(bench, RequestKind.READ)) {
      UnansweredRequests silence = new UnansweredRequests(bench, RequestKind.READ, 1);
      TestCallContext call = bench.call(SLOW);
      BackgroundCall slow = BackgroundCall.of(
          "a slow list",
          () -> bench.provider().list(ListQuery.all(TestBench.POOL), row -> {}, call));
      silence.awaitSent(1);
      requireSwift(bench, "a list waits", "launch", calls);
      land(List.of(call), List.of(slow));
      requireNoLockAtTheBeginning(bench);
    }
  }

  /** An adapter's first exchange is often the login that all its calls wait for. */
  private static void requireNoLockAtTheBeginning(TestBench bench) throws InterruptedException {
    ObservedProvider fresh = bench.another();
    UnansweredRequests silence = new UnansweredRequests(bench, RequestKind.READ, 1);
    TestCallContext first = bench.call(SLOW);
    BackgroundCall slow = BackgroundCall.of("the first call", () -> fresh.identity(first));
    silence.awaitSent(1);
    // Its time begins with it: one that has none left before its thread runs would wait for
    // nothing.
    BackgroundCall other = BackgroundCall.of(
        "a call of list that has " + BRIEF.toMillis() + " ms",
        () -> fresh.list(ListQuery.all(TestBench.POOL), row -> {}, bench.call(BRIEF)));
    // It need not succeed: without a login it may have to say TIMEOUT, but by its own deadline.
    CallOutcome unused = other.within(
        BRIEF.plus(TestBench.LATEST),
        "it began, while the first call of a fresh adapter waits for its first reply");
    land(List.of(first), List.of(slow));
  }

  private static void requireSwift(
      TestBench bench, String meanwhile, String what, Map<String, Consumer<CallContext>> calls)
      throws InterruptedException {
    Consumer<CallContext> made = calls.getOrDefault(what, call -> {});
    BackgroundCall flight =
        BackgroundCall.of("a call of " + what, () -> made.accept(bench.call(SLOW)));
    CallOutcome attempt = flight.within(MEANWHILE, "it began, while " + meanwhile);
    bench.require(
        attempt.accepted(), "a call of " + what + ", while " + meanwhile + ", failed: " + attempt);
  }

  private static void land(List<TestCallContext> slow, List<BackgroundCall> flights)
      throws InterruptedException {
    slow.forEach(TestCallContext::cancel);
    for (BackgroundCall flight : flights) {
      CallOutcome unused = flight.within(SLOW.plus(TestBench.LATEST), "it began");
    }
  }

  private static void needsNoContextClassLoader(TestBench bench) throws Exception {
    // A failure that also occurs with the usual class loader has another cause, and is reported as
    // such.
    new CallMix(bench).straight(bench.another());
    try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
      for (@Nullable ClassLoader loader : Arrays.asList(null, empty)) {
        String how = loader == null ? "without a" : "with an empty";
        Thread thread = Thread.currentThread();
        @Nullable ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
          new CallMix(bench).straight(bench.another());
        } catch (CloudException error) {
          throw new RuleViolation(how + " context class loader: " + error.summary(), error);
        } catch (RuntimeException | LinkageError error) {
          throw new RuleViolation(how + " context class loader: " + error, error);
        } finally {
          thread.setContextClassLoader(before);
        }
      }
    }
  }
}
