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
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.MachineLists;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Chapter 3: which machines a list has. {@link ListPageTrials}: whether it reads each page. {@link
 * ListRowTrials}: what it shows of each. */
public final class ListTrials {
  /** More than three of the small pages that test clouds have. */
  static final int MANY = 10;

  private ListTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-3.2", ListTrials::noErrorIsAnEnd).needs("MP-3.1").withFaults(),
        Trial.of("MP-3.3", ListTrials::thisPoolOnly).needs("MP-2.1").onLiveToo(),
        Trial.of("MP-3.6", ListTrials::onlyReads).needs("MP-3.1").withFaults(),
        Trial.of("MP-3.9", ListTrials::byIds).needs("MP-3.1"),
        Trial.of("MP-3.10", ListTrials::byKeys).needs("MP-3.1"),
        Trial.of("MP-3.11", ListTrials::bounded).needs("MP-3.1", "MP-3.9", "MP-3.10"),
        Trial.of("MP-3.12", ListTrials::gaps).needs("MP-3.1"),
        Trial.of("MP-3.13", ListTrials::strangers).needs("MP-3.1"));
  }

  /** A complete list with exactly these machines. */
  static void has(
      TestBench bench, String what, MachineLists.Listed listed, Collection<MachineId> wanted) {
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
    Set<MachineId> made = bench.truth().plant(MANY / 2 - 1);
    Optional<MachineId> keyed = bench.truth().plant(key);
    keyed.ifPresent(made::add);
    bench.time().passLag();
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
      if (bench.lists().ofThisRun(row)) {
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
    bench.time().passLag();
    has(bench, "pool " + TestBench.POOL, bench.lists().pool(), List.of(ours, old));
    has(
        bench,
        "pool " + TestBench.OTHER_POOL,
        bench.lists().of(ListQuery.all(TestBench.OTHER_POOL)),
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
    Set<MachineId> made = bench.truth().plant(MANY / 2);
    bench.time().passLag();
    List<CloudResource> before = bench.truth().resources();
    List<LaunchKey> keys = List.of(bench.key());
    for (ListQuery query : List.of(
        ListQuery.all(TestBench.POOL),
        ListQuery.ids(made.stream().limit(1).toList()),
        ListQuery.keys(TestBench.POOL, keys))) {
      CallOutcome list = bench.attempt(() -> bench.lists().of(query));
      bench.require(list.error().isEmpty() || list.sure(), "a list failed with a doubt: " + list);
    }
    bench.require(
        bench.truth().resources().equals(before),
        "lists changed the cloud from " + before + " to " + bench.truth().resources());
  }

  private static void byIds(TestBench bench) {
    MachineId ours = bench.launch().id();
    MachineId theirs = bench.truth().stranger(Map.of());
    MachineId marked = bench
        .truth()
        .stranger(
            new OwnershipMarks(TestBench.OTHER_POOL, bench.incarnation(), Optional.of(bench.key()))
                .toTags());
    List<MachineId> known = List.of(ours, theirs, marked);
    List<MachineId> unknown = unknown(bench, ours.value());
    bench.time().passLag();
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
      MachineLists.Listed listed = bench.lists().ids(part);
      has(bench, "the ids " + part, listed, wanted);
      rows.addAll(listed.rows());
    }
    return rows;
  }

  /** Ids that are like one that exists, and that no machine has. */
  private static List<MachineId> unknown(TestBench bench, String id) {
    return Stream.of(id + "0", id.substring(0, id.length() - 1), "x@y")
        .filter(odd -> !odd.isEmpty())
        .filter(odd -> bench.truth().resources().stream()
            .noneMatch(resource -> resource.id().equals(odd)))
        .map(MachineId::new)
        .toList();
  }

  private static void byKeys(TestBench bench) {
    LaunchKey a = bench.key();
    LaunchKey b = bench.key();
    MachineId first = bench.launch(a).id();
    MachineId other = bench.launch().id();
    MachineId second = bench.truth().stranger(bench.marks(a).toTags());
    MachineId foreign = bench
        .truth()
        .stranger(
            new OwnershipMarks(TestBench.OTHER_POOL, bench.incarnation(), Optional.of(a)).toTags());
    bench.time().passLag();
    List<LaunchKey> keys = bench.profile().maxIdsPerList() > 1 ? List.of(a, b) : List.of(a);
    MachineLists.Listed listed = bench.lists().of(ListQuery.keys(TestBench.POOL, keys));
    bench.require(
        !listed.ids().contains(other) && !listed.ids().contains(foreign),
        "a list by key has " + listed.ids() + "; " + other + " carries another key, " + foreign
            + " belongs to another pool");
    has(bench, "the keys " + keys, listed, List.of(first, second));
    MachineLists.Listed none = bench.lists().of(ListQuery.keys(TestBench.POOL, List.of(b)));
    has(bench, "a key that no machine carries", none, List.of());
  }

  private static void bounded(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId ours = bench.launch(key).id();
    bench.time().passLag();
    int most = bench.profile().maxIdsPerList();
    Set<MachineId> ids = new TreeSet<>(Set.of(ours));
    Set<LaunchKey> keys = new TreeSet<>(Set.of(key));
    while (ids.size() < most) {
      ids.add(new MachineId("none-" + ids.size()));
      keys.add(bench.key());
    }
    has(bench, most + " ids", bench.lists().ids(ids), List.of(ours));
    List<MachineId> keyed = bench.hasGroup() ? List.of() : List.of(ours);
    has(bench, most + " keys", bench.lists().of(ListQuery.keys(TestBench.POOL, keys)), keyed);
    ids.add(new MachineId("one-too-many"));
    keys.add(bench.key());
    refused(bench, most + 1 + " ids", ListQuery.ids(ids));
    refused(bench, most + 1 + " keys", ListQuery.keys(TestBench.POOL, keys));
  }

  private static void refused(TestBench bench, String what, ListQuery query) {
    CallOutcome list = bench.attempt(() -> bench.lists().of(query));
    bench.require(
        list.is(Kind.INVALID) && list.sure(),
        "a list of " + what + " must be INVALID, NONE, and was " + list);
  }

  private static void gaps(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId ours = bench.launch(key).id();
    bench.time().passLag();
    bench.truth().provoking(TestCloudConsole::hidePart);
    for (ListQuery query :
        List.of(ListQuery.all(TestBench.POOL), ListQuery.keys(TestBench.POOL, List.of(key)))) {
      MachineLists.Listed listed = bench.lists().of(query);
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
      MachineLists.Listed listed = bench.lists().ids(List.of(machine));
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
      odd.add(bench.truth().stranger(tags));
    }
    bench.time().passLag();
    has(bench, "the pool, among strangers,", bench.lists().pool(), List.of(ours));
    if (!bench.hasGroup()) {
      has(
          bench,
          "a key that a stranger carries, too,",
          bench.lists().of(ListQuery.keys(TestBench.POOL, List.of(key))),
          List.of(ours));
    }
    has(bench, "an empty pool", bench.lists().of(ListQuery.all(TestBench.OTHER_POOL)), List.of());
    for (MachineSighting row : hasIds(bench, odd, odd)) {
      bench.require(
          !row.pool().equals(Optional.of(TestBench.POOL)),
          "a stranger's machine shows as ours: " + row);
    }
  }
}
