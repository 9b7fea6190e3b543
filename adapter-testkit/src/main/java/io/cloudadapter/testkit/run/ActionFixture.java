package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionProgress.State;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One action of a machine that is ready for it. A rule may request it any number of times; the console counts how
 * often it was done since then. Used by the thread of the run.
 */
public final class ActionFixture {
  /** How often what takes a while is looked at. */
  private static final Duration STEP = Duration.ofSeconds(5);

  /** An hour, by then everything has come to its end. */
  private static final int STEPS = 720;

  /** The longest that a fault may last which strikes what only prepares or waits. */
  private static final Duration BEARABLE = Duration.ofSeconds(5);

  private final TestBench bench;
  private final MachineAction kind;
  private final MachineId machine;
  private final String snapshot;
  private final ActionToken token;
  private final int before;

  private ActionFixture(
      TestBench bench,
      MachineAction kind,
      MachineId machine,
      String snapshot,
      ActionToken token,
      int before) {
    this.bench = bench;
    this.kind = kind;
    this.machine = machine;
    this.snapshot = snapshot;
    this.token = token;
    this.before = before;
  }

  /** What the adapter claims to be able to do. */
  public static List<MachineAction> claimed(TestBench bench) {
    return Arrays.stream(MachineAction.values())
        .filter(kind -> kind.claimed(bench))
        .toList();
  }

  /** One of each feature: where each exchange is struck, others of it would show the same. */
  public static List<MachineAction> oneOfEachFeature(TestBench bench) {
    return List.of(MachineAction.REBOOT, MachineAction.SNAPSHOT, MachineAction.STOP).stream()
        .filter(kind -> kind.claimed(bench))
        .toList();
  }

  /** As {@link #on}, with a machine of its own. */
  public static ActionFixture ready(TestBench bench, MachineAction kind) {
    bench.sweep(false);
    MachineId machine = bench.truth().plant(1).iterator().next();
    return on(bench, kind, machine);
  }

  /**
   * Makes a machine ready: it runs, or is stopped if the action starts it, and has a snapshot if the action restores
   * one. No fault strikes meanwhile.
   */
  public static ActionFixture on(TestBench bench, MachineAction kind, MachineId machine) {
    bench.sweep(false);
    awaits(bench, machine, MachineState.RUNNING, MachineSighting.End.NOT_ENDED);
    bench.time().passUntilKnown(machine);
    String snapshot = "";
    if (kind == MachineAction.RESTORE) {
      ActionProgress taken = done(bench, MachineAction.SNAPSHOT, machine);
      snapshot = Optional.ofNullable(taken.result().get(Snapshots.SNAPSHOT_ID))
          .orElseThrow(
              () -> new RuleViolation("a snapshot was taken, and its id is missing: " + taken));
    } else if (kind == MachineAction.START) {
      ActionProgress unused = done(bench, MachineAction.STOP, machine);
      awaits(bench, machine, MachineState.TERMINATED, MachineSighting.End.STOPPED);
    }
    ActionFixture ready = new ActionFixture(
        bench, kind, machine, snapshot, token(bench, kind), before(bench, kind, machine));
    bench.sweep(true);
    return ready;
  }

  /** Without a count the action can still be requested: only {@link #times} is then of no use. */
  private static int before(TestBench bench, MachineAction kind, MachineId machine) {
    try {
      return times(bench, kind, machine);
    } catch (NotTestableException uncounted) {
      return 0;
    }
  }

  private static ActionProgress done(TestBench bench, MachineAction kind, MachineId machine) {
    ActionFixture first = new ActionFixture(bench, kind, machine, "", token(bench, kind), 0);
    return first.finishes(first.ask(bench.call()));
  }

  private static int times(TestBench bench, MachineAction kind, MachineId machine) {
    return bench.truth().provoke(console -> kind.times(console, machine));
  }

  private static ActionToken token(TestBench bench, MachineAction kind) {
    UUID action = new UUID(bench.random().nextLong(), bench.random().nextLong());
    return new ActionToken(action, kind.type(), 1, bench.clock().instant());
  }

  /** Lets time pass until a machine shows as wanted, for ten minutes at most. */
  public static MachineSighting awaits(
      TestBench bench, MachineId machine, MachineState state, MachineSighting.End end) {
    // Of two faults, the second may strike here, if the first one has added exchanges.
    CoreRetryModel core = new CoreRetryModel(bench);
    Optional<MachineSighting> row = Optional.empty();
    for (int i = 0; i < STEPS / 6; i++) {
      row = core.read("list", () -> look(bench, machine));
      if (row.filter(seen -> seen.state() == state && seen.end() == end && seen.stateKnown())
          .isPresent()) {
        return row.get();
      }
      bench.time().pass(STEP);
    }
    throw new RuleViolation("machine " + machine + " does not become " + state + " (" + end
        + ") in ten minutes, but shows as " + row);
  }

