package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.concurrent.BackgroundCall;
import io.cloudadapter.testkit.run.CallMix;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.run.ThreadLeakCheck;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.time.TimeLimit;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chapter 7: what is left of calls, of failed ones above all, and of a closed adapter. */
final class ResourceLeakTrials {
  private static final int FEW = 10;

  /** By then a pool of threads has as many as a busy machine makes it have. */
  private static final int SOME = 50;

  private static final int MANY = 200;

  /** On a busy machine these must do: each kind of failure is among them more than {@link #FEW} times. */
  private static final int ENOUGH = 100;

  /**
   * How many times in a row {@link #MANY} failures must add to what is open. What each failure leaves adds up each
   * time; a pool that a stall of the machine made larger once does not grow again.
   */
  private static final int GROWTHS = 2;

  private static final Duration SHORT = Duration.ofMillis(40);
  private static final Duration A_TASK = Duration.ofSeconds(3);
  private static final Duration TO_END = Duration.ofSeconds(5);

  private ResourceLeakTrials() {}

  static void leavesNoThreads(TestBench bench) throws InterruptedException {
    ThreadLeakCheck left = new ThreadLeakCheck();
    apart(bench, (adapter, group) -> {
      new CallMix(bench).straight(adapter);
      bench.attempt(() -> adapter.identity(bench.call(Duration.ofMillis(1))));
      for (Thread thread : ThreadLeakCheck.in(group)) {
        if (!thread.isDaemon()) {
          // Some last for one task only: Java's own, on a machine with few processors.
          awaitEnd(thread);
        }
        bench.require(
            thread.isDaemon() || !thread.isAlive(),
            "thread \"" + thread.getName() + "\" is no daemon: it keeps a "
                + "process alive that forgets to close the adapter");
      }
      adapter.close();
      left.note(ThreadLeakCheck.in(group), "this run");
    });
    List<String> names =
        left.look().left().stream().map(ThreadLeakCheck.Left::thread).toList();
    if (!names.isEmpty()) {
      throw RuleViolation.late("threads live on after close: " + names);
    }
  }

  /** Does something with an adapter on a thread of a group of its own, so that its threads are known. */
  private static void apart(TestBench bench, Use use) throws InterruptedException {
    ThreadGroup group = new ThreadGroup("adapter");
    AtomicReference<@Nullable ObservedProvider> opened = new AtomicReference<>();
    BackgroundCall flight = BackgroundCall.in(group, "the adapter", () -> {
      ObservedProvider adapter = bench.apart();
      opened.set(adapter);
      use.with(adapter, group);
    });
    try {
      flight.within(bench.profile().callTimeout(), "it was opened").error().ifPresent(error -> {
        throw error;
      });
    } finally {
      // Also if it was given up: its threads would be taken for left over.
      flight.interrupt();
      ObservedProvider adapter = opened.get();
      if (adapter != null) {
        adapter.closeAtLast();
      }
    }
  }

