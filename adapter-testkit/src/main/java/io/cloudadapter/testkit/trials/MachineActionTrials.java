package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.Action.Mode;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionProgress.State;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.testkit.run.ActionFixture;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.MachineAction;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Chapter 11: what holds for reboots, for snapshots, and for stopping and starting. */
public final class MachineActionTrials {
  private static final Set<WireFault> REPEATED = EnumSet.of(
      WireFault.RESET,
      WireFault.LOST_REPLY,
      WireFault.ERROR_BEFORE,
      WireFault.ERROR_AFTER,
      WireFault.THROTTLED,
      WireFault.SLOW_BEFORE);

  private MachineActionTrials() {}

  public static List<Trial> all() {
    return List.of(
        of(Reboot.class, "MP-11.10", MachineActionTrials::bootsInBothModes).needs("MP-11.3"),
        of(Reboot.class, "MP-11.11", MachineActionTrials::rebootsNothingStopped).needs("MP-11.3"),
        of(Snapshots.class, "MP-11.20", MachineActionTrials::namesItsSnapshots),
        of(Snapshots.class, "MP-11.21", MachineActionTrials::bringsBack).needs("MP-11.3"),
        of(StartStop.class, "MP-11.30", MachineActionTrials::showsAsStoppedAndRunning),
        of(StartStop.class, "MP-11.31", MachineActionTrials::mayBeRepeated)
            .needs("MP-11.3")
            .withFaults(REPEATED),
        of(StartStop.class, "MP-11.33", MachineActionTrials::leavesWhatIsSo).needs("MP-11.31"));
  }

  private static Trial of(Class<?> feature, String rule, Trial.Check check) {
    return Trial.of(rule, check).of(feature).needs("MP-9.1");
  }

  private static void bootsInBothModes(TestBench bench) {
    boolean any = false;
    for (Mode mode : Mode.values()) {
      ActionFixture ready = ActionFixture.ready(bench, MachineAction.REBOOT);
      List<ActionProgress> said = new ArrayList<>();
      CallOutcome attempt = bench.attempt(() -> said.add(ready.reboots(mode)));
      if (attempt.accepted()) {
        ActionProgress unused = ready.finishes(said.get(0));
        MachineSighting row = ActionFixture.awaits(
            bench, ready.machine(), MachineState.RUNNING, MachineSighting.End.NOT_ENDED);
        bench.require(
            ready.times() == 1,
            "a " + mode.word() + " reboot is DONE, and " + row.id() + " was rebooted "
                + ready.times() + " times");
        any = true;
      } else {
        bench.time().passInPeace(ActionTrials.UNTIL_OVER);
        bench.require(
            attempt.is(Kind.UNSUPPORTED) && attempt.sure() && ready.times() == 0,
            "a " + mode.word() + " reboot must be done, or UNSUPPORTED with effect NONE, and was "
                + attempt + "; rebooted " + ready.times() + " times");
      }
    }
    bench.require(any, "the adapter claims Reboot, and all modes are UNSUPPORTED");
  }

  private static void rebootsNothingStopped(TestBench bench) {
    ActionFixture ready = ActionFixture.ready(bench, MachineAction.REBOOT);
    bench.truth().provoking(console -> console.stop(ready.machine()));
    bench.time().passLag();
    List<ActionProgress> said = new ArrayList<>();
    CallOutcome attempt = bench.attempt(() -> said.add(ready.ask(bench.call())));
    State state = attempt.accepted() ? ready.over(said.get(0)).state() : State.FAILED;
    bench.require(
        state == State.FAILED
            && (attempt.accepted() || (attempt.is(Conflict.BUSY) && attempt.sure())),
        "a reboot of a machine that is stopped must be FAILED, or CONFLICT with BUSY, effect NONE,"
            + " and was " + (attempt.accepted() ? state : attempt));
    bench.time().passInPeace(ActionTrials.UNTIL_OVER);
    bench.require(
        ready.times() == 0 && bench.truth().provoke(console -> console.isStopped(ready.machine())),
        "a reboot of a machine that is stopped was " + (attempt.accepted() ? state : attempt)
            + ", and the machine was rebooted or started");
  }

