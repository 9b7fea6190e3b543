package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.testkit.run.ActionFixture;
import io.cloudadapter.testkit.run.CallMix;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CloudResourceFixture;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.ExchangePoint;
import io.cloudadapter.testkit.run.MachineAction;
import io.cloudadapter.testkit.run.ObservedLabeling;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.OtherAccount;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TestCallContext;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.run.TrialRunner;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.WireFault;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Chapter 6: time and budget. Calls that are given up are in {@link CancelledCallTrials}. */
public final class TimeTrials {
  private static final Duration HOUR = Duration.ofHours(1);

  /** Machines for some pages of a list. */
  private static final int SOME = 5;

  /** So late is a call whose exchanges each have all the time of it. */
  private static final Duration UNBEARABLE = TestBench.LATEST.plusMillis(500);

  /** More than a round has. */
  private static final int MANY = 60;

  private TimeTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-6.1", TimeTrials::keepsDeadlines).onRealTime().withFaults(TrialRunner.LASTING),
        Trial.of("MP-6.2", CancelledCallTrials::heedsInterrupts).needs("MP-6.1").onRealTime(),
        Trial.of("MP-6.3", CancelledCallTrials::heedsCancellation)
            .needs("MP-6.1")
            .onRealTime(),
        Trial.of("MP-6.4", TimeTrials::asksFirst),
        Trial.of("MP-6.5", TimeTrials::caresForNoClock).onRealTime(),
        Trial.of("MP-6.6", TimeTrials::sendsNothingLate),
        Trial.of("MP-6.7", TimeTrials::passesRefusalsThrough));
  }

  /** How long each call took is looked at by {@link ObservedProvider}. */
  private static void keepsDeadlines(TestBench bench) {
    boolean undisturbed = bench.setting().shortCalls().isEmpty();
    if (bench.wired() && undisturbed) {
      // On a cloud of its own, so that the round below has the same exchanges with faults as
      // without.
      OtherAccount.use(bench, TimeTrials::sharesOneDeadline);
    } else if (undisturbed) {
      bench.leavesOut("one deadline for several exchanges", "without a wire none can be slow");
    }
    new CallMix(bench).careful();
  }

  /** Of the calls that only read, the one with the most exchanges must do with the time of one. */
  private static void sharesOneDeadline(TestBench bench) {
    Set<MachineId> made = bench.truth().plant(Math.min(SOME, bench.profile().maxIdsPerList()));
    bench.time().passLag();
    List<Consumer<TestCallContext>> reads = List.of(
        call -> bench.provider().list(ListQuery.all(TestBench.POOL), row -> {}, call),
        call -> bench.provider().list(ListQuery.ids(made), row -> {}, call),
        call -> bench.provider().prepare(bench.spec(), call));
    // A login, and what is read only once in a while, are not there when it counts.
    reads.forEach(read -> read.accept(bench.call()));
    int most = 0;
    Consumer<TestCallContext> longest = reads.get(0);
    for (Consumer<TestCallContext> read : reads) {
      int before = bench.line().crossings().size();
      read.accept(bench.call());
      int exchanges = bench.line().crossings().size() - before;
      if (exchanges > most) {
        most = exchanges;
        longest = read;
      }
    }
    if (most > 1) {
      takesTooLong(bench, longest, Math.min(most, 3));
    } else {
      bench.leavesOut("one deadline for several exchanges", "no call that reads has two of them");
    }
    made.forEach(machine -> new CoreRetryModel(bench).terminate(machine));
  }

  /** The first exchanges take three quarters of the call's time, the next one has no end. */
  private static void takesTooLong(TestBench bench, Consumer<TestCallContext> call, int exchanges) {
    int each = (int) UNBEARABLE.dividedBy(exchanges - 1L).toMillis();
    List<FaultInjection> late = new ArrayList<>();
    for (int i = 1; i < exchanges; i++) {
      late.add(new FaultInjection(WireFault.SLOW, i, 0, each));
    }
    late.add(new FaultInjection(WireFault.SLOW, exchanges, 0, 0));
    bench.spoil(late);
    Duration time = UNBEARABLE.multipliedBy(4).dividedBy(3);
    CallOutcome unused = bench.attempt(() -> call.accept(bench.call(time)));
    bench.spoil(List.of());
  }

  private static void asksFirst(TestBench bench) {
    ObservedProvider adapter = bench.provider();
    requireAsked(bench, "identity", call -> adapter.identity(call));
    List<MachineSighting> made = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      List<PreparedLaunch> frozen = new ArrayList<>();
      requireAsked(bench, "prepare", call -> frozen.add(adapter.prepare(bench.spec(), call)));
      requireAsked(bench, "launch", call -> adapter.asks(frozen.get(0), bench.key(), call));
      made.add(bench.launch());
    }
    bench.time().passLag();
    requireAsked(
        bench, "list", call -> adapter.list(ListQuery.all(TestBench.POOL), row -> {}, call));
    MachineSighting first = made.get(0);
    if (bench.claims(Adoption.class)) {
      requireAsked(
          bench,
          "mark",
          call -> bench.adoption(adapter).mark(first.id(), bench.marks(first), call));
      bench.time().passLag();
    }
    if (bench.claims(Labeling.class)) {
      requireAsked(
          bench,
          "label",
          call -> new ObservedLabeling(adapter).label(first.id(), Map.of("a", "b"), call));
    }
    for (MachineAction kind : ActionFixture.claimed(bench)) {
      ActionFixture ready = ActionFixture.ready(bench, kind);
      requireAsked(bench, kind.word(), call -> acts(ready, call));
      requireAsked(bench, "progress", call -> looks(ready, call));
    }
    CloudResourceFixture.of(bench).calls().forEach((what, call) -> requireAsked(bench, what, call));
    made.forEach(
        machine -> requireAsked(bench, "terminate", call -> adapter.terminate(machine.id(), call)));
  }

  private static void acts(ActionFixture ready, CallContext call) {
    ActionProgress unused = ready.ask(call);
  }

  private static void looks(ActionFixture ready, CallContext call) {
    ActionProgress unused = ready.look(call);
  }

  /** Each time that the budget is asked, nothing may have been sent for which it was not. */
  private static void requireAsked(TestBench bench, String what, Consumer<CallContext> made) {
    TestCallContext call = bench.call();
    int sentBefore = bench.line().crossings().size();
    Map<RequestKind, Integer> askedBefore = bench.units();
    call.whenAsked(() -> requireCovered(bench, what, sentBefore, askedBefore));
    made.accept(call);
    requireCovered(bench, what, sentBefore, askedBefore);
  }

  private static void requireCovered(
      TestBench bench, String what, int sentBefore, Map<RequestKind, Integer> askedBefore) {
    List<ExchangePoint> all = bench.line().crossings();
    List<ExchangePoint> mine = all.subList(sentBefore, all.size());
    for (RequestKind verb : RequestKind.values()) {
      long sent = mine.stream().filter(crossing -> crossing.verb() == verb).count();
      int asked = bench.units().getOrDefault(verb, 0) - askedBefore.getOrDefault(verb, 0);
      if (sent > asked) {
        throw new RuleViolation(what + " had sent " + sent + " requests of kind " + verb
            + " when the budget had been asked for " + asked + " of them");
      }
    }
  }

  private static void caresForNoClock(TestBench bench) {
    boolean wire = bench.cloud().faultPoint().isEmpty();
    for (int direction : List.of(1, -1)) {
      String where = direction > 0 ? "ahead" : "behind";
      InstantSource now = bench.clock();
      InstantSource skewed = () -> now.instant().minus(HOUR.multipliedBy(direction));
      ProviderEnvironment ours = bench.environment();
      ProviderEnvironment theirs =
          new ProviderEnvironment(ours.account(), skewed, ours.ticker(), ours.random());
      round(
          bench, bench.another(theirs), "with our clock such that the cloud's is an hour " + where);
      if (wire) {
        List<FaultInjection> faults = new ArrayList<>();
        for (int i = 1; i <= MANY; i++) {
          faults.add(new FaultInjection(WireFault.SKEWED_DATE, i, 0, direction));
        }
        bench.spoil(faults);
        round(bench, bench.another(), "with replies dated an hour " + where);
      } else {
        bench.leavesOut("replies of another hour", "without a wire they have no date");
      }
    }
  }

  private static void round(TestBench bench, ObservedProvider adapter, String how) {
    try {
      new CallMix(bench).straight(adapter);
    } catch (CloudException error) {
      throw new RuleViolation(how + ", a call failed: " + error.summary(), error);
    } catch (RuleViolation broken) {
      throw new RuleViolation(how + ", " + broken.getMessage(), broken);
    }
  }

  private static void sendsNothingLate(TestBench bench) {
    for (Duration none : List.of(Duration.ZERO, Duration.ofMillis(-1))) {
      requireTooLate(bench, bench.another(), none);
      requireTooLate(bench, bench.provider(), none);
    }
  }

  private static void requireTooLate(TestBench bench, ObservedProvider adapter, Duration none) {
    MachineSighting machine = bench.launch();
    calls(bench, adapter, machine).forEach((what, made) -> {
      int before = sent(bench);
      CallOutcome attempt = bench.attempt(() -> made.accept(bench.call(none)));
      bench.require(
          attempt.is(Kind.TIMEOUT) && attempt.sure(),
          what + " with " + none.toMillis() + " ms left was not TIMEOUT with effect NONE but "
              + attempt);
      bench.require(
          sent(bench) == before,
          what + " with " + none.toMillis() + " ms left is TIMEOUT, but sent "
              + (sent(bench) - before) + " requests");
    });
    bench.time().passUntilKnown(machine.id());
    bench.provider().terminate(machine.id(), bench.call());
  }

  /** Without a wire, asking the budget is all that can be seen, and allowed. */
  private static int sent(TestBench bench) {
    return bench.cloud().faultPoint().isPresent() ? 0 : bench.line().crossings().size();
  }

  private static void passesRefusalsThrough(TestBench bench) {
    PreparedLaunch unused = bench.prepare();
    MachineSighting machine = bench.launch();
    bench.time().passLag();
    calls(bench, bench.provider(), machine).forEach((what, made) -> {
      boolean refused = true;
      for (int allowed = 0; refused; allowed++) {
        bench.time().passLag();
        refused = refused(bench, what, made, allowed);
        bench.require(
            allowed < MANY, what + " asks its budget again and again although it is refused");
        // Only what reaches the cloud needs the budget, and to prepare may need no exchange.
        bench.require(
            refused || allowed > 0 || what.equals("prepare"),
            what + " worked although the budget was THROTTLED throughout");
      }
    });
  }

  /** Whether so many exchanges were too few; then the refusal must be the budget's own. */
  private static boolean refused(
      TestBench bench, String what, Consumer<CallContext> made, int allowed) {
    int before = bench.line().crossings().size();
    CallOutcome attempt = bench.attempt(() -> made.accept(bench.call().brokeAfter(allowed)));
    List<ExchangePoint> crossings = bench.line().crossings();
    List<ExchangePoint> mine = crossings.subList(before, crossings.size());
    if (attempt.accepted()) {
      return false;
    }
    String told =
        what + ", THROTTLED by the budget after " + allowed + " exchanges, was " + attempt;
    bench.require(
        attempt.is(Kind.THROTTLED)
            && attempt
                .error()
                .flatMap(CloudException::retryAfter)
                .equals(Optional.of(TestCallContext.WAIT)),
        told);
    // What a launch makes beside its machine is released later: the effect is about the machine.
    boolean beside = what.equals("launch") && bench.claims(MachineResources.class);
    boolean wrote = mine.stream()
        .anyMatch(c -> c.verb() != RequestKind.READ && !(beside && c.verb() == RequestKind.ACT));
    Effect effect = wrote ? Effect.UNKNOWN : Effect.NONE;
    bench.require(
        attempt.error().orElseThrow().effect() == effect, told + " instead of effect " + effect);
    bench.require(mine.size() <= allowed, told + ", and then sent " + mine.size() + " requests");
    return true;
  }

  /** Each kind of call that reaches the cloud. Of launches, each has a key of its own. */
  static Map<String, Consumer<CallContext>> calls(
      TestBench bench, ObservedProvider adapter, MachineSighting machine) {
    Map<String, Consumer<CallContext>> calls = new LinkedHashMap<>();
    PreparedLaunch frozen = bench.prepare();
    calls.put("identity", call -> adapter.identity(call));
    calls.put("prepare", call -> adapter.prepare(bench.spec(), call));
    calls.put("list", call -> adapter.list(ListQuery.all(TestBench.POOL), row -> {}, call));
    calls.put("launch", call -> adapter.asks(frozen, bench.key(), call));
    if (bench.claims(Adoption.class)) {
      Adoption adoption = bench.adoption(adapter);
      calls.put("mark", call -> adoption.mark(machine.id(), bench.marks(machine), call));
      calls.put("unmark", call -> adoption.unmark(machine.id(), bench.marks(machine), call));
    }
    if (bench.claims(Labeling.class)) {
      Labeling relabel = new ObservedLabeling(adapter);
      calls.put("label", call -> relabel.label(machine.id(), Map.of("state", "fine"), call));
    }
    ActionFixture.claimed(bench).stream().limit(1).forEach(kind -> {
      ActionFixture ready = ActionFixture.ready(bench, kind);
      calls.put(kind.word(), call -> {
        ActionProgress unused = ready.anew().ask(adapter, call);
      });
      calls.put("progress", call -> {
        ActionProgress unused = ready.look(adapter, call);
      });
    });
    calls.putAll(CloudResourceFixture.by(bench, adapter).calls());
    calls.put("terminate", call -> adapter.terminate(machine.id(), call));
    return calls;
  }
}
