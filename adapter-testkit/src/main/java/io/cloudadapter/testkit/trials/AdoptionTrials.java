package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.MachineLists;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.PreparedCalls;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Chapter 9: attaching machines and letting them go. */
public final class AdoptionTrials {
  private AdoptionTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-9.10", AdoptionTrials::marksExactly).needs("MP-3.1"),
            Trial.of("MP-9.11", AdoptionTrials::marksNothingForeign),
            Trial.of("MP-9.12", AdoptionTrials::marksNothingMissing),
            Trial.of("MP-9.13", AdoptionTrials::repeated).withFaults(),
            Trial.of("MP-9.14", AdoptionTrials::othersTags),
            Trial.of("MP-9.15", AdoptionTrials::unmarks).needs("MP-3.1", "MP-3.9"),
            Trial.of("MP-9.16", AdoptionTrials::unmarksNothingForeign))
        .map(trial -> trial.of(Adoption.class).needs("MP-9.1"))
        .toList();
  }

  /** Our marks without a key, as on a machine that was attached. */
  private static OwnershipMarks attached(TestBench bench) {
    return new OwnershipMarks(TestBench.POOL, bench.incarnation(), Optional.empty());
  }

  private static void marksExactly(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId bare = stranger(bench, Map.of());
    MachineId keyed = stranger(bench, bench.marks(key).toTags());
    bench.adoption().mark(bare, attached(bench), bench.call());
    carries(bench, bare, attached(bench).toTags());
    bench.adoption().mark(keyed, attached(bench), bench.call());
    carries(bench, keyed, attached(bench).toTags());
    bench.time().pass(bench.profile().visibleWithin().plusMillis(1));
    MachineLists.Listed pool = bench.lists().pool();
    ListTrials.has(bench, "a pool that has attached two machines", pool, List.of(bare, keyed));
    for (MachineSighting row : pool.rows()) {
      bench.require(
          row.incarnation().equals(Optional.of(bench.incarnation()))
              && row.key().isEmpty(),
          "an attached machine shows incarnation " + row.incarnation() + " and key " + row.key());
    }
    bench.adoption().mark(bare, bench.marks(key), bench.call());
    carries(bench, bare, bench.marks(key).toTags());
  }

  /** Returns a machine made from outside, once every list and look-up shows it. */
  private static MachineId stranger(TestBench bench, Map<String, String> tags) {
    MachineId made = bench.truth().stranger(tags);
    bench.time().passLag();
    return made;
  }

  private static Map<String, String> tags(TestBench bench, MachineId machine) {
    return bench
        .truth()
        .resource(machine)
        .map(CloudResource::tags)
        .orElseThrow(() -> new RuleViolation("machine " + machine + " is gone"));
  }

  static void carries(TestBench bench, MachineId machine, Map<String, String> marks) {
    Map<String, String> carried = new TreeMap<>(tags(bench, machine));
    carried.keySet().removeIf(tag -> !isMark(tag));
    bench.require(
        carried.equals(marks),
        "machine " + machine + " carries the marks " + carried + " instead of " + marks);
  }

  private static boolean isMark(String tag) {
    return List.of(OwnershipMarks.POOL_TAG, OwnershipMarks.INCARNATION_TAG, OwnershipMarks.KEY_TAG)
        .contains(tag);
  }

  private static Map<String, String> besides(Map<String, String> tags) {
    Map<String, String> others = new TreeMap<>(tags);
    others.keySet().removeIf(AdoptionTrials::isMark);
    return others;
  }

  private static List<OwnershipMarks> foreign(TestBench bench) {
    return List.of(
        new OwnershipMarks(TestBench.OTHER_POOL, bench.incarnation(), Optional.of(bench.key())),
        new OwnershipMarks(TestBench.OTHER_POOL, bench.anotherLife(), Optional.empty()),
        new OwnershipMarks(TestBench.POOL, bench.anotherLife(), Optional.empty()));
  }

  private static void marksNothingForeign(TestBench bench) throws InterruptedException {
    for (OwnershipMarks theirs : foreign(bench)) {
      MachineId machine = stranger(bench, theirs.toTags());
      CallOutcome mark =
          bench.attempt(() -> bench.adoption().mark(machine, attached(bench), bench.call()));
      refusedAsForeign(bench, "mark", mark, machine, theirs);
    }
    new ConcurrentTagging(bench).hasOneWinner();
  }

  private static void unmarksNothingForeign(TestBench bench) {
    for (OwnershipMarks theirs : foreign(bench)) {
      MachineId machine = stranger(bench, theirs.toTags());
      CallOutcome unmark =
          bench.attempt(() -> bench.adoption().unmark(machine, attached(bench), bench.call()));
      refusedAsForeign(bench, "unmark", unmark, machine, theirs);
    }
  }

  private static void refusedAsForeign(
      TestBench bench, String what, CallOutcome attempt, MachineId machine, OwnershipMarks theirs) {
    bench.require(
        attempt.is(Kind.CONFLICT) && attempt.is(Conflict.FOREIGN),
        what + " of a machine with the marks " + theirs.toTags()
            + " must be CONFLICT with FOREIGN, and was " + attempt);
    carries(bench, machine, theirs.toTags());
  }

  private static void marksNothingMissing(TestBench bench) {
    MachineId machine = stranger(bench, Map.of());
    MachineId never = new MachineId(machine.value() + "0");
    notFound(bench, "an id that never was", never);
    bench.truth().provoking(console -> console.kill(machine));
    bench.time().passLag();
    notFound(bench, "a machine that has ended", machine);
  }

  private static void notFound(TestBench bench, String what, MachineId machine) {
    CallOutcome mark =
        bench.attempt(() -> bench.adoption().mark(machine, attached(bench), bench.call()));
    bench.require(
        mark.is(Kind.NOT_FOUND), "mark of " + what + " must be NOT_FOUND, and was " + mark);
  }

  private static void repeated(TestBench bench) {
    CoreRetryModel core = new CoreRetryModel(bench);
    MachineId machine = stranger(bench, Map.of());
    OwnershipMarks marks = attached(bench);
    for (int i = 0; i < 2; i++) {
      core.write("mark", () -> bench.adoption().mark(machine, marks, bench.call()));
      carries(bench, machine, marks.toTags());
      bench.time().passLag();
    }
    for (int i = 0; i < 2; i++) {
      core.write("unmark", () -> bench.adoption().unmark(machine, marks, bench.call()));
      carries(bench, machine, Map.of());
      bench.time().passLag();
    }
  }

  private static void othersTags(TestBench bench) {
    int most = bench.sample().maxTags();
    if (most == 0) {
      throw NotTestableException.notThere("the cloud has no tags beside the marks");
    }
    boolean room = most > 1;
    // A cloud may refuse some letters in values; what it takes must stay.
    MachineId launched = attempted(bench, tags(room, "cost", "12/b"))
        .or(() -> attempted(bench, tags(room, "cost", "12-b")))
        .orElseThrow(() -> new RuleViolation("a launch with the tag team=shop is INVALID"));
    MachineId found = stranger(bench, tags(room, "ca", "no-mark"));
    bench.require(
        besides(tags(bench, launched)).containsKey("team"),
        "a machine launched with tag team has " + tags(bench, launched));
    for (MachineId machine : List.of(launched, found)) {
      Map<String, String> before = besides(tags(bench, machine));
      bench.adoption().mark(machine, attached(bench), bench.call());
      same(bench, "mark", before, machine);
      bench.time().passLag();
      bench.truth().disown(machine);
      bench.adoption().unmark(machine, attached(bench), bench.call());
      same(bench, "unmark", before, machine);
    }
  }

  /** One tag, and if there is room a second one. */
  private static Map<String, String> tags(boolean room, String name, String value) {
    return room ? Map.of("team", "shop", name, value) : Map.of("team", "shop");
  }

  private static void same(
      TestBench bench, String what, Map<String, String> before, MachineId machine) {
    Map<String, String> after = besides(tags(bench, machine));
    bench.require(
        after.equals(before), what + " changed the other tags from " + before + " to " + after);
  }

  /** A machine with these tags, unless the cloud refuses them. */
  private static Optional<MachineId> attempted(TestBench bench, Map<String, String> tags) {
    try {
      return Optional.of(launched(bench, tags));
    } catch (CloudException refused) {
      if (refused.kind() == Kind.INVALID) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  private static MachineId launched(TestBench bench, Map<String, String> tags) {
    ObservedProvider provider = bench.provider();
    MachineId made = provider
        .launch(
            provider.prepare(bench.spec(TestBench.POOL, tags), bench.call()),
            bench.key(),
            1,
            bench.call())
        .machines()
        .get(0)
        .id();
    bench.time().passLag();
    return made;
  }

  private static void unmarks(TestBench bench) throws InterruptedException {
    LaunchKey key = bench.key();
    Map<String, String> tags = new TreeMap<>(bench.marks(key).toTags());
    tags.put("team", "shop");
    MachineId machine = stranger(bench, tags);
    Map<String, String> others = besides(tags(bench, machine));
    bench.adoption().unmark(machine, attached(bench), bench.call());
    carries(bench, machine, Map.of());
    same(bench, "unmark", others, machine);
    bench.time().passLag();
    ListTrials.has(bench, "a pool that has let its machine go", bench.lists().pool(), List.of());
    MachineLists.Listed byKey = bench.lists().of(ListQuery.keys(TestBench.POOL, List.of(key)));
    ListTrials.has(bench, "the key of a machine that was let go", byKey, List.of());
    MachineSighting row = bench
        .lists()
        .ids(List.of(machine))
        .row(machine)
        .orElseThrow(
            () -> new RuleViolation("machine " + machine + ", let go, is not found by its id"));
    bench.require(
        row.pool().isEmpty() && row.end() == MachineSighting.End.NOT_ENDED,
        "a machine that was let go shows as " + row);
    bench.adoption().unmark(machine, attached(bench), bench.call());
    MachineId never = new MachineId(machine.value() + "0");
    bench.adoption().unmark(never, attached(bench), bench.call());
    carries(bench, machine, Map.of());
    new ConcurrentTagging(bench).letsGoWhatIsLabelled();
    if (bench.wired()) {
      new ProxyErrorPages(bench, new PreparedCalls(bench)).inAnswerToUnmark();
    } else {
      bench.leavesOut(
          "answers by others than the cloud",
          "without a wire the kit cannot answer in the cloud's place");
    }
  }
}
