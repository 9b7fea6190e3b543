package io.cloudadapter.testkit.rows;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.testkit.concurrent.ConcurrentCalls;
import io.cloudadapter.testkit.run.MachineLists.Listed;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** What rows show of machines is true: that they are there at any age, their launch times and their addresses. */
public final class RowFactTrials {
  private static final List<Duration> AGES =
      List.of(Duration.ofHours(25), Duration.ofDays(32), Duration.ofDays(400));

  /** Between launches, so that no two launch times are alike in any field. */
  private static final Duration APART = Duration.ofMinutes(77).plusSeconds(13);

  /** How far a launch time may be from the moment of the launch: clouds note it when they begin. */
  private static final Duration NEAR = Duration.ofMinutes(2);

  /** How far it may be from what the cloud shows: adapters may round to seconds. */
  private static final Duration ROUNDED = Duration.ofSeconds(1);

  /** By then a machine runs and has its addresses, in any cloud that is tried here. */
  private static final Duration BOOT = Duration.ofMinutes(5);

  private static final int THREADS = 8;
  private static final int LISTS = 20;

  /** Machines beside those launched: the more rows a list has, the more often two threads read one at once. */
  private static final int MORE = 8;

  private RowFactTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-3.19", RowFactTrials::anyAge).needs("MP-3.1"),
        Trial.of("MP-3.20", RowFactTrials::factsAreTrue).needs("MP-3.1", "MP-2.20"));
  }

  private static void anyAge(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId machine = bench.launch(key).id();
    Duration age = Duration.ZERO;
    for (Duration next : AGES) {
      bench.time().passInPeace(next.minus(age));
      age = next;
      List<ListQuery> queries =
          new ArrayList<>(List.of(ListQuery.all(TestBench.POOL), ListQuery.ids(List.of(machine))));
      if (!bench.hasGroup()) {
        queries.add(ListQuery.keys(TestBench.POOL, List.of(key)));
      }
      for (ListQuery query : queries) {
        Listed list = bench.lists().of(query);
        bench.require(
            list.result().complete() && list.row(machine).isPresent(),
            "a machine that is " + age.toHours() + " hours old is missing from a list by "
                + query.kind() + ": " + list.result() + " with " + list.rows());
      }
    }
  }

  private static void factsAreTrue(TestBench bench) throws Exception {
    Map<MachineId, Instant> born = new TreeMap<>();
    launched(bench, born);
    if (bench.subject().outlivesRuns()) {
      bench.leavesOut("launch times", "the cloud has a time of its own");
    } else {
      bench.time().pass(APART);
      launched(bench, born);
      bench.time().pass(APART);
    }
    bench.time().pass(bench.subject().outlivesRuns() ? Duration.ZERO : BOOT);
    bench.time().passLag();
    Map<MachineId, MachineSighting> rows = rows(bench, bench.provider(), born.keySet(), "a list");
    born.forEach((machine, launch) -> {
      time(bench, row(rows, machine), launch, "a list");
      timeInTruth(bench, row(rows, machine));
      addresses(bench, row(rows, machine));
    });
    HostDefaults.all().forEach(host -> elsewhere(bench, host, rows));
    inThreads(bench, rows.keySet());
  }

  private static void launched(TestBench bench, Map<MachineId, Instant> born) {
    Instant now = bench.clock().instant();
    MachineSighting made = bench.launch();
    born.put(made.id(), now);
    time(bench, made, now, "the answer to its launch");
  }

  private static MachineSighting row(Map<MachineId, MachineSighting> rows, MachineId machine) {
    MachineSighting row = rows.get(machine);
    if (row == null) {
      throw new RuleViolation("a complete list lacks " + machine + "; it has " + rows.keySet());
    }
    return row;
  }

  private static Map<MachineId, MachineSighting> rows(
      TestBench bench, ObservedProvider adapter, Set<MachineId> wanted, String which) {
    Map<MachineId, MachineSighting> rows = new TreeMap<>();
    boolean complete = adapter
        .list(ListQuery.all(TestBench.POOL), row -> rows.put(row.id(), row), bench.call())
        .complete();
    bench.require(complete, which + " is incomplete in peace");
    rows.keySet().retainAll(wanted);
    return rows;
  }

  private static void time(TestBench bench, MachineSighting row, Instant launch, String where) {
    if (row.launchTime().isEmpty() || bench.subject().outlivesRuns()) {
      return;
    }
    Duration off = Duration.between(launch, row.launchTime().get()).abs();
    bench.require(
        off.compareTo(NEAR) <= 0,
        where + " shows machine " + row.id() + ", launched at " + launch + ", with launch time "
            + row.launchTime().get());
  }

  /** A time that the cloud shows, and the row lacks, is none that the core could choose by. */
  private static void timeInTruth(TestBench bench, MachineSighting row) {
    List<Instant> told = new ArrayList<>();
    if (bench
        .truth()
        .attempts("launch times in truth", console -> told.add(console.launchTimeOf(row.id())))) {
      bench.require(
          row.launchTime()
              .filter(time -> Duration.between(time, told.get(0)).abs().compareTo(ROUNDED) <= 0)
              .isPresent(),
          "machine " + row.id() + " shows launch time "
              + row.launchTime().map(Instant::toString).orElse("none") + ", and has "
              + told.get(0));
    }
  }

  private static void addresses(TestBench bench, MachineSighting row) {
    same(bench, "public addresses", row, row.publicIps(), TestCloudConsole::publicIpsOf);
    same(bench, "private addresses", row, row.privateIps(), TestCloudConsole::privateIpsOf);
  }

  private static void same(
      TestBench bench,
      String what,
      MachineSighting row,
      List<String> shown,
      BiFunction<TestCloudConsole, MachineId, List<String>> truth) {
    List<List<String>> told = new ArrayList<>();
    if (bench.truth().attempts(what, console -> told.add(truth.apply(console, row.id())))) {
      bench.require(
          new TreeSet<>(shown).equals(new TreeSet<>(told.get(0))),
          "machine " + row.id() + " shows the " + what + " " + shown + ", and has " + told.get(0));
    }
  }

  /**
   * An adapter that is opened on another host lists and prepares the same. It logs in at home: the fake is on the
   * same host, and
   * what it makes anew might well be in that host's digits.
   */
  private static void elsewhere(
      TestBench bench, HostDefaults host, Map<MachineId, MachineSighting> rows) {
    PreparedLaunch wanted = bench.prepare();
    List<ObservedProvider> opened = new ArrayList<>();
    host.during(() -> opened.add(bench.another()));
    ObservedProvider adapter = opened.get(0);
    Map<MachineId, MachineSighting> unused = rows(bench, adapter, rows.keySet(), "a list");
    List<String> odd = new ArrayList<>();
    try {
      host.during(() -> FilteredCall.of(
          bench,
          (exchange, reply) -> {
            if (HostDefaults.writesOddly(reply.text())) {
              odd.add(exchange.toString());
            }
            return reply;
          },
          () -> {
            alike(
                bench,
                rows,
                rows(bench, adapter, rows.keySet(), "a list " + host),
                host.toString());
            PreparedLaunch prepared = adapter.prepare(bench.spec(), bench.call());
            bench.require(prepared.equals(wanted), host + " one spec is prepared as other bytes");
            return prepared;
          }));
    } catch (CloudException | RuleViolation wrong) {
      if (odd.isEmpty()) {
        throw new RuleViolation(host + ": " + wrong.getMessage(), wrong);
      }
      bench.leavesOut(
          "an adapter " + host,
          "the test cloud itself answers in that host's digits: " + odd.get(0));
    }
  }

  private static void alike(
      TestBench bench,
      Map<MachineId, MachineSighting> wanted,
      Map<MachineId, MachineSighting> seen,
      String where) {
    wanted.forEach((machine, row) -> {
      MachineSighting other = row(seen, machine);
      bench.require(
          other.equals(row),
          where + " machine " + machine + " shows as " + facts(other) + " instead of "
              + facts(row));
    });
  }

  private static String facts(MachineSighting row) {
    return row + " of " + row.launchTime().map(Instant::toString).orElse("no time") + " in "
        + row.zone() + " with size " + row.size() + ", " + row.publicIps() + " and "
        + row.privateIps();
  }

  /** Formats of dates, and buffers, that threads share mix what they read. */
  private static void inThreads(TestBench bench, Set<MachineId> born) throws Exception {
    Set<MachineId> all = new TreeSet<>(born);
    all.addAll(bench.truth().plant(MORE));
    bench.time().pass(bench.subject().outlivesRuns() ? Duration.ZERO : BOOT);
    bench.time().passLag();
    Map<MachineId, MachineSighting> wanted = rows(bench, bench.provider(), all, "a list");
    List<Integer> seen = ConcurrentCalls.together(bench, THREADS, number -> {
      for (int i = 0; i < LISTS; i++) {
        alike(
            bench,
            wanted,
            rows(bench, bench.provider(), all, "a list"),
            "in one of " + THREADS + " threads that list at once");
      }
      return number;
    });
    bench.require(seen.size() == THREADS, seen.size() + " of " + THREADS + " threads came back");
  }
}
