package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSighting.End;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.MachineLists;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Chapter 3: what a list shows of a machine, and when. */
public final class ListRowTrials {
  private static final Duration STEP = Duration.ofSeconds(1);

  /** Steps until everything that was requested has come to its end, in any cloud that is tried here. */
  private static final int LONG = 300;

  /** Lists that each show another state inside the lag. */
  private static final int LOOKS = 4;

  private ListRowTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-3.4", ListRowTrials::inTime).needs("MP-3.1", "MP-4.3").seeds(5),
        Trial.of("MP-3.5", ListRowTrials::unknownStates).needs("MP-3.1", "MP-4.3"),
        Trial.of("MP-3.8", ListRowTrials::lateRefusals).needs("MP-3.1"),
        Trial.of("MP-3.14", ListRowTrials::stoppedOrEnded).needs("MP-3.1", "MP-4.3"),
        Trial.of("MP-3.15", ListRowTrials::filledIn).needs("MP-3.1").onLiveToo());
  }

  private static void inTime(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId machine = bench.launch(key).id();
    passLooking(bench, bench.profile().visibleWithin(), queries(bench, machine, key));
    for (int i = 0; i < LOOKS; i++) {
      for (ListQuery query : queries(bench, machine, key)) {
        bench.require(
            bench.lists().of(query).row(machine).isPresent(),
            "machine " + machine + " is missing from a list by " + query.kind() + " that began "
                + bench.profile().visibleWithin() + " after its launch");
      }
    }
    bench.provider().terminate(machine, bench.call());
    for (int i = 0; i < LONG && bench.truth().resource(machine).isPresent(); i++) {
      bench.time().pass(STEP);
    }
    bench.require(
        bench.truth().resource(machine).isEmpty(),
        "machine " + machine + " has not ended in " + LONG + " s");
    passLooking(bench, bench.profile().goneWithin(), queries(bench, machine, key));
    for (int i = 0; i < LOOKS; i++) {
      for (ListQuery query : queries(bench, machine, key)) {
        Optional<MachineSighting> row = bench.lists().of(query).row(machine);
        bench.require(
            row.filter(seen -> seen.end() != End.FINAL).isEmpty(),
            "a list by " + query.kind() + " that began " + bench.profile().goneWithin()
                + " after the end of machine " + machine + " shows " + row);
      }
      bench.time().pass(STEP);
    }
  }

  /** Lets so much time pass, and looks once just before the end of it: no later answer may be that one. */
  private static void passLooking(TestBench bench, Duration time, List<ListQuery> queries) {
    Duration last = time.compareTo(STEP) > 0 ? STEP : time.dividedBy(2);
    bench.time().pass(time.minus(last));
    for (ListQuery query : queries) {
      MachineLists.Listed unused = bench.lists().of(query);
    }
    bench.time().pass(last.plusMillis(1));
  }

  private static List<ListQuery> queries(TestBench bench, MachineId machine, LaunchKey key) {
    List<ListQuery> queries = List.of(
        ListQuery.all(TestBench.POOL),
        ListQuery.ids(List.of(machine)),
        ListQuery.keys(TestBench.POOL, List.of(key)));
    return bench.hasGroup() ? queries.subList(0, 2) : queries;
  }

  private static void unknownStates(TestBench bench) {
    MachineId brief = bench.launch().id();
    MachineId machine = bench.launch().id();
    for (int i = 0; i < 2 * LOOKS; i++) {
      known(bench);
      bench.time().pass(STEP);
    }
    bench.time().passUntilKnown(brief);
    bench.provider().terminate(brief, bench.call());
    for (int i = 0; i < 2 * LOOKS; i++) {
      known(bench);
      bench.time().pass(STEP);
    }
    bench.truth().provoking(console -> console.showUnknownState(machine));
    bench.time().passLag();
    MachineSighting row = shown(bench, machine);
    bench.require(
        row.state() != MachineState.TERMINATED && row.end() == End.NOT_ENDED,
        "a machine in an unknown state shows as ended: " + row);
    bench.require(!row.stateKnown(), "an unknown state shows as a known one: " + row);
  }

  private static void known(TestBench bench) {
    for (MachineSighting row : bench.lists().pool().rows()) {
      bench.require(row.stateKnown(), "an ordinary state of a machine is not known: " + row);
    }
  }

  private static MachineSighting shown(TestBench bench, MachineId machine) {
    MachineLists.Listed listed = bench.lists().pool();
    return listed
        .row(machine)
        .orElseThrow(
            () -> new RuleViolation("machine " + machine + " is missing from a list of its pool, "
                + listed.result() + ", which shows " + listed.rows()));
  }

  private static void lateRefusals(TestBench bench) {
    lateRefusal(bench, Kind.CAPACITY);
    try {
      lateRefusal(bench, Kind.QUOTA);
    } catch (NotTestableException never) {
      // Few clouds find out so late what an account may have.
    }
  }

  private static void lateRefusal(TestBench bench, Kind kind) {
    bench.truth().provoking(console -> console.failLater(kind));
    Optional<MachineSighting> failing = new CoreRetryModel(bench).launchThatFailsLater();
    if (failing.isEmpty()) {
      return;
    }
    MachineId machine = failing.get().id();
    Optional<MachineSighting> row = Optional.empty();
    for (int i = 0; i < LONG && !rejected(row); i++) {
      bench.time().pass(STEP);
      row = bench.lists().pool().row(machine);
    }
    bench.require(
        rejected(row),
        "a machine whose launch failed after it was accepted shows as "
            + row.map(ListRowTrials::told).orElse("nothing") + " instead of REJECTED");
    Optional<LaunchFailure> failure = row.flatMap(MachineSighting::failure);
    bench.require(
        failure.filter(why -> why.kind() == kind).isPresent(),
        "a machine failed for want of " + kind + ", and shows "
            + failure.map(LaunchFailure::toString).orElse("no failure"));
    bench.require(
        kind != Kind.CAPACITY
            || failure.filter(why -> wide(why.scope().level())).isEmpty(),
        "a machine failed for want of CAPACITY in no zone, size or market: " + failure);
  }

  /** A scope in which no other zone or size is left to be tried. */
  private static boolean wide(ErrorScope.Level level) {
    return level == ErrorScope.Level.ACCOUNT || level == ErrorScope.Level.MACHINE;
  }

  private static boolean rejected(Optional<MachineSighting> row) {
    return row.filter(seen -> seen.state() == MachineState.REJECTED).isPresent();
  }

  private static String told(MachineSighting row) {
    return row.state() + ", end " + row.end();
  }

  private static void stoppedOrEnded(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId stopped = bench.launch(key).id();
    MachineId ended = bench.launch().id();
    bench.time().passLag();
    bench.truth().provoking(console -> console.stop(stopped));
    bench.provider().terminate(ended, bench.call());
    stillThere(bench, ended);
    bench.time().passLag();
    int seen = 0;
    for (int i = 0; i < LONG && seen < LOOKS; i++) {
      for (ListQuery query : queries(bench, stopped, key)) {
        Optional<MachineSighting> row = bench.lists().of(query).row(stopped);
        bench.require(
            row.filter(it -> it.state() == MachineState.TERMINATED && it.end() == End.STOPPED)
                .isPresent(),
            "in a list by " + query.kind() + " a stopped machine shows as "
                + row.map(ListRowTrials::told).orElse("nothing")
                + " instead of TERMINATED, end STOPPED");
      }
      Optional<MachineSighting> gone = bench.lists().pool().row(ended);
      bench.require(
          gone.filter(it -> it.end() == End.STOPPED).isEmpty(),
          "an ended machine shows as end STOPPED instead of FINAL: " + gone);
      if (bench.truth().resource(ended).isEmpty()) {
        seen++;
      }
      bench.time().pass(STEP);
    }
    bench.time().pass(bench.profile().goneWithin());
    Optional<MachineSighting> gone = bench.lists().pool().row(ended);
    bench.require(
        gone.filter(it -> it.end() != End.FINAL).isEmpty(),
        "an ended machine shows as " + gone.map(ListRowTrials::told) + " instead of end FINAL");
  }

  /**
   * A machine whose end was requested lives until it has ended. A cloud may hide it, but an adapter must return what
   * its cloud lists.
   */
  private static void stillThere(TestBench bench, MachineId machine) {
    if (!bench.wired()) {
      bench.leavesOut(
          "machines that the cloud lists while they end",
          "without a wire the cloud's lists are invisible");
    }
    Duration step = STEP.dividedBy(10);
    for (int i = 0; i < 6 * LOOKS && bench.truth().resource(machine).isPresent(); i++) {
      Optional<MachineSighting> row = bench.lists().pool().row(machine);
      boolean told = bench.line().replies().stream()
          .anyMatch(reply -> reply.text().contains('"' + machine.value() + '"'));
      // Looked at afterwards, so it lived while the list was read.
      if (bench.truth().resource(machine).isPresent()) {
        bench.require(
            row.filter(it -> it.end() == End.FINAL).isEmpty(),
            "a machine that is ending, but lives, shows as " + row.map(ListRowTrials::told));
        bench.require(
            row.isPresent() || !told,
            "the cloud lists machine " + machine + ", which is ending, and the adapter leaves it"
                + " out");
      }
      bench.time().pass(step);
    }
  }

  private static void filledIn(TestBench bench) {
    LaunchSpec spec = bench.spec();
    MachineId machine = bench.launch().id();
    bench.time().passLag();
    List<Optional<Instant>> times = new ArrayList<>();
    for (int i = 0; i < LOOKS; i++) {
      MachineSighting row = shown(bench, machine);
      bench.require(
          spec.zone().isEmpty() || row.zone().equals(spec.zone()),
          "a machine launched into zone " + spec.zone() + " shows zone " + row.zone());
      bench.require(
          spec.size().isEmpty() || row.size().equals(spec.size()),
          "a machine launched with size " + spec.size() + " shows size " + row.size());
      times.add(row.launchTime());
      bench.time().pass(STEP);
    }
    bench.require(
        times.stream().distinct().count() == 1,
        "the launch time of one machine changes from list to list: " + times);
  }
}
