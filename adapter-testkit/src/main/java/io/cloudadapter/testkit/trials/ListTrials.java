package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.wire.ProxyReply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Chapter 3: which machines a list has. {@link ListRowTrials}: what it shows of each. */
public final class ListTrials {
  /** More than three of the small pages that test clouds have. */
  private static final int MANY = 10;

  /** More pages than a careless limit, and machines for so many of them. */
  private static final int PAGES = 25;

  private static final int SMALL_PAGE = 3;
  private static final int CROWD = 120;

  /** As many as may be made on a real account. */
  private static final int FEW = 3;

  /** More pages than any list of ours needs. */
  private static final int ROUNDS = 300;

  private ListTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-3.1", ListTrials::everyPage).needs("MP-2.1").onLiveToo().seeds(3),
        Trial.of("MP-3.2", ListTrials::noErrorIsAnEnd).needs("MP-3.1").withFaults(),
        Trial.of("MP-3.3", ListTrials::thisPoolOnly).needs("MP-2.1").onLiveToo(),
        Trial.of("MP-3.6", ListTrials::onlyReads).needs("MP-3.1").withFaults(),
        Trial.of("MP-3.7", ListTrials::noCircles).needs("MP-3.1"),
        Trial.of("MP-3.9", ListTrials::byIds).needs("MP-3.1"),
        Trial.of("MP-3.10", ListTrials::byKeys).needs("MP-3.1"),
        Trial.of("MP-3.11", ListTrials::bounded).needs("MP-3.1", "MP-3.9", "MP-3.10"),
        Trial.of("MP-3.12", ListTrials::gaps).needs("MP-3.1"),
        Trial.of("MP-3.13", ListTrials::strangers).needs("MP-3.1"));
  }

  /** The size of a page is unknown: so the trial lists pools of all sizes. */
  private static void everyPage(TestBench bench) {
    int most = bench.cloud().console().isPresent() ? MANY : FEW;
    Set<MachineId> made = new TreeSet<>();
    NavigableSet<Integer> exchanges = new TreeSet<>();
    has(bench, "the pool, which logs in first", bench.listPool(), made);
    for (int size = 0; size <= most; size++) {
      if (size > 0) {
        made.add(launchedIn(bench, size).id());
        bench.passLag();
      }
      int before = bench.line().crossings().size();
      has(bench, "the pool", bench.listPool(), made);
      exchanges.add(bench.line().crossings().size() - before);
    }
    boolean paged = exchanges.size() > 1;
    // Without a wire, making so many machines may cost more than all that is learnt from them.
    if (paged && bench.wired() && most == MANY && !bench.subject().outlivesRuns()) {
      manyPages(bench, made);
    } else {
      bench.leavesOut(
          "lists of more than " + most + " machines",
          paged ? "each would have to be made by a call" : "all that many came in one page");
    }
    if (bench.wired() && bench.cloud().listsInPages() && most == MANY && !paged) {
      throw onePage(bench);
    }
  }

  /** One after the other in each zone: a list may lack a whole one. */
  private static MachineSighting launchedIn(TestBench bench, int number) {
    List<String> zones = bench.sample().zones();
    if (zones.size() < 2 || bench.subject().outlivesRuns() || bench.hasGroup()) {
      return bench.launch();
    }
    LaunchSpec spec = LaunchTrials.in(bench, Optional.of(zones.get(number % zones.size())));
    ObservedProvider provider = bench.provider();
    return provider
        .launch(provider.prepare(spec, bench.call()), bench.key(), 1, bench.call())
        .machines()
        .get(0);
  }

  /** More pages than anybody would read who reads only so many. */
  private static void manyPages(TestBench bench, Set<MachineId> made) {
    Set<MachineId> all = new TreeSet<>(made);
    int more = SMALL_PAGE * (PAGES - 1);
    int pages = 0;
    while (pages < PAGES && all.size() < CROWD) {
      all.addAll(bench.plant(more));
      bench.passLag();
      more = 2 * MANY;
      int before = bench.line().crossings().size();
      has(bench, "a large pool", bench.listPool(), all);
      pages = bench.line().crossings().size() - before;
    }
    all.removeAll(made);
    // Otherwise each would be ended by a call of its own.
    all.forEach(machine -> kill(bench, machine));
  }

  private static void kill(TestBench bench, MachineId machine) {
    try {
      bench.console().kill(machine);
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
            "a list of " + MANY + " machines takes one page; let the fake's pages hold"
                + " fewer, or say that the cloud has none: TestCloud.listsInPages")
        : NotTestableException.notThere("the cloud lists everything at once");
  }

  /** A complete list with exactly these machines. */
  static void has(
      TestBench bench, String what, TestBench.Listed listed, Collection<MachineId> wanted) {
    bench.require(
        listed.result().complete(),
        "the list of " + what + " is incomplete in peace: " + listed.result());
    bench.require(
        Set.copyOf(listed.ids()).equals(Set.copyOf(wanted)),
        "a complete list of " + what + " has " + listed.ids() + ", all its pages together have "
            + wanted);
  }

  private static void noErrorIsAnEnd(TestBench bench) {
    LaunchKey key = bench.key();
    Set<MachineId> made = bench.plant(MANY / 2 - 1);
    Optional<MachineId> keyed = bench.plant(key);
    keyed.ifPresent(made::add);
    bench.passLag();
    Set<MachineId> named = made.stream().limit(2).collect(Collectors.toSet());
    neverShort(bench, ListQuery.all(TestBench.POOL), made);
    neverShort(bench, ListQuery.ids(named), named);
    neverShort(
        bench, ListQuery.keys(TestBench.POOL, List.of(key)), keyed.stream().toList());
    neverShort(bench, ListQuery.all(TestBench.POOL), made);
  }

  /** A list that is called complete has all that it should; one that fails has shown nothing else. */
  static void neverShort(TestBench bench, ListQuery query, Collection<MachineId> made) {
    List<MachineSighting> rows = new ArrayList<>();
    Consumer<MachineSighting> ours = row -> {
      if (bench.ofThisRun(row)) {
        rows.add(row);
      }
    };
    String list = "a list by " + query.kind();
    try {
      boolean complete = bench.provider().list(query, ours, bench.call()).complete();
      Set<MachineId> seen = new TreeSet<>(rows.stream().map(MachineSighting::id).toList());
      bench.require(
          !complete || seen.equals(Set.copyOf(made)),
          list + " said complete with " + seen + ", there are " + made);
    } catch (CloudException unread) {
      bench.require(
          rows.stream().allMatch(row -> made.contains(row.id())),
          list + " that failed had shown " + rows + ", there are " + made);
    }
  }

  private static void thisPoolOnly(TestBench bench) {
    MachineId ours = bench.launch().id();
    MachineId theirs = launch(bench, TestBench.OTHER_POOL, bench.incarnation());
    MachineId old = launch(bench, TestBench.POOL, bench.anotherLife());
    bench.passLag();
    has(bench, "pool " + TestBench.POOL, bench.listPool(), List.of(ours, old));
    has(
        bench,
        "pool " + TestBench.OTHER_POOL,
        bench.list(ListQuery.all(TestBench.OTHER_POOL)),
        List.of(theirs));
  }

  private static MachineId launch(TestBench bench, PoolName pool, PoolIncarnation incarnation) {
    LaunchSpec ours = bench.spec(pool, Map.of());
    LaunchSpec spec = new LaunchSpec(
        pool,
        incarnation,
        ours.zone(),
        ours.size(),
        ours.image(),
        ours.market(),
        ours.tags(),
        ours.userData(),
        ours.template());
    ObservedProvider provider = bench.provider();
    return provider
        .launch(provider.prepare(spec, bench.call()), bench.key(), 1, bench.call())
        .machines()
        .get(0)
        .id();
  }

  /** Whether it wrote is seen after every run; whether anything changed, here. */
  private static void onlyReads(TestBench bench) {
    Set<MachineId> made = bench.plant(MANY / 2);
    bench.passLag();
    List<CloudResource> before = bench.things();
    List<LaunchKey> keys = List.of(bench.key());
    for (ListQuery query : List.of(
        ListQuery.all(TestBench.POOL),
        ListQuery.ids(made.stream().limit(1).toList()),
        ListQuery.keys(TestBench.POOL, keys))) {
      CallOutcome list = bench.attempt(() -> bench.list(query));
      bench.require(list.error().isEmpty() || list.sure(), "a list failed with a doubt: " + list);
    }
    bench.require(
        bench.things().equals(before),
        "lists changed the cloud from " + before + " to " + bench.things());
  }

  /** Each page's reply is the first one's, so that its successor is always the second. */
  private static void noCircles(TestBench bench) {
    bench.plant(MANY);
    bench.passLag();
    bench.listPool();
    int before = bench.line().crossings().size();
    bench.listPool();
    int pages = bench.line().crossings().size() - before;
    bench.require(pages < ROUNDS, "a list of " + MANY + " machines took " + pages + " exchanges");
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
      return bench.listPool().result().complete();
    } catch (CloudException noticed) {
      return false;
    }
  }

  private static void byIds(TestBench bench) {
    MachineId ours = bench.launch().id();
    MachineId theirs = bench.stranger(Map.of());
    MachineId marked = bench.stranger(
        new OwnershipMarks(TestBench.OTHER_POOL, bench.incarnation(), Optional.of(bench.key()))
            .toTags());
    List<MachineId> known = List.of(ours, theirs, marked);
    List<MachineId> unknown = unknown(bench, ours.value());
    bench.passLag();
    List<MachineId> all = new ArrayList<>(known);
    all.addAll(unknown);
    List<MachineSighting> found = hasIds(bench, all, known);
    bench.require(
        found.size() >= known.size(), "a complete list of the ids has too few rows: " + found);
    List<MachineSighting> none = hasIds(bench, unknown, List.of());
    bench.require(none.isEmpty(), "a list of ids that do not exist has rows: " + none);
  }

  /** Looks up no more at once than the profile says. */
  private static List<MachineSighting> hasIds(
      TestBench bench, List<MachineId> ids, Collection<MachineId> known) {
    int most = bench.profile().maxIdsPerList();
    List<MachineSighting> rows = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += most) {
      List<MachineId> part = ids.subList(from, Math.min(ids.size(), from + most));
      List<MachineId> wanted = part.stream().filter(known::contains).toList();
      TestBench.Listed listed = bench.listIds(part);
      has(bench, "the ids " + part, listed, wanted);
      rows.addAll(listed.rows());
    }
    return rows;
  }

  /** Ids that are like one that exists, and that no machine has. */
  private static List<MachineId> unknown(TestBench bench, String id) {
    return Stream.of(id + "0", id.substring(0, id.length() - 1), "x@y")
        .filter(odd -> !odd.isEmpty())
        .filter(odd -> bench.things().stream().noneMatch(thing -> thing.id().equals(odd)))
        .map(MachineId::new)
        .toList();
  }

  private static void byKeys(TestBench bench) {
    LaunchKey a = bench.key();
    LaunchKey b = bench.key();
    MachineId first = bench.launch(a).id();
    MachineId other = bench.launch().id();
    MachineId second = bench.stranger(bench.marks(a).toTags());
    MachineId foreign = bench.stranger(
        new OwnershipMarks(TestBench.OTHER_POOL, bench.incarnation(), Optional.of(a)).toTags());
    bench.passLag();
    List<LaunchKey> keys = bench.profile().maxIdsPerList() > 1 ? List.of(a, b) : List.of(a);
    TestBench.Listed listed = bench.list(ListQuery.keys(TestBench.POOL, keys));
    bench.require(
        !listed.ids().contains(other) && !listed.ids().contains(foreign),
        "a list by key has " + listed.ids() + "; " + other + " carries another key, " + foreign
            + " belongs to another pool");
    has(bench, "the keys " + keys, listed, List.of(first, second));
    TestBench.Listed none = bench.list(ListQuery.keys(TestBench.POOL, List.of(b)));
    has(bench, "a key that no machine carries", none, List.of());
  }

  private static void bounded(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId ours = bench.launch(key).id();
    bench.passLag();
    int most = bench.profile().maxIdsPerList();
    Set<MachineId> ids = new TreeSet<>(Set.of(ours));
    Set<LaunchKey> keys = new TreeSet<>(Set.of(key));
    while (ids.size() < most) {
      ids.add(new MachineId("none-" + ids.size()));
      keys.add(bench.key());
    }
    has(bench, most + " ids", bench.listIds(ids), List.of(ours));
    List<MachineId> keyed = bench.hasGroup() ? List.of() : List.of(ours);
    has(bench, most + " keys", bench.list(ListQuery.keys(TestBench.POOL, keys)), keyed);
    ids.add(new MachineId("one-too-many"));
    keys.add(bench.key());
    refused(bench, most + 1 + " ids", ListQuery.ids(ids));
    refused(bench, most + 1 + " keys", ListQuery.keys(TestBench.POOL, keys));
  }

  private static void refused(TestBench bench, String what, ListQuery query) {
    CallOutcome list = bench.attempt(() -> bench.list(query));
    bench.require(
        list.is(Kind.INVALID) && list.sure(),
        "a list of " + what + " must be INVALID, NONE, and was " + list);
  }

  private static void gaps(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId ours = bench.launch(key).id();
    bench.passLag();
    bench.provoking(TestCloudConsole::hidePart);
    for (ListQuery query :
        List.of(ListQuery.all(TestBench.POOL), ListQuery.keys(TestBench.POOL, List.of(key)))) {
      TestBench.Listed listed = bench.list(query);
      bench.require(
          !listed.result().complete(),
          "a part is out of reach, and a list by " + query.kind() + " is called complete; it has "
              + listed.ids());
      bench.require(
          !listed.result().gaps().isEmpty(),
          "a part is out of reach, and an incomplete list by " + query.kind() + " names no gap");
    }
    // One by one, machines may be out of reach without a word about where.
    bench.require(
        !completeWithout(bench, ours),
        "machine " + ours + " is out of reach, and a list by its id is complete without it");
  }

  private static boolean completeWithout(TestBench bench, MachineId machine) {
    try {
      TestBench.Listed listed = bench.listIds(List.of(machine));
      return listed.result().complete() && listed.row(machine).isEmpty();
    } catch (CloudException outOfReach) {
      return false;
    }
  }

  private static void strangers(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId ours = bench.launch(key).id();
    List<MachineId> odd = new ArrayList<>();
    for (Map<String, String> tags : List.of(
        Map.<String, String>of(),
        Map.of(OwnershipMarks.KEY_TAG, "oops"),
        Map.of(OwnershipMarks.KEY_TAG, key.value()),
        Map.of(OwnershipMarks.POOL_TAG, "no pool of anybody"),
        Map.of(OwnershipMarks.POOL_TAG, TestBench.POOL.value().toUpperCase(java.util.Locale.ROOT)),
        Map.of(OwnershipMarks.INCARNATION_TAG, "?"),
        Map.of("note", "\"ü\" & <☂> \\ {}", "Name", ""))) {
      odd.add(bench.stranger(tags));
    }
    bench.passLag();
    has(bench, "the pool, among strangers,", bench.listPool(), List.of(ours));
    if (!bench.hasGroup()) {
      has(
          bench,
          "a key that a stranger carries, too,",
          bench.list(ListQuery.keys(TestBench.POOL, List.of(key))),
          List.of(ours));
    }
    has(bench, "an empty pool", bench.list(ListQuery.all(TestBench.OTHER_POOL)), List.of());
    for (MachineSighting row : hasIds(bench, odd, odd)) {
      bench.require(
          !row.pool().equals(Optional.of(TestBench.POOL)),
          "a stranger's machine shows as ours: " + row);
    }
  }
}
