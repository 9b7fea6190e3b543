package io.cloudadapter.testkit.specs;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.MachineLists.Listed;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Launches in each zone and size of the sample, and in none: they get what they ask for. */
public final class FreeChoiceTrials {
  /** So often the same of three zones is drawn by chance once in two thousand times. */
  private static final int SENDINGS = 8;

  /** Launches that show each zone and each size of a sample, or as many as are worth their time. */
  private static final int MOST = 6;

  private FreeChoiceTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-2.21", FreeChoiceTrials::isSentTheSame).needs("MP-2.1", "MP-3.1"),
        Trial.of("MP-2.22", FreeChoiceTrials::getsWhatItAsksFor).needs("MP-2.1", "MP-3.1"));
  }

  // ---- without a zone

  private static void isSentTheSame(TestBench bench) {
    LaunchKeySupport.Kind keys = bench.profile().keySupport().kind();
    if (keys == LaunchKeySupport.Kind.NONE) {
      throw NotTestableException.notThere("without keys no launch is sent again");
    }
    if (bench.sample().zones().isEmpty()) {
      throw NotTestableException.notThere("the sample names no zones");
    }
    LaunchSpec open = LaunchSpecs.in(bench.spec(), Optional.empty());
    List<PreparedLaunch> prepared = new ArrayList<>();
    CallOutcome free =
        bench.attempt(() -> prepared.add(bench.provider().prepare(open, bench.call())));
    if (prepared.isEmpty()) {
      bench.require(
          free.sure() && (free.is(Kind.INVALID) || free.is(Kind.UNSUPPORTED)),
          "a launch that names no zone was neither prepared nor refused: " + free);
      throw NotTestableException.notThere("the adapter refuses launches that name no zone");
    }
    LaunchKey key = bench.key();
    MachineId made = sent(bench, bench.provider(), prepared.get(0), key).get(0).id();
    ObservedProvider other = bench.another();
    for (int i = 1; i < SENDINGS; i++) {
      again(bench, i % 2 == 0 ? bench.provider() : other, prepared.get(0), key, made);
    }
    bench.time().pass(bench.profile().settle());
    List<CloudResource> live = bench.truth().of(key);
    bench.require(
        live.size() == 1,
        "a launch that names no zone was sent " + SENDINGS + " times under one key, and made "
            + live);
  }

  private static void again(
      TestBench bench,
      ObservedProvider adapter,
      PreparedLaunch prepared,
      LaunchKey key,
      MachineId made) {
    try {
      List<MachineSighting> rows = sent(bench, adapter, prepared, key);
      bench.require(
          rows.stream().allMatch(row -> row.id().equals(made)),
          "a launch that names no zone made " + made + ", and sent again under its key " + rows);
    } catch (CloudException refused) {
      boolean taken = refused.conflict().filter(Conflict.NAME_TAKEN::equals).isPresent()
          && bench.profile().keySupport().kind() == LaunchKeySupport.Kind.NAME;
      bench.require(
          taken,
          "a launch that names no zone, sent again under its key, is another request: "
              + refused.summary());
    }
  }

  private static List<MachineSighting> sent(
      TestBench bench, ObservedProvider adapter, PreparedLaunch prepared, LaunchKey key) {
    return adapter.launch(prepared, key, 1, bench.call()).machines();
  }

  // ---- with each zone and size

  private static void getsWhatItAsksFor(TestBench bench) {
    List<LaunchSpec> specs = new ArrayList<>();
    SampleLaunch sample = bench.sample();
    if (sample.zones().size() < 2) {
      bench.leavesOut("other zones", "the sample names no two zones");
    }
    if (sample.sizes().size() < 2) {
      bench.leavesOut("other sizes", "the sample names no two sizes: SampleLaunch.andSizes");
    }
    // The last ones first: an adapter that takes the first ones of all is wrong at once.
    for (int i = Math.min(MOST, most(sample)) - 1; i >= 0; i--) {
      specs.add(LaunchSpecs.size(
          LaunchSpecs.in(bench.spec(), at(sample.zones(), i)), at(sample.sizes(), i)));
    }
    List<MachineId> made = new ArrayList<>();
    for (LaunchSpec spec : specs) {
      made.add(launched(bench, spec).id());
    }
    bench.time().passLag();
    Listed list = bench.lists().pool();
    for (int i = 0; i < specs.size(); i++) {
      LaunchSpec spec = specs.get(i);
      MachineId machine = made.get(i);
      list.row(machine).ifPresent(row -> matches(bench, spec, row, "is listed"));
      is(bench, "zone", spec.zone(), machine, TestCloudConsole::zoneOf);
      is(bench, "size", spec.size(), machine, TestCloudConsole::sizeOf);
    }
  }

  private static int most(SampleLaunch sample) {
    int zones = Math.max(1, sample.zones().size());
    int sizes = Math.max(1, sample.sizes().size());
    // Each number then leads to another pair, if they have no factor in common; else each to
    // another zone or size.
    return zones % sizes == 0 || sizes % zones == 0 ? Math.max(zones, sizes) : zones * sizes;
  }

  private static Optional<String> at(List<String> names, int number) {
    return names.isEmpty() ? Optional.empty() : Optional.of(names.get(number % names.size()));
  }

  private static MachineSighting launched(TestBench bench, LaunchSpec spec) {
    ObservedProvider provider = bench.provider();
    MachineSighting made =
        sent(bench, provider, provider.prepare(spec, bench.call()), bench.key()).get(0);
    matches(bench, spec, made, "is answered");
    return made;
  }

  private static void matches(TestBench bench, LaunchSpec spec, MachineSighting row, String how) {
    String what = "a launch into zone " + spec.zone().orElse("(any)") + " with size "
        + spec.size().orElse("(any)") + " " + how + " with ";
    bench.require(
        spec.zone().isEmpty() || row.zone().isEmpty() || row.zone().equals(spec.zone()),
        what + "zone " + row.zone().orElse(""));
    bench.require(
        spec.size().isEmpty() || row.size().isEmpty() || row.size().equals(spec.size()),
        what + "size " + row.size().orElse(""));
    bench.require(
        row.market() == Market.ON_DEMAND, what + "market " + row.market() + ", not ON_DEMAND");
  }

  private static void is(
      TestBench bench,
      String what,
      Optional<String> asked,
      MachineId machine,
      BiFunction<TestCloudConsole, MachineId, String> truth) {
    List<String> seen = new ArrayList<>();
    if (asked.isPresent()
        && bench
            .truth()
            .attempts(
                "the " + what + " that a machine has in truth",
                console -> seen.add(truth.apply(console, machine)))) {
      bench.require(
          seen.get(0).equals(asked.get()),
          "a launch with " + what + " " + asked.get() + " made a machine with " + what + " "
              + seen.get(0));
    }
  }
}
