package io.cloudadapter.testkit.load;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.testkit.run.ActionFixture;
import io.cloudadapter.testkit.run.CallMix;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.ExchangePoint;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedLabeling;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.time.SystemTime;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Each kind of failure of each call, so often that what each of them keeps is used up. */
public final class RepeatedFailureTrials {
  /** More than the connections or permits of most adapters, for launches that are refused: the dearest to lose. */
  private static final int MANY = 24;

  /** For all else. */
  private static final int SOME = 5;

  /** How long a call has whose request gets no answer. */
  private static final Duration SHORT = Duration.ofMillis(30);

  /** How long any other call has, whose request is answered at once. */
  private static final Duration ENOUGH = Duration.ofSeconds(3);

  /** After that no list shows a machine that has ended, in any cloud whose time the kit decides. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(30);

  private static final Set<WireFault> UNANSWERED = EnumSet.of(WireFault.SLOW, WireFault.STALL);

  /** Faults after which the machine may be there all the same. */
  private static final Set<WireFault> AFTER = EnumSet.of(
      WireFault.LOST_REPLY,
      WireFault.ERROR_AFTER,
      WireFault.TRUNCATED,
      WireFault.GARBAGE,
      WireFault.SLOW,
      WireFault.STALL);

  /** But for the end of the machine that the calls are about, which comes last. */
  private static final List<RequestKind> ORDER =
      List.of(RequestKind.READ, RequestKind.LAUNCH, RequestKind.MARK, RequestKind.ACT);

