package io.cloudadapter.testkit.certify;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Sighting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Chapter 9: attaching machines and letting them go. */
final class AdoptionTrials {
  private AdoptionTrials() {}

  static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-9.10", AdoptionTrials::marksExactly).needs("MP-3.1"),
            Trial.of("MP-9.11", AdoptionTrials::marksNothingForeign),
            Trial.of("MP-9.12", AdoptionTrials::marksNothingMissing),
            Trial.of("MP-9.13", AdoptionTrials::repeated).swept(),
            Trial.of("MP-9.14", AdoptionTrials::othersTags),
            Trial.of("MP-9.15", AdoptionTrials::unmarks).needs("MP-3.1", "MP-3.9"),
            Trial.of("MP-9.16", AdoptionTrials::unmarksNothingForeign))
        .map(trial -> trial.of(Adoption.class).needs("MP-9.1"))
        .toList();
  }

  /** Our marks without a key, as on a machine that was attached. */
  private static Marks attached(Bench bench) {
    return new Marks(Bench.POOL, bench.incarnation(), Optional.empty());
  }

  private static void marksExactly(Bench bench) {
    LaunchKey key = bench.key();
    MachineId bare = stranger(bench, Map.of());
    MachineId keyed = stranger(bench, bench.marks(key).toTags());
    bench.adoption().mark(bare, attached(bench), bench.call());
    carries(bench, bare, attached(bench).toTags());
    bench.adoption().mark(keyed, attached(bench), bench.call());
    carries(bench, keyed, attached(bench).toTags());
    bench.pass(bench.profile().visibleWithin().plusMillis(1));
    Bench.Listed pool = bench.listPool();
    ListTrials.has(bench, "a pool that has attached two machines", pool, List.of(bare, keyed));
    for (Sighting row : pool.rows()) {
      bench.require(
          row.incarnation().equals(Optional.of(bench.incarnation()))
              && row.key().isEmpty(),
          "an attached machine shows incarnation " + row.incarnation() + " and key " + row.key());
    }
    bench.adoption().mark(bare, bench.marks(key), bench.call());
    carries(bench, bare, bench.marks(key).toTags());
  }

  /** A machine that somebody made, when every list and look-up shows it. */
  private static MachineId stranger(Bench bench, Map<String, String> tags) {
    MachineId made = bench.stranger(tags);
    bench.passLag();
    return made;
  }

  private static Map<String, String> tags(Bench bench, MachineId machine) {
    return bench
        .thing(machine)
        .map(Thing::tags)
        .orElseThrow(() -> new Broken("machine " + machine + " is gone"));
  }

  static void carries(Bench bench, MachineId machine, Map<String, String> marks) {
    Map<String, String> carried = new TreeMap<>(tags(bench, machine));
    carried.keySet().removeIf(tag -> !isMark(tag));
    bench.require(
        carried.equals(marks),
        "machine " + machine + " carries the marks " + carried + " instead of " + marks);
  }

  private static boolean isMark(String tag) {
    return List.of(Marks.POOL_TAG, Marks.INCARNATION_TAG, Marks.KEY_TAG).contains(tag);
  }

  private static Map<String, String> besides(Map<String, String> tags) {
    Map<String, String> others = new TreeMap<>(tags);
    others.keySet().removeIf(AdoptionTrials::isMark);
    return others;
  }

  private static List<Marks> foreign(Bench bench) {
    return List.of(
        new Marks(Bench.OTHER_POOL, bench.incarnation(), Optional.of(bench.key())),
        new Marks(Bench.OTHER_POOL, bench.anotherLife(), Optional.empty()),
        new Marks(Bench.POOL, bench.anotherLife(), Optional.empty()));
  }

  private static void marksNothingForeign(Bench bench) throws InterruptedException {
    for (Marks theirs : foreign(bench)) {
      MachineId machine = stranger(bench, theirs.toTags());
      Attempt mark =
          bench.attempt(() -> bench.adoption().mark(machine, attached(bench), bench.call()));
      refusedAsForeign(bench, "mark", mark, machine, theirs);
    }
    new MarkRace(bench).hasOneWinner();
  }

  private static void unmarksNothingForeign(Bench bench) {
    for (Marks theirs : foreign(bench)) {
      MachineId machine = stranger(bench, theirs.toTags());
      Attempt unmark =
          bench.attempt(() -> bench.adoption().unmark(machine, attached(bench), bench.call()));
      refusedAsForeign(bench, "unmark", unmark, machine, theirs);
    }
  }

  private static void refusedAsForeign(
      Bench bench, String what, Attempt attempt, MachineId machine, Marks theirs) {
    bench.require(
        attempt.is(Kind.CONFLICT) && attempt.is(Conflict.FOREIGN),
        what + " of a machine with the marks " + theirs.toTags()
            + " must be CONFLICT with FOREIGN, and was " + attempt);
    carries(bench, machine, theirs.toTags());
  }

  private static void marksNothingMissing(Bench bench) {
    MachineId machine = stranger(bench, Map.of());
    MachineId never = new MachineId(machine.value() + "0");
    notFound(bench, "an id that never was", never);
    bench.provoking(console -> console.kill(machine));
    bench.passLag();
    notFound(bench, "a machine that has ended", machine);
  }

  private static void notFound(Bench bench, String what, MachineId machine) {
    Attempt mark =
        bench.attempt(() -> bench.adoption().mark(machine, attached(bench), bench.call()));
    bench.require(
        mark.is(Kind.NOT_FOUND), "mark of " + what + " must be NOT_FOUND, and was " + mark);
  }

  private static void repeated(Bench bench) {
    CarefulCore core = new CarefulCore(bench);
    MachineId machine = stranger(bench, Map.of());
    Marks marks = attached(bench);
    for (int i = 0; i < 2; i++) {
      core.write("mark", () -> bench.adoption().mark(machine, marks, bench.call()));
      carries(bench, machine, marks.toTags());
      bench.passLag();
    }
    for (int i = 0; i < 2; i++) {
      core.write("unmark", () -> bench.adoption().unmark(machine, marks, bench.call()));
      carries(bench, machine, Map.of());
      bench.passLag();
    }
  }

  private static void othersTags(Bench bench) {
    int most = bench.sample().maxTags();
    if (most == 0) {
      throw Untestable.notThere("the cloud has no tags beside the marks");
    }
    boolean room = most > 1;
    // A cloud may refuse some letters in values; what it takes must stay.
    MachineId launched = attempted(bench, tags(room, "cost", "12/b"))
        .or(() -> attempted(bench, tags(room, "cost", "12-b")))
        .orElseThrow(() -> new Broken("a launch with the tag team=shop is INVALID"));
    MachineId found = stranger(bench, tags(room, "ca", "no-mark"));
    bench.require(
        besides(tags(bench, launched)).containsKey("team"),
        "a machine launched with tag team has " + tags(bench, launched));
    for (MachineId machine : List.of(launched, found)) {
      Map<String, String> before = besides(tags(bench, machine));
      bench.adoption().mark(machine, attached(bench), bench.call());
      same(bench, "mark", before, machine);
      bench.passLag();
      bench.disown(machine);
      bench.adoption().unmark(machine, attached(bench), bench.call());
      same(bench, "unmark", before, machine);
    }
  }

  /** One tag, and if there is room a second one. */
  private static Map<String, String> tags(boolean room, String name, String value) {
    return room ? Map.of("team", "shop", name, value) : Map.of("team", "shop");
  }

  private static void same(
      Bench bench, String what, Map<String, String> before, MachineId machine) {
    Map<String, String> after = besides(tags(bench, machine));
    bench.require(
        after.equals(before), what + " changed the other tags from " + before + " to " + after);
  }

  /** A machine with these tags, unless the cloud refuses them. */
  private static Optional<MachineId> attempted(Bench bench, Map<String, String> tags) {
    try {
      return Optional.of(launched(bench, tags));
    } catch (CloudException refused) {
      if (refused.kind() == Kind.INVALID) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  private static MachineId launched(Bench bench, Map<String, String> tags) {
    Watched provider = bench.provider();
    MachineId made = provider
        .launch(
            provider.prepare(bench.spec(Bench.POOL, tags), bench.call()),
            bench.key(),
            1,
            bench.call())
        .machines()
        .get(0)
        .id();
    bench.passLag();
    return made;
  }

  private static void unmarks(Bench bench) throws InterruptedException {
    LaunchKey key = bench.key();
    Map<String, String> tags = new TreeMap<>(bench.marks(key).toTags());
    tags.put("team", "shop");
    MachineId machine = stranger(bench, tags);
    Map<String, String> others = besides(tags(bench, machine));
    bench.adoption().unmark(machine, attached(bench), bench.call());
    carries(bench, machine, Map.of());
    same(bench, "unmark", others, machine);
    bench.passLag();
    ListTrials.has(bench, "a pool that has let its machine go", bench.listPool(), List.of());
    Bench.Listed byKey = bench.list(ListQuery.keys(Bench.POOL, List.of(key)));
    ListTrials.has(bench, "the key of a machine that was let go", byKey, List.of());
    Sighting row = bench
        .listIds(List.of(machine))
        .row(machine)
        .orElseThrow(() -> new Broken("machine " + machine + ", let go, is not found by its id"));
    bench.require(
        row.pool().isEmpty() && row.end() == Sighting.End.NOT_ENDED,
        "a machine that was let go shows as " + row);
    bench.adoption().unmark(machine, attached(bench), bench.call());
    MachineId never = new MachineId(machine.value() + "0");
    bench.adoption().unmark(never, attached(bench), bench.call());
    carries(bench, machine, Map.of());
    new MarkRace(bench).letsGoWhatIsLabelled();
    if (bench.wired()) {
      new ForeignPages(bench, new Calls(bench)).inAnswerToUnmark();
    } else {
      bench.leavesOut(
          "answers by others than the cloud",
          "without a wire nobody can answer in the cloud's place");
    }
  }
}
