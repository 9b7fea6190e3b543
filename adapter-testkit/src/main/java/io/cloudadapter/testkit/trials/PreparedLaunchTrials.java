package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.MachineLists;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Chapter 2: a launch that is prepared is fixed, for another process and another day, too. */
final class PreparedLaunchTrials {
  /** So often the same zone of three is drawn by chance once in eighty times, thrice each. */
  private static final int DRAWS = 4;

  private PreparedLaunchTrials() {}

  static List<Trial> all() {
    return List.of(
        Trial.of("MP-2.11", PreparedLaunchTrials::freezesTheSame).onLiveToo().withFaults(),
        Trial.of("MP-2.12", PreparedLaunchTrials::outlivesItsProcess).needs("MP-2.1", "MP-3.1"));
  }

  private static void freezesTheSame(TestBench bench) {
    CoreRetryModel core = new CoreRetryModel(bench);
    Map<String, String> tags = new TreeMap<>();
    for (int i = 0; i < Math.min(5, bench.sample().maxTags()); i++) {
      tags.put("tag" + i, Integer.toString(i));
    }
    preparesTheSame(bench, core, bench.spec(TestBench.POOL, tags));
    bench.sweep(false);
    preparesTheSameWithoutZone(bench, core);
    if (bench.cloud().console().isPresent()) {
      bench.require(
          bench.truth().resources().isEmpty(),
          "prepare has made " + bench.truth().resources());
    } else {
      bench.leavesOut("what prepare makes in truth", "this cloud has no console");
    }
  }

  /** A zone that is drawn in prepare would be another one after a crash. */
  private static void preparesTheSameWithoutZone(TestBench bench, CoreRetryModel core) {
    LaunchSpec spec = LaunchSpecs.in(bench.spec(), Optional.empty());
    if (bench.sample().zones().size() < 2) {
      bench.leavesOut("launches that name no zone", "the sample names no two zones");
    } else if (!bench
        .attempt(() -> bench.provider().prepare(spec, bench.call()))
        .accepted()) {
      bench.leavesOut("launches that name no zone", "the adapter refuses them");
    } else {
      for (int i = 0; i < DRAWS; i++) {
        preparesTheSame(bench, core, spec);
      }
    }
  }

  private static void preparesTheSame(TestBench bench, CoreRetryModel core, LaunchSpec spec) {
    PreparedLaunch first = core.read("prepare", () -> bench.provider().prepare(spec, bench.call()));
    bench.time().pass(Duration.ofSeconds(7));
    PreparedLaunch again = core.read("prepare", () -> bench.provider().prepare(spec, bench.call()));
    bench.require(first.equals(again), differ(first, again, "two calls"));
    ObservedProvider other = bench.another();
    PreparedLaunch there = core.read("prepare", () -> other.prepare(spec, bench.call()));
    bench.require(first.equals(there), differ(first, there, "two adapters"));
  }

  private static String differ(PreparedLaunch one, PreparedLaunch two, String whose) {
    byte[] a = one.bytes();
    byte[] b = two.bytes();
    int at = java.util.Arrays.mismatch(a, b);
    return whose + " froze one spec to different bytes: " + a.length + " and " + b.length
        + " bytes, first different at " + at;
  }

  private static void outlivesItsProcess(TestBench bench) {
    ObservedProvider first = bench.another();
    LaunchSpec spec = bench.spec();
    PreparedLaunch frozen = first.prepare(spec, bench.call());
    first.close();
    bench.time().passInPeace(Duration.ofHours(1));
    // The bytes come from a ledger: nothing but what they say is left of the first process.
    PreparedLaunch read = PreparedLaunch.of(frozen.bytes());
    ObservedProvider second = bench.another();
    LaunchKey key = bench.key();
    MachineSighting made = second.launch(read, key, 1, bench.call()).machines().get(0);
    second.close();
    Map<String, String> wanted = bench.marks(key).toTags();
    bench.require(
        bench.truth().of(key).stream()
            .anyMatch(resource -> resource.tags().entrySet().containsAll(wanted.entrySet())),
        "launched by another process, " + made + " has not the marks " + wanted + "; there are "
            + bench.truth().of(key));
    bench.time().passLag();
    MachineLists.Listed listed = bench.lists().ids(List.of(made.id()));
    MachineSighting row = listed
        .row(made.id())
        .orElseThrow(
            () -> new RuleViolation("launched by another process, " + made + " is not listed"));
    same(bench, "zone", spec.zone(), row.zone());
    same(bench, "size", spec.size(), row.size());
    if (bench.profile().keySupport().kind() == io.cloudadapter.spi.LaunchKeySupport.Kind.TOKEN) {
      MachineSighting again = KeyTrials.send(bench, frozen, key).machines().get(0);
      bench.require(
          again.id().equals(made.id()),
          "one process launched " + made.id() + ", the next one " + again.id()
              + " by the same bytes under the same key");
    }
    keepsItsImage(bench);
  }

  /** The launch depends on nothing but the frozen bytes, so not on what a name means by then. */
  private static void keepsItsImage(TestBench bench) {
    Optional<String> image = bench.sample().image();
    if (image.isEmpty()) {
      bench.leavesOut("an image whose name moves on", "the sample names none");
      return;
    }
    ObservedProvider provider = bench.provider();
    PreparedLaunch frozen = bench.prepare();
    MachineId before = launched(provider, frozen, bench);
    String wanted = bench.truth().provoke(console -> console.imageOf(before));
    bench.truth().provoking(console -> console.moveImage(image.get()));
    bench.time().passLag();
    MachineId after = launched(provider, frozen, bench);
    String got = bench.truth().provoke(console -> console.imageOf(after));
    bench.require(
        got.equals(wanted),
        "frozen when image " + image.get() + " was " + wanted
            + ", a launch made a machine of what has that name by now, " + got);
  }

  private static MachineId launched(
      ObservedProvider provider, PreparedLaunch frozen, TestBench bench) {
    return provider
        .launch(frozen, bench.key(), 1, bench.call())
        .machines()
        .get(0)
        .id();
  }

  private static void same(
      TestBench bench, String what, Optional<String> asked, Optional<String> seen) {
    bench.require(
        asked.isEmpty() || seen.isEmpty() || asked.equals(seen),
        "launched by another process, the machine has " + what + " " + seen.orElse("")
            + " instead of " + asked.orElse(""));
  }
}
