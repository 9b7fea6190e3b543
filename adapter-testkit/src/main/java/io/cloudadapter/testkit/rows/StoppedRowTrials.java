package io.cloudadapter.testkit.rows;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.feature.StartStop;
import io.cloudadapter.testkit.run.ActionFixture;
import io.cloudadapter.testkit.run.MachineAction;
import io.cloudadapter.testkit.run.MachineLists.Listed;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** Chapter 11: what rows show of machines that are stopped for long and started again, as warm pools do. */
public final class StoppedRowTrials {
  private static final List<Duration> STOPPED_FOR =
      List.of(Duration.ZERO, Duration.ofHours(25), Duration.ofDays(32));

  private StoppedRowTrials() {}

  public static List<Trial> all() {
    return List.of(
        of("MP-11.32", StoppedRowTrials::staysListed),
        of("MP-11.34", StoppedRowTrials::showsTheAddressesOfNow));
  }

  private static Trial of(String rule, Trial.Check check) {
    return Trial.of(rule, check).of(StartStop.class).needs("MP-9.1", "MP-11.3", "MP-11.30");
  }

  private static void staysListed(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId machine = bench.launch(key).id();
    List<ListQuery> queries = queries(bench, machine, key);
    ActionFixture stop = ActionFixture.on(bench, MachineAction.STOP, machine);
    MachineSighting was = row(bench, queries.get(0), machine, "runs");
    ActionProgress unused = stop.finishes(stop.ask(bench.call()));
    bench.time().passLag();
    Duration age = Duration.ZERO;
    for (Duration next : STOPPED_FOR) {
      bench.time().passInPeace(next.minus(age));
      age = next;
      for (ListQuery query : queries) {
        String how = "has been stopped for " + age.toHours() + " hours";
        asItWas(bench, was, row(bench, query, machine, how), MachineSighting.End.STOPPED, how);
      }
    }
    ActionFixture start = stop.instead(MachineAction.START);
    unused = start.finishes(start.ask(bench.call()));
    MachineSighting running =
        ActionFixture.awaits(bench, machine, MachineState.RUNNING, MachineSighting.End.NOT_ENDED);
    asItWas(bench, was, running, MachineSighting.End.NOT_ENDED, "was started again");
    bench.time().passLag();
    for (ListQuery query : queries) {
      MachineSighting row = row(bench, query, machine, "was started again");
      asItWas(bench, was, row, MachineSighting.End.NOT_ENDED, "was started again");
    }
  }

  private static List<ListQuery> queries(TestBench bench, MachineId machine, LaunchKey key) {
    List<ListQuery> queries =
        new ArrayList<>(List.of(ListQuery.all(TestBench.POOL), ListQuery.ids(List.of(machine))));
    if (!bench.hasGroup()) {
      queries.add(ListQuery.keys(TestBench.POOL, List.of(key)));
    }
    return queries;
  }

  private static MachineSighting row(
      TestBench bench, ListQuery query, MachineId machine, String how) {
    Listed list = bench.lists().of(query);
    return list.row(machine)
        .orElseThrow(() -> new RuleViolation("a machine that " + how
            + " is missing from a list by " + query.kind() + ": " + list.result() + " with "
            + list.rows()));
  }

  private static void asItWas(
      TestBench bench,
      MachineSighting was,
      MachineSighting is,
      MachineSighting.End end,
      String how) {
    bench.require(
        is.end() == end
            && is.pool().equals(was.pool())
            && is.incarnation().equals(was.incarnation())
            && is.key().equals(was.key())
            && is.zone().equals(was.zone())
            && is.size().equals(was.size())
            && is.market() == was.market(),
        "a machine that " + how + " shows as " + is + " in zone " + is.zone().orElse("-")
            + " of size " + is.size().orElse("-") + ", and was " + was + " in zone "
            + was.zone().orElse("-") + " of size " + was.size().orElse("-"));
  }

  private static void showsTheAddressesOfNow(TestBench bench) {
    ActionFixture stop = ActionFixture.ready(bench, MachineAction.STOP);
    bench.time().passLag();
    addresses(bench, stop.machine(), "runs");
    ActionProgress unused = stop.finishes(stop.ask(bench.call()));
    bench.time().passLag();
    addresses(bench, stop.machine(), "is stopped");
    ActionFixture start = stop.instead(MachineAction.START);
    unused = start.finishes(start.ask(bench.call()));
    MachineSighting row = ActionFixture.awaits(
        bench, stop.machine(), MachineState.RUNNING, MachineSighting.End.NOT_ENDED);
    bench.time().passLag();
    addresses(bench, row.id(), "was started again");
  }

  private static void addresses(TestBench bench, MachineId machine, String how) {
    MachineSighting row = row(bench, ListQuery.all(TestBench.POOL), machine, how);
    boolean known = same(bench, "public", how, row, row.publicIps(), TestCloudConsole::publicIpsOf);
    known |= same(bench, "private", how, row, row.privateIps(), TestCloudConsole::privateIpsOf);
    if (!known) {
      throw new NotTestableException("this console cannot read the addresses of a machine");
    }
  }

  /** Returns whether the console can read such addresses. */
  private static boolean same(
      TestBench bench,
      String which,
      String how,
      MachineSighting row,
      List<String> shown,
      BiFunction<TestCloudConsole, MachineId, List<String>> truth) {
    List<List<String>> told = new ArrayList<>();
    if (!bench
        .truth()
        .attempts(which + " addresses", console -> told.add(truth.apply(console, row.id())))) {
      return false;
    }
    bench.require(
        new TreeSet<>(shown).equals(new TreeSet<>(told.get(0))),
        "machine " + row.id() + ", which " + how + ", shows the " + which + " addresses " + shown
            + ", and has " + told.get(0));
    return true;
  }
}
