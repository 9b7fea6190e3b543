package io.cloudadapter.testkit.specs;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListGap;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.testkit.run.MachineLists.Listed;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.SampleLaunch;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Refusals, late failures and gaps name the zone, size and market that they are about. */
public final class ScopeTrials {
  private static final Duration STEP = Duration.ofSeconds(1);

  /** Steps until everything that was requested has come to its end, in any cloud that is tried here. */
  private static final int LONG = 300;

  private ScopeTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-2.23", ScopeTrials::launchFailuresNameTheirScope).needs("MP-2.1", "MP-3.1"),
        Trial.of("MP-3.18", ScopeTrials::gapsNameTheirPart).needs("MP-3.1", "MP-3.12"));
  }

  /** The last zone and size of the sample, since a wrong one is most often the first. */
  private static LaunchSpec last(TestBench bench) {
    SampleLaunch sample = bench.sample();
    if (sample.zones().size() < 2 && sample.sizes().size() < 2) {
      throw NotTestableException.notThere("the sample names no two zones or sizes");
    }
    return LaunchSpecs.size(
        LaunchSpecs.in(bench.spec(), last(sample.zones())), last(sample.sizes()));
  }

  private static Optional<String> last(List<String> names) {
    return names.isEmpty() ? Optional.empty() : Optional.of(names.get(names.size() - 1));
  }

  private static void launchFailuresNameTheirScope(TestBench bench) {
    LaunchSpec spec = last(bench);
    PreparedLaunch prepared = bench.provider().prepare(spec, bench.call());
    late(bench, spec, prepared);
    if (bench
        .truth()
        .attempts(
            "a launch that is refused at once", console -> console.refuseLaunches(Kind.CAPACITY))) {
      try {
        bench.provider().launch(prepared, bench.key(), 1, bench.call());
        bench.require(false, "the cloud refuses launches, and launch returned a machine");
      } catch (CloudException refused) {
        named(bench, spec, refused.kind(), refused.scope(), "refused");
      }
    }
  }

  private static void late(TestBench bench, LaunchSpec spec, PreparedLaunch prepared) {
    if (!bench
        .truth()
        .attempts(
            "a launch that fails after it was accepted",
            console -> console.failLater(Kind.CAPACITY))) {
      return;
    }
    MachineId machine;
    try {
      machine = bench
          .provider()
          .launch(prepared, bench.key(), 1, bench.call())
          .machines()
          .get(0)
          .id();
    } catch (CloudException failed) {
      // An operation that fails leaves no row; its scope must be right all the same.
      named(bench, spec, failed.kind(), failed.scope(), "failed after all");
      return;
    }
    Optional<MachineSighting> row = Optional.empty();
    for (int i = 0; i < LONG && !rejected(row); i++) {
      bench.time().pass(STEP);
      row = bench.lists().pool().row(machine);
    }
    Optional<LaunchFailure> failure = row.flatMap(MachineSighting::failure);
    failure.ifPresent(why -> named(bench, spec, why.kind(), why.scope(), "failed after all"));
  }

  private static boolean rejected(Optional<MachineSighting> row) {
    return row.filter(seen -> seen.state() == MachineState.REJECTED).isPresent();
  }

  private static void named(
      TestBench bench, LaunchSpec spec, Kind kind, ErrorScope scope, String how) {
    bench.require(
        kind != Kind.CAPACITY || scope.covers(spec.zone(), spec.size(), spec.market()),
        "a launch into zone " + spec.zone().orElse("(any)") + " with size "
            + spec.size().orElse("(any)") + " " + how + " for want of capacity in another place: "
            + scope);
  }

  private static void gapsNameTheirPart(TestBench bench) {
    List<String> zones = bench.sample().zones();
    if (zones.size() < 2) {
      throw NotTestableException.notThere("the sample names no two zones");
    }
    Map<MachineId, String> made = new TreeMap<>();
    for (String zone : zones) {
      LaunchSpec spec = LaunchSpecs.in(bench.spec(), Optional.of(zone));
      made.put(
          bench
              .provider()
              .launch(bench.provider().prepare(spec, bench.call()), bench.key(), 1, bench.call())
              .machines()
              .get(0)
              .id(),
          zone);
    }
    bench.time().passLag();
    bench.truth().provoking(TestCloudConsole::hidePart);
    Listed listed = bench.lists().pool();
    List<String> unnamed = new ArrayList<>();
    made.forEach((machine, zone) -> {
      if (listed.row(machine).isEmpty()
          && listed.result().gaps().stream().noneMatch(gap -> covers(gap, zone))) {
        unnamed.add(machine + " in zone " + zone);
      }
    });
    bench.require(
        unnamed.isEmpty(),
        "a list lacks " + unnamed + ", and names its gaps as " + listed.result().gaps());
  }

  private static boolean covers(ListGap gap, String zone) {
    return gap.scope().zone().filter(named -> !named.equals(zone)).isEmpty();
  }
}