  private static void awaitEnd(Thread thread) {
    TimeLimit limit = TimeLimit.of(A_TASK);
    try {
      while (thread.isAlive() && !limit.isOver()) {
        limit.during(time -> thread.join(Math.max(1, time.toMillis())));
      }
    } catch (InterruptedException givenUp) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Use {
    void with(ObservedProvider adapter, ThreadGroup group);
  }

  static void leavesNothingOfFailures(TestBench bench) throws InterruptedException {
    apart(bench, (adapter, group) -> {
      bench.require(
          adapter.list(ListQuery.all(TestBench.POOL), row -> {}, bench.call()).complete(),
          "a list of an empty pool is incomplete");
      Set<WireFault> possible = EnumSet.noneOf(WireFault.class);
      bench.line().crossings().stream()
          .filter(crossing -> crossing.verb() == RequestKind.READ)
          .forEach(crossing -> possible.addAll(crossing.faults()));
      possible.retainAll(EnumSet.of(
          WireFault.RESET,
          WireFault.LOST_REPLY,
          WireFault.ERROR_BEFORE,
          WireFault.TRUNCATED,
          WireFault.SLOW,
          WireFault.GARBAGE,
          WireFault.GARBAGE_ERROR));
      if (possible.isEmpty()) {
        throw new NotTestableException("no fault of this cloud has a list fail");
      }
      bench.spoil(faults(List.copyOf(possible)));
      long began = SystemTime.ticker().nanos();
      fail(bench, adapter, SOME, began);
      requireNoGrowth(
          () -> fail(bench, adapter, MANY, began),
          List.of(
              new OpenResources("threads", () -> ThreadLeakCheck.in(group).size()),
              new OpenResources("connections", () -> connections().size())),
          TO_END);
      bench.spoil(List.of());
      worksOn(bench, adapter);
      adapter.close();
    });
  }

  /** A connection that each failure keeps is one that some later call does not get. */
  private static void worksOn(TestBench bench, ObservedProvider adapter) {
    try {
      new CallMix(bench).straight(adapter);
    } catch (CloudException | RuleViolation end) {
      throw new RuleViolation(
          "after " + MANY + " failed calls, with all faults over, a call still fails: "
              + end.getMessage(),
          end);
    }
  }

  private static List<FaultInjection> faults(List<WireFault> possible) {
    List<FaultInjection> faults = new ArrayList<>();
    for (int i = 1; i <= 2 * (SOME + GROWTHS * MANY) && !possible.isEmpty(); i++) {
      faults.add(new FaultInjection(possible.get(i % possible.size()), i, 0, 0));
    }
    return faults;
  }

  /** Calls that come back say nothing against the adapter, however long a busy machine takes for them. */
  private static void fail(TestBench bench, ObservedProvider adapter, int calls, long began) {
    Duration most = bench.profile().callTimeout().compareTo(bench.subject().patience()) < 0
        ? bench.profile().callTimeout()
        : bench.subject().patience();
    MachineId unknown = new MachineId("no-such-machine");
    Consumer<TestCallContext> list =
        call -> adapter.list(ListQuery.all(TestBench.POOL), row -> {}, call);
    Consumer<TestCallContext> terminate = call -> adapter.terminate(unknown, call);
    for (int i = 0; i < calls; i++) {
      boolean timeIsUp = Thread.currentThread().isInterrupted()
          || SystemTime.since(began).compareTo(most.multipliedBy(2)) > 0;
      if (timeIsUp && i >= ENOUGH) {
        return;
      }
      if (timeIsUp) {
        throw new NotTestableException(i + " of " + calls
            + " calls that fail were done when time was up: the machine is busy");
      }
      Consumer<TestCallContext> made = i % 4 == 3 ? terminate : list;
      CallOutcome unused = bench.attempt(() -> made.accept(bench.call(SHORT)));
    }
  }

  /** The fault proxy has a thread for each connection. */
  private static Set<Thread> connections() {
    ThreadGroup run = Thread.currentThread().getThreadGroup().getParent();
    return ThreadLeakCheck.in(run).stream()
        .filter(thread -> thread.getName().matches("fault-wire-[0-9]+-[0-9]+"))
        .collect(Collectors.toSet());
  }

  /** Something that failed calls may leave open, and how to count it. */
  record OpenResources(String name, IntSupplier count) {}

  /** Requires that failures leave nothing open: if they did, each batch of them would add to what is. */
  static void requireNoGrowth(Runnable failures, List<OpenResources> watched, Duration toClose) {
    List<OpenResources> growing = watched;
    for (int batch = 1; !growing.isEmpty(); batch++) {
      List<Integer> before =
          growing.stream().map(open -> open.count().getAsInt()).toList();
      failures.run();
      List<OpenResources> grown = new ArrayList<>();
      for (int i = 0; i < growing.size(); i++) {
        OpenResources open = growing.get(i);
        int after = afterClosing(open, before.get(i) + FEW, toClose);
        if (after > before.get(i) + FEW) {
          if (batch == GROWTHS) {
            throw RuleViolation.late(after + " " + open.name() + " are open after " + MANY
                + " more failed calls, " + before.get(i) + " were before, and each " + MANY
                + " failed calls add some");
          }
          grown.add(open);
        }
      }
      growing = grown;
    }
  }

  /** How many are open once they are no more than enough, or the time that closing may take is over. */
  private static int afterClosing(OpenResources open, int enough, Duration toClose) {
    TimeLimit limit = TimeLimit.of(toClose);
    int now = open.count().getAsInt();
    while (now > enough && !limit.isOver()) {
      limit.pause(Duration.ofMillis(20));
      now = open.count().getAsInt();
    }
    return now;
  }
}
