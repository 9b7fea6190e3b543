package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import io.cloudadapter.testkit.wire.ProxyReply;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Chapter 3: a list reads each page, and no page twice. */
public final class ListPageTrials {
  private ListPageTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-3.1", ListPageTrials::everyPage)
            .needs("MP-2.1")
            .onLiveToo()
            .seeds(3),
        Trial.of("MP-3.7", ListPageTrials::noCircles).needs("MP-3.1"));
  }

  /** More pages than a careless limit, and more machines than another one. */
  private static final int PAGES = 51;

  private static final int CROWD = 251;

  /** Clouds whose pages are large need not fill fifty of them. */
  private static final int MOST = 400;

  /** As many as may be made on a real account. */
  private static final int FEW = 3;

  /** More pages than any list of ours needs. */
  private static final int ROUNDS = 300;

  /** The size of a page is unknown: so the trial lists pools of all sizes. */
  private static void everyPage(TestBench bench) {
    int most = bench.cloud().console().isPresent() ? ListTrials.MANY : FEW;
    Set<MachineId> made = new TreeSet<>();
    NavigableSet<Integer> exchanges = new TreeSet<>();
    ListTrials.has(bench, "the pool, which logs in first", bench.lists().pool(), made);
    for (int size = 0; size <= most; size++) {
      if (size > 0) {
        made.add(launchedIn(bench, size).id());
        bench.time().passLag();
      }
      int before = bench.line().crossings().size();
      ListTrials.has(bench, "the pool", bench.lists().pool(), made);
      exchanges.add(bench.line().crossings().size() - before);
    }
    boolean paged = exchanges.size() > 1;
    // Without a wire, making so many machines may cost more than all that is learnt from them.
    if (paged && bench.wired() && most == ListTrials.MANY && !bench.subject().outlivesRuns()) {
      manyPages(bench, made);
    } else {
      bench.leavesOut(
          "lists of more than " + most + " machines",
          paged ? "each would have to be made by a call" : "all that many came in one page");
    }
    if (bench.wired() && bench.cloud().listsInPages() && most == ListTrials.MANY && !paged) {
      throw onePage(bench);
    }
  }

  /** One after the other in each zone: a list may lack a whole one. */
  private static MachineSighting launchedIn(TestBench bench, int number) {
    List<String> zones = bench.sample().zones();
    if (zones.size() < 2 || bench.subject().outlivesRuns() || bench.hasGroup()) {
      return bench.launch();
    }
    LaunchSpec spec = LaunchSpecs.in(bench.spec(), Optional.of(zones.get(number % zones.size())));
    ObservedProvider provider = bench.provider();
    return provider
        .launch(provider.prepare(spec, bench.call()), bench.key(), 1, bench.call())
        .machines()
        .get(0);
  }

  /** More pages than anybody would read who reads only so many. */
  private static void manyPages(TestBench bench, Set<MachineId> made) {
    Set<MachineId> all = new TreeSet<>(made);
    int wanted = CROWD;
    while (all.size() < wanted) {
      all.addAll(bench.truth().plant(wanted - all.size()));
      bench.time().passLag();
      int before = bench.line().crossings().size();
      ListTrials.has(bench, "a large pool", bench.lists().pool(), all);
      int pages = bench.line().crossings().size() - before;
      if (pages < PAGES) {
        wanted = Math.min(MOST, all.size() * PAGES / Math.max(1, pages) + 1);
      }
    }
    all.removeAll(made);
    // Otherwise each would be ended by a call of its own.
    all.forEach(machine -> kill(bench, machine));
  }

  private static void kill(TestBench bench, MachineId machine) {
    try {
      bench.truth().console().kill(machine);
    } catch (UnsupportedOperationException slower) {
      // Then the end of the run does it.
    }
  }

  /** An adapter that reads no page but the first would do as well. */
  private static NotTestableException onePage(TestBench bench) {
    if (!bench.wired()) {
      return NotTestableException.notThere("without a wire there are no pages to be seen");
    }
    return bench.cloud().listsInPages()
        ? new NotTestableException(
            "a list of " + ListTrials.MANY + " machines takes one page; let the fake's pages hold"
                + " fewer, or say that the cloud has none: TestCloud.listsInPages")
        : NotTestableException.notThere("the cloud lists everything at once");
  }

  /** Each page's reply is the first one's, so that its successor is always the second. */
  private static void noCircles(TestBench bench) {
    bench.truth().plant(ListTrials.MANY);
    bench.time().passLag();
    bench.lists().pool();
    int before = bench.line().crossings().size();
    bench.lists().pool();
    int pages = bench.line().crossings().size() - before;
    bench.require(
        pages < ROUNDS, "a list of " + ListTrials.MANY + " machines took " + pages + " exchanges");
    List<ProxyReply> replies = bench.line().replies();
    if (replies.size() < 2) {
      throw onePage(bench);
    }
    for (int i = 0; i < ROUNDS; i++) {
      bench.line().next(RequestKind.READ, replies.get(0));
    }
    before = bench.line().crossings().size();
    boolean complete = complete(bench);
    int taken = bench.line().crossings().size() - before;
    bench.require(
        taken < ROUNDS, "a list whose pages lead back to one another took " + taken + " of them");
    bench.require(!complete, "a list whose pages lead back to one another is called complete");
  }

  private static boolean complete(TestBench bench) {
    try {
      return bench.lists().pool().result().complete();
    } catch (CloudException noticed) {
      return false;
    }
  }
}