  private static Optional<MachineSighting> look(TestBench bench, MachineId machine) {
    List<MachineSighting> rows = new ArrayList<>();
    ListResult unused =
        bench.provider().list(ListQuery.ids(List.of(machine)), rows::add, patient(bench));
    return rows.stream().filter(row -> row.id().equals(machine)).findFirst();
  }

  /** All the time that there is; less where a fault, the second of two, could last as long as the call. */
  private static TestCallContext patient(TestBench bench) {
    Duration most = bench.profile().callTimeout();
    boolean lasting = bench.setting().shortCalls().isPresent();
    return bench.call(lasting && BEARABLE.compareTo(most) < 0 ? BEARABLE : most);
  }

  // ---- what it is

  public MachineAction kind() {
    return kind;
  }

  public MachineId machine() {
    return machine;
  }

  /** Returns the snapshot to restore; empty if the action restores none. */
  public String snapshot() {
    return snapshot;
  }

  /** Another action of the same kind on the same machine, counted from now on. */
  public ActionFixture anew() {
    return new ActionFixture(
        bench, kind, machine, snapshot, token(bench, kind), before(bench, kind, machine));
  }

  /** The same action, tried again. */
  public ActionFixture again() {
    ActionToken next =
        new ActionToken(token.action(), token.type(), token.attempt() + 1, token.since());
    return new ActionFixture(bench, kind, machine, snapshot, next, before);
  }

  /** Another kind of action, on the same machine as it is now. */
  public ActionFixture instead(MachineAction other) {
    return new ActionFixture(bench, other, machine, snapshot, token(bench, other), 0);
  }

  /** Brings the machine back to a snapshot instead. */
  public ActionFixture backTo(String which) {
    return new ActionFixture(
        bench, MachineAction.RESTORE, machine, which, token(bench, MachineAction.RESTORE), before);
  }

  // ---- asking

  public ActionProgress ask(CallContext call) {
    return ask(bench.provider(), call);
  }

  public ActionProgress ask(ObservedProvider adapter, CallContext call) {
    return kind.ask(adapter, machine, snapshot, token, call);
  }

  /** Asks for it, of another machine. */
  public void askOf(MachineId other) {
    ActionProgress unused = kind.ask(bench.provider(), other, snapshot, token, bench.call());
  }

  /** Asks for a reboot of a certain mode. */
  public ActionProgress reboots(Action.Mode mode) {
    ObservedProvider adapter = bench.provider();
    CallContext call = bench.call();
    Reboot reboot = (Reboot) kind.of(adapter);
    return adapter.acts(kind.word(), call, () -> reboot.reboot(machine, mode, token, call));
  }

  public ActionProgress look(CallContext call) {
    return look(bench.provider(), call);
  }

  public ActionProgress look(ObservedProvider adapter, CallContext call) {
    return adapter.looks(call, () -> kind.of(adapter).progress(machine, token, call));
  }

  boolean traceable() {
    return kind.of(bench.provider()).traceable();
  }

  // ---- what came of it

  /** How often it was done in truth since the machine was ready. */
  public int times() {
    int now = times(bench, kind, machine);
    return kind.harmless() ? now : now - before;
  }

  /** Waits for what takes a while. The rule is broken unless it is done in the end. */
  public ActionProgress finishes(ActionProgress answer) {
    ActionProgress last = over(answer);
    bench.require(
        last.state() == State.DONE,
        kind.word() + " of a machine that is ready for it was answered " + answer + ", and came to "
            + last);
    return last;
  }

  /** What became of it, however often that must be asked. */
  public ActionProgress looks(CoreRetryModel core) {
    return core.read("progress", () -> look(patient(bench)));
  }

  /** Waits for what takes a while, until it does not any more. */
  public ActionProgress over(ActionProgress answer) {
    CoreRetryModel core = new CoreRetryModel(bench);
    ActionProgress last = answer;
    boolean took = answer.state() == State.UNDER_WAY;
    Duration unseen = bench.profile().settle();
    for (int i = 0; i < STEPS; i++) {
      boolean lags =
          took && last.state() == State.NOT_DONE && STEP.multipliedBy(i).compareTo(unseen) <= 0;
      if (last.state() != State.UNDER_WAY && !lags) {
        return last;
      }
      bench.time().pass(STEP);
      last = looks(core);
    }
    return last;
  }
}
