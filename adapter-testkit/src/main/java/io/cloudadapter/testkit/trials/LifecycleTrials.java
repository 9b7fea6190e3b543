package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.testkit.concurrent.BackgroundCall;
import io.cloudadapter.testkit.concurrent.ConcurrentCalls;
import io.cloudadapter.testkit.concurrent.UnansweredRequests;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.OtherAccount;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.time.SystemTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Chapter 8: lifecycle. */
public final class LifecycleTrials {
  private static final Duration TO_CLOSE = Duration.ofSeconds(5);

  /** Long enough that a call's end before it is the close's doing. */
  private static final Duration LONG = Duration.ofSeconds(12);

  private static final Duration A_WHILE = Duration.ofMillis(300);

  private LifecycleTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-8.1", LifecycleTrials::closesTwice).onLiveToo(),
        Trial.of("MP-8.2", LifecycleTrials::refusesUseAfterClose),
        Trial.of("MP-8.3", LifecycleTrials::closeEndsCalls).needs("MP-6.1").onRealTime(),
        Trial.of("MP-8.4", LifecycleTrials::sharesNothing)
            .needs("MP-2.1", "MP-3.1")
            .onRealTime(),
        Trial.of("MP-8.5", LifecycleTrials::leavesMachines)
            .needs("MP-2.1", "MP-3.1")
            .onLiveToo());
  }

  private static void closesTwice(TestBench bench) throws Exception {
    ObservedProvider unused = bench.apart();
    closeAgain(unused, "an unused adapter");
    ObservedProvider used = bench.apart();
    bench.require(!used.identity(bench.call()).isEmpty(), "identity is empty");
    closeAgain(used, "an adapter");
    ObservedProvider shared = bench.apart();
    bench.require(!shared.identity(bench.call()).isEmpty(), "identity is empty");
    try {
      int closed = ConcurrentCalls.together(bench, 2, i -> {
            shared.close();
            return i;
          })
          .size();
      bench.require(closed == 2, closed + " of two threads closed the adapter");
    } catch (RuntimeException wrong) {
      throw new RuleViolation("to close an adapter from two threads at once threw " + wrong, wrong);
    }
  }

  private static void closeAgain(ObservedProvider adapter, String what) {
    adapter.close();
    try {
      adapter.close();
    } catch (RuntimeException wrong) {
      throw new RuleViolation("to close " + what + " again threw " + wrong, wrong);
    }
  }

  private static void refusesUseAfterClose(TestBench bench) {
    MachineSighting machine = bench.launch();
    PreparedLaunch frozen = bench.prepare();
    bench.time().passLag();
    ObservedProvider adapter = bench.apart();
    Map<String, Consumer<CallContext>> calls = new LinkedHashMap<>();
    calls.put("identity", call -> adapter.identity(call));
    calls.put("prepare", call -> adapter.prepare(bench.spec(), call));
    calls.put("list", call -> adapter.list(ListQuery.all(TestBench.POOL), row -> {}, call));
    calls.put("launch", call -> adapter.asks(frozen, bench.key(), call));
    adapter
        .feature(Adoption.class)
        .filter(f -> bench.claims(Adoption.class))
        .ifPresent(adoption -> {
          OwnershipMarks marks = bench.marks(machine);
          calls.put(
              "mark",
              call ->
                  adapter.feature("mark", call, () -> adoption.mark(machine.id(), marks, call)));
          calls.put(
              "unmark",
              call -> adapter.feature(
                  "unmark", call, () -> adoption.unmark(machine.id(), marks, call)));
        });
    adapter.feature(Labeling.class).filter(f -> bench.claims(Labeling.class)).ifPresent(relabel -> {
      Map<String, String> labels = Map.of("state", "late");
      calls.put(
          "label",
          call -> adapter.feature("label", call, () -> relabel.label(machine.id(), labels, call)));
    });
    calls.put("terminate", call -> adapter.terminate(machine.id(), call));
    // Only what reaches the cloud must know that it cannot any more.
    calls
        .entrySet()
        .removeIf(call -> call.getKey().equals("prepare") && !sends(bench, call.getValue()));
    boolean open =
        adapter.list(ListQuery.all(TestBench.POOL), row -> {}, bench.call()).complete();
    bench.require(open, "a list is incomplete");
    adapter.close();
    bench.witness().closing();
    calls.forEach((what, made) -> requireRefused(bench, what, made));
    bench.time().pass(Duration.ofMinutes(1));
    bench.require(
        bench.truth().ours().size() == 1,
        "calls after close have changed the cloud: " + bench.truth().ours().size()
            + " machines, not 1");
  }

  private static boolean sends(TestBench bench, Consumer<CallContext> made) {
    int before = bench.line().crossings().size();
    made.accept(bench.call());
    return bench.line().crossings().size() > before;
  }

  private static void requireRefused(TestBench bench, String what, Consumer<CallContext> made) {
    int before = bench.line().crossings().size();
    try {
      made.accept(bench.call());
    } catch (IllegalStateException closed) {
      int sent = bench.line().crossings().size() - before;
      bench.require(sent == 0, what + " after close sent " + sent + " requests");
      return;
    } catch (CloudException error) {
      throw new RuleViolation(
          what + " after close is no IllegalStateException but " + error.summary(), error);
    }
    throw new RuleViolation(what + " works after close");
  }

  private static void closeEndsCalls(TestBench bench) throws InterruptedException {
    ObservedProvider launching = bench.apart();
    PreparedLaunch frozen = launching.prepare(bench.spec(), bench.call());
    LaunchKey key = bench.key();
    requireEnds(
        bench,
        launching,
        RequestKind.LAUNCH,
        call -> launching.asks(frozen, key, call),
        Effect.UNKNOWN);
    ObservedProvider listing = bench.apart();
    boolean unused =
        listing.list(ListQuery.all(TestBench.POOL), row -> {}, bench.call()).complete();
    if (UnansweredRequests.possible(bench, RequestKind.READ)) {
      requireEnds(
          bench,
          listing,
          RequestKind.READ,
          call -> listing.list(ListQuery.all(TestBench.POOL), row -> {}, call),
          Effect.NONE);
    } else {
      listing.close();
    }
  }

  private static void requireEnds(
      TestBench bench,
      ObservedProvider adapter,
      RequestKind verb,
      Consumer<CallContext> made,
      Effect effect)
      throws InterruptedException {
    UnansweredRequests silence = new UnansweredRequests(bench, verb, 1);
    TestCallContext call = bench.call(LONG);
    BackgroundCall flight = BackgroundCall.of("a call that waits", () -> made.accept(call));
    silence.awaitSent(1);
    bench.require(!flight.over(), "the call did not wait for its reply");
    BackgroundCall close = BackgroundCall.of("close", adapter::close);
    CallOutcome closed = close.within(TO_CLOSE.plusSeconds(1), "it began");
    CallOutcome ended = flight.within(TO_CLOSE.plusSeconds(1), "close");
    bench.require(closed.accepted(), "close threw " + closed);
    bench.require(
        ended.is(Kind.CANCELLED) && ended.error().orElseThrow().effect() == effect,
        "a call of kind " + verb + " that close ended was " + ended + " instead of CANCELLED, "
            + effect);
  }

  private static void sharesNothing(TestBench bench) throws Exception {
    ObservedProvider first = bench.apart();
    ObservedProvider second = bench.another();
    String identity = first.identity(bench.call());
    bench.require(second.identity(bench.call()).equals(identity), "two adapters differ");
    OtherAccount.use(bench, other -> {
      LaunchKey key = bench.key();
      MachineSighting here = bench.launch(key);
      MachineSighting there = other.launch(key);
      if (bench.truth().ours().size() + other.truth().ours().size() != 2) {
        throw new RuleViolation("the same key in two accounts made "
            + bench.truth().ours() + " and " + other.truth().ours());
      }
      bench.time().passLag();
      requireOnly(bench, "one account", here.id());
      requireOnly(other, "the other account", there.id());
      first.close();
      requireOnly(bench, "one account, when another of its adapters is closed,", here.id());
      requireOnly(other, "the other account, when an adapter is closed,", there.id());
      bench.provider().close();
      requireOnly(other, "the other account, when the first is closed,", there.id());
      other.provider().terminate(there.id(), other.call());
    });
    bench.require(
        second.identity(bench.call()).equals(identity), "an adapter died with the other one");
    callSurvivesAnothersClose(bench, second);
  }

  private static void callSurvivesAnothersClose(TestBench bench, ObservedProvider adapter)
      throws InterruptedException {
    ObservedProvider closing = bench.apart();
    bench.require(!closing.identity(bench.call()).isEmpty(), "identity is empty");
    PreparedLaunch frozen = adapter.prepare(bench.spec(), bench.call());
    LaunchKey key = bench.key();
    TestCallContext call = bench.call(LONG);
    UnansweredRequests silence = new UnansweredRequests(bench, RequestKind.LAUNCH, 1);
    BackgroundCall flight = BackgroundCall.of("a launch", () -> adapter.asks(frozen, key, call));
    silence.awaitSent(1);
    closing.close();
    SystemTime.pause(A_WHILE);
    boolean over = flight.over();
    call.cancel();
    CallOutcome end = flight.within(LONG.plus(TestBench.LATEST), "it began");
    bench.require(!over, "a launch ended when another adapter was closed: " + end);
  }

  private static void requireOnly(TestBench bench, String where, MachineId machine) {
    List<MachineId> seen;
    try {
      seen = bench.lists().pool().ids();
    } catch (CloudException | IllegalStateException error) {
      throw new RuleViolation(
          where + " cannot be listed, since another one exists: " + error, error);
    }
    bench.require(
        seen.equals(List.of(machine)), where + " shows " + seen + " instead of " + machine);
  }

  private static void leavesMachines(TestBench bench) {
    ObservedProvider launching = bench.apart();
    PreparedLaunch frozen = launching.prepare(bench.spec(), bench.call());
    for (int i = 0; i < 2; i++) {
      int made =
          launching.launch(frozen, bench.key(), 1, bench.call()).machines().size();
      bench.require(made == 1, made + " machines were made");
    }
    bench.time().passLag();
    Map<MachineId, OwnershipMarks> before = marks(bench);
    Map<String, Map<String, String>> truth = truth(bench);
    bench.require(before.size() == 2, "of two machines a list shows " + before.keySet());
    launching.close();
    bench.time().pass(Duration.ofMinutes(1));
    bench.apart().close();
    bench.time().passLag();
    bench.require(
        truth(bench).equals(truth),
        "machines were " + truth + ", and after close and open " + truth(bench));
    Map<MachineId, OwnershipMarks> after = marks(bench);
    bench.require(
        after.equals(before),
        "a list shows " + after + " after close and open, " + before + " before");
  }

  private static Map<MachineId, OwnershipMarks> marks(TestBench bench) {
    Map<MachineId, OwnershipMarks> marks = new TreeMap<>();
    bench.lists().pool().rows().stream()
        .filter(row -> row.end() != MachineSighting.End.FINAL)
        .forEach(row -> marks.put(row.id(), bench.marks(row)));
    return marks;
  }

  private static Map<String, Map<String, String>> truth(TestBench bench) {
    Map<String, Map<String, String>> tags = new TreeMap<>();
    if (bench.cloud().console().isPresent()) {
      bench.truth().resources().forEach(resource -> tags.put(resource.id(), resource.tags()));
    } else {
      bench.leavesOut("the machines that there are in truth", "this cloud has no console");
    }
    return tags;
  }
}