  private static void namesItsSnapshots(TestBench bench) {
    MachineId machine = bench.truth().plant(1).iterator().next();
    List<String> known = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ActionFixture ready = ActionFixture.on(bench, MachineAction.SNAPSHOT, machine);
      ActionProgress done = ready.finishes(ready.ask(bench.call()));
      String id = done.result().getOrDefault(Snapshots.SNAPSHOT_ID, "");
      List<String> there = bench.truth().provoke(console -> console.snapshotsOf(machine));
      bench.require(
          there.contains(id),
          "a snapshot is DONE with the result " + done.result() + ", and the machine has " + there);
      bench.require(!known.contains(id), "two snapshots have the id " + id);
      known.add(id);
    }
  }

  private static void bringsBack(TestBench bench) {
    ActionFixture ready = ActionFixture.ready(bench, MachineAction.RESTORE);
    // A newer one, that is not meant.
    ActionFixture newer = ActionFixture.on(bench, MachineAction.SNAPSHOT, ready.machine());
    ActionProgress unused = newer.finishes(newer.ask(bench.call()));
    unused = ready.finishes(ready.ask(bench.call()));
    List<String> restored = restored(bench, ready.machine());
    bench.require(
        restored.equals(List.of(ready.snapshot())),
        "a machine that was to be brought back to " + ready.snapshot() + " was brought back to "
            + restored);
    ActionFixture never = ActionFixture.on(bench, MachineAction.SNAPSHOT, ready.machine())
        .backTo(ready.snapshot() + "0");
    List<ActionProgress> said = new ArrayList<>();
    CallOutcome attempt = bench.attempt(() -> said.add(never.ask(bench.call())));
    bench.require(
        attempt.is(Kind.NOT_FOUND) && attempt.sure(),
        "a restore to a snapshot that never was must be NOT_FOUND, effect NONE, and was "
            + (attempt.accepted() ? said : attempt));
    bench.time().passInPeace(ActionTrials.UNTIL_OVER);
    bench.require(
        restored(bench, ready.machine()).equals(restored),
        "a restore to a snapshot that never was brought the machine back to "
            + restored(bench, ready.machine()));
  }

  private static List<String> restored(TestBench bench, MachineId machine) {
    return bench.truth().provoke(console -> console.restoresOf(machine));
  }

  private static void showsAsStoppedAndRunning(TestBench bench) {
    ActionFixture stop = ActionFixture.ready(bench, MachineAction.STOP);
    ActionProgress unused = stop.finishes(stop.ask(bench.call()));
    bench.time().passLag();
    shows(bench, stop.machine(), MachineState.TERMINATED, MachineSighting.End.STOPPED, "stopped");
    ActionFixture start = stop.instead(MachineAction.START);
    unused = start.finishes(start.ask(bench.call()));
    MachineSighting row = ActionFixture.awaits(
        bench, stop.machine(), MachineState.RUNNING, MachineSighting.End.NOT_ENDED);
    bench.require(
        !bench.truth().provoke(console -> console.isStopped(row.id())),
        "a machine that was started shows as " + row + ", and in truth it is stopped");
  }

  private static void shows(
      TestBench bench, MachineId machine, MachineState state, MachineSighting.End end, String how) {
    MachineSighting row = bench
        .lists()
        .ids(List.of(machine))
        .row(machine)
        .orElseThrow(() -> new RuleViolation("a machine that was " + how + " is not shown"));
    bench.require(
        row.state() == state && row.end() == end,
        "a machine that was " + how + " shows as " + row + " instead of " + state + " (" + end
            + ")");
  }

  private static void mayBeRepeated(TestBench bench) {
    CoreRetryModel core = new CoreRetryModel(bench);
    ActionFixture stop = ActionFixture.ready(bench, MachineAction.STOP);
    ends(bench, core, stop);
    ends(bench, core, stop.again());
    bench.sweep(true);
    ActionFixture start = stop.instead(MachineAction.START);
    ends(bench, core, start);
    ends(bench, core, start.again());
  }

  /** The first time under faults. */
  private static void ends(TestBench bench, CoreRetryModel core, ActionFixture power) {
    ActionProgress answer = core.read(power.kind().word(), () -> power.ask(bench.call()));
    bench.sweep(false);
    ActionProgress unused = power.finishes(answer);
    bench.time().passInPeace(bench.profile().settle().plus(ActionTrials.UNTIL_OVER));
    bench.require(
        power.times() == 1,
        power.kind().word() + " was repeated until it was DONE, and then the machine is "
            + (power.kind() == MachineAction.STOP ? "not stopped" : "stopped"));
  }

  /** Another action, under a token of its own, asks for what is so already. */
  private static void leavesWhatIsSo(TestBench bench) {
    ActionFixture stop = ActionFixture.ready(bench, MachineAction.STOP);
    ActionProgress unused = stop.finishes(stop.ask(bench.call()));
    staysSo(bench, stop.instead(MachineAction.STOP));
    ActionFixture start = stop.instead(MachineAction.START);
    unused = start.finishes(start.ask(bench.call()));
    ActionFixture.awaits(
        bench, stop.machine(), MachineState.RUNNING, MachineSighting.End.NOT_ENDED);
    List<Integer> reboots = new ArrayList<>();
    boolean counted = bench
        .truth()
        .attempts("reboots", console -> reboots.add(console.rebootsOf(stop.machine())));
    staysSo(bench, stop.instead(MachineAction.START));
    if (counted) {
      int now = bench.truth().provoke(console -> console.rebootsOf(stop.machine()));
      bench.require(
          now == reboots.get(0), "a start of a machine that ran has rebooted it, " + now + " now");
    }
  }

  private static void staysSo(TestBench bench, ActionFixture again) {
    ActionProgress unused = again.finishes(again.ask(bench.call()));
    bench.time().passInPeace(bench.profile().settle().plus(ActionTrials.UNTIL_OVER));
    bench.require(
        again.times() == 1,
        "a second " + again.kind().word() + ", with a token of its own, has undone the first");
  }
}