  private RepeatedFailureTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-7.6", RepeatedFailureTrials::failuresKeepNothing).needs("MP-2.20"));
  }

  private static void failuresKeepNothing(TestBench bench) {
    ObservedProvider adapter = bench.another();
    CallMix mix = new CallMix(bench);
    mix.straight(adapter);
    Map<RequestKind, Set<WireFault>> possible = possible(bench);
    if (possible.values().stream().allMatch(Set::isEmpty)) {
      throw new NotTestableException("no fault of this cloud has a call fail");
    }
    bench.sweep(false);
    Failures failures = new Failures(bench, adapter);
    // What is not answered takes longest, so it comes late.
    for (boolean answered : List.of(true, false)) {
      for (RequestKind verb : ORDER) {
        possible.getOrDefault(verb, Set.of()).stream()
            .filter(fault -> UNANSWERED.contains(fault) != answered)
            .forEach(fault -> failures.repeat(verb, fault));
      }
    }
    possible
        .getOrDefault(RequestKind.TERMINATE, Set.of())
        .forEach(fault -> failures.repeat(RequestKind.TERMINATE, fault));
    if (bench.wired()) {
      oneOfEachKind(bench.cloud().errors()).forEach(failures::repeat);
    }
    failures.killAll();
    failures.forgetFaults();
    try {
      mix.straight(adapter);
    } catch (CloudException | RuleViolation end) {
      throw new RuleViolation(
          "after " + failures.made + " failed calls, with all faults over, a call still fails: "
              + end.getMessage(),
          end);
    }
  }

  /** The faults that can strike requests of each kind. */
  private static Map<RequestKind, Set<WireFault>> possible(TestBench bench) {
    Map<RequestKind, Set<WireFault>> possible = new EnumMap<>(RequestKind.class);
    for (ExchangePoint exchange : bench.line().crossings()) {
      possible
          .computeIfAbsent(exchange.verb(), verb -> EnumSet.noneOf(WireFault.class))
          .addAll(exchange.faults());
    }
    // Those change what an adapter reads, and have no call fail.
    possible
        .values()
        .forEach(faults -> faults.removeAll(EnumSet.of(
            WireFault.CUT, WireFault.STALE, WireFault.SKEWED_DATE, WireFault.SLOW_BEFORE)));
    if (!bench.wired()) {
      // Without a wire time stands still while a call waits.
      possible.values().forEach(faults -> faults.removeAll(UNANSWERED));
    }
    return possible;
  }

  private static Collection<ErrorCase> oneOfEachKind(List<ErrorCase> errors) {
    Map<String, ErrorCase> kinds = new LinkedHashMap<>();
    errors.stream()
        .filter(error -> error.verb() != RequestKind.ACT)
        .forEach(error -> kinds.putIfAbsent(error.verb() + " " + error.kind(), error));
    return kinds.values();
  }

  /** Calls that fail, each in a certain way. */
  private static final class Failures {
    private final TestBench bench;
    private final ObservedProvider adapter;
    private final MachineSighting machine;
    private final PreparedLaunch prepared;
    private final long began = SystemTime.ticker().nanos();
    private int made;
    private boolean over;

    Failures(TestBench bench, ObservedProvider adapter) {
      this.bench = bench;
      this.adapter = adapter;
      this.prepared = bench.prepare();
      this.machine = bench.launch();
      bench.time().passUntilKnown(machine.id());
    }

    void repeat(RequestKind verb, WireFault fault) {
      forgetFaults();
      int times = verb == RequestKind.LAUNCH && !AFTER.contains(fault) ? MANY : SOME;
      for (Consumer<TestCallContext> call : calls(verb)) {
        for (int i = 0; i < times; i++) {
          bench.line().next(verb, fault);
          attempt(call, UNANSWERED.contains(fault));
        }
      }
    }

    void repeat(ErrorCase error) {
      forgetFaults();
      for (Consumer<TestCallContext> call : calls(error.verb())) {
        for (int i = 0; i < SOME; i++) {
          bench.line().next(error.verb(), error.reply());
          attempt(call, false);
        }
      }
    }

    /** A call that ended before its request was sent has left its fault to a later one. */
    void forgetFaults() {
      bench.spoil(List.of());
      bench.sweep(false);
    }

    private void attempt(Consumer<TestCallContext> call, boolean unanswered) {
      if (over) {
        return;
      }
      Duration most = bench.subject().patience().dividedBy(2);
      if (Thread.currentThread().isInterrupted() || SystemTime.since(began).compareTo(most) > 0) {
        over = true;
        bench.leavesOut(
            "failures after the first " + made, "time was up: the machine or the cloud is slow");
        return;
      }
      made++;
      CallOutcome failed =
          bench.attempt(() -> call.accept(bench.call(unanswered ? SHORT : ENOUGH)));
      if (!unanswered && failed.is(Kind.TIMEOUT)) {
        throw RuleViolation.late("after " + (made - 1)
            + " failed calls, one that is answered at once" + " has no end: " + failed);
      }
    }

    private List<Consumer<TestCallContext>> calls(RequestKind verb) {
      return switch (verb) {
        case READ ->
          List.of(
              call -> adapter.list(ListQuery.all(TestBench.POOL), row -> {}, call),
              call -> adapter.prepare(bench.spec(), call),
              adapter::identity);
        case LAUNCH -> List.of(call -> adapter.asks(prepared, bench.key(), call));
        case TERMINATE -> List.of(call -> adapter.terminate(machine.id(), call));
        case MARK -> marks();
        case ACT ->
          ActionFixture.claimed(bench).stream()
              .limit(1)
              .map(action -> ActionFixture.on(bench, action, machine.id()))
              .<Consumer<TestCallContext>>map(ready -> call -> {
                Object unused = ready.anew().ask(adapter, call);
              })
              .toList();
      };
    }

    private List<Consumer<TestCallContext>> marks() {
      if (bench.claims(Labeling.class)) {
        ObservedLabeling labels = new ObservedLabeling(adapter);
        return List.of(call -> labels.label(machine.id(), Map.of("state", "fine"), call));
      }
      if (bench.claims(Adoption.class)) {
        Adoption adoption = bench.adoption(adapter);
        return List.of(call -> adoption.mark(machine.id(), bench.marks(machine), call));
      }
      return List.of();
    }

    /**
     * Otherwise each would be ended by a call of its own. Time passes until lists show them no more: the
     * pages of dozens of ended machines take longer, on a slow machine, than a run has.
     */
    void killAll() {
      if (bench.cloud().console().isEmpty()) {
        return;
      }
      for (CloudResource left : bench.truth().ours()) {
        try {
          bench.truth().console().kill(new MachineId(left.id()));
        } catch (UnsupportedOperationException slower) {
          return;
        }
      }
      if (!bench.subject().outlivesRuns()) {
        bench.time().pass(FORGOTTEN);
      }
    }
  }
}
