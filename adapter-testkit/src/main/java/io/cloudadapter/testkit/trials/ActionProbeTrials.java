package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionProgress.State;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.ActionFeature;
import io.cloudadapter.testkit.run.ActionFixture;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.MachineAction;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Chapter 11: whether an adapter can find out what became of an attempt. */
public final class ActionProbeTrials {
  /** What leaves a doubt, and what a look may fall for. */
  private static final Set<WireFault> DOUBTFUL = EnumSet.of(
      WireFault.RESET,
      WireFault.LOST_REPLY,
      WireFault.ERROR_BEFORE,
      WireFault.ERROR_AFTER,
      WireFault.SLOW_BEFORE,
      WireFault.TRUNCATED,
      WireFault.GARBAGE,
      WireFault.GARBAGE_ERROR);

  private static final int OFTEN = 10;

  private ActionProbeTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-11.7", ActionProbeTrials::tells),
            Trial.of("MP-11.8", ActionProbeTrials::isTrue).withFaults(DOUBTFUL))
        .map(trial -> trial.of(ActionFeature.class).needs("MP-9.1", "MP-11.3"))
        .toList();
  }

  private static List<MachineAction> traceable(TestBench bench, List<MachineAction> kinds) {
    List<MachineAction> traced =
        kinds.stream().filter(kind -> kind.of(bench.provider()).traceable()).toList();
    if (traced.isEmpty()) {
      throw NotTestableException.notThere("no feature of the adapter is traceable");
    }
    return traced;
  }

  private static void tells(TestBench bench) {
    for (MachineAction kind : ActionFixture.claimed(bench)) {
      boolean says = kind.of(bench.provider()).traceable();
      for (int i = 0; i < OFTEN; i++) {
        bench.require(
            kind.of(bench.provider()).traceable() == says,
            kind.feature().getSimpleName() + " is traceable at times, and at times not");
      }
    }
    for (MachineAction kind : traceable(bench, ActionFixture.claimed(bench))) {
      ActionFixture ready = ActionFixture.ready(bench, kind);
      bench.time().pass(bench.profile().settle().plusMillis(1));
      told(bench, ready, bench.provider(), State.NOT_DONE, "that was never asked for");
      ActionProgress done = ready.finishes(ready.ask(bench.call()));
      bench.time().pass(bench.profile().settle().plusMillis(1));
      for (ObservedProvider adapter : List.of(bench.provider(), bench.another())) {
        ActionProgress seen = told(bench, ready, adapter, State.DONE, "that is done");
        bench.require(
            seen.result().equals(done.result()),
            "progress returns the result " + seen.result() + " of a " + kind.word() + " that had "
                + done.result());
      }
      if (!kind.harmless()) {
        told(bench, ready.anew(), bench.provider(), State.NOT_DONE, "that came after another one");
      }
      if (bench.wired()) {
        othersWords(bench, ready);
      } else {
        bench.leavesOut(
            "answers by others than the cloud",
            "without a wire the kit cannot answer in the cloud's place");
      }
    }
  }

  private static ActionProgress told(
      TestBench bench, ActionFixture ready, ObservedProvider adapter, State wanted, String which) {
    ActionProgress seen = ready.look(adapter, bench.call());
    bench.require(
        seen.state() == wanted,
        "progress of a " + ready.kind().word() + " " + which + " must be " + wanted + ", and was "
            + seen);
    return seen;
  }

  /** An unreadable answer is no evidence that nothing was done. */
  private static void othersWords(TestBench bench, ActionFixture done) {
    for (int status : ProxyErrorPages.STATUSES) {
      stays(bench, done, "a web page of status " + status, ProxyErrorPages.page(status));
    }
    bench.cloud().errors().stream()
        .filter(row -> row.verb() == RequestKind.READ && row.kind() != Kind.NOT_FOUND)
        .forEach(row -> stays(bench, done, row.code(), row.reply()));
  }

  private static void stays(TestBench bench, ActionFixture done, String answer, ProxyReply reply) {
    bench.line().next(RequestKind.READ, reply);
    List<ActionProgress> seen = new ArrayList<>();
    CallOutcome look = bench.attempt(() -> seen.add(done.look(bench.call())));
    // Faults that were not reached must not strike the next call.
    bench.spoil(List.of());
    bench.require(
        !look.accepted()
            || seen.get(0).state() == State.UNKNOWN
            || seen.get(0).state() == State.DONE,
        "a look at a " + done.kind().word() + " that is done was answered with " + answer
            + ", and progress was " + seen);
  }

  /** Compares progress with the truth, at a time when no request can be on its way. */
  private static void isTrue(TestBench bench) {
    for (MachineAction kind : traceable(bench, ActionFixture.oneOfEachFeature(bench))) {
      ActionFixture ready = ActionFixture.ready(bench, kind);
      List<ActionProgress> said = new ArrayList<>();
      CallOutcome attempt = bench.attempt(() -> said.add(ready.ask(bench.call())));
      bench.sweep(false);
      bench.time().pass(bench.profile().settle().plusMillis(1));
      bench.sweep(true);
      CallOutcome look = bench.attempt(() -> said.add(ready.look(bench.call())));
      bench.sweep(false);
      ActionProgress last = ready.over(ready.looks(new CoreRetryModel(bench)));
      said.add(last);
      bench.time().passInPeace(ActionTrials.UNTIL_OVER);
      String what = kind.word() + " was answered " + (attempt.accepted() ? said.get(0) : attempt)
          + ", a look at it was " + (look.accepted() ? "accepted" : look);
      bench.require(
          last.state() == State.DONE
              || last.state() == State.NOT_DONE
              || last.state() == State.FAILED,
          what + ", and what became of it is " + last);
      for (ActionProgress one : said) {
        bench.require(
            one.state() != State.DONE || ready.times() == 1,
            what + ", progress is " + one + ", and in truth it was not done");
        bench.require(
            one.state() == State.DONE
                || one.state() == State.UNDER_WAY
                || one.state() == State.UNKNOWN
                || ready.times() == 0,
            what + ", progress is " + one + ", and in truth it was done");
      }
    }
  }
}
