package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.api.cloud.Quota.Bound;
import io.cloudadapter.api.cloud.Zone;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import io.cloudadapter.spi.feature.Zones;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CloudResourceFixture;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Chapter 12: sizes on offer, and quotas. */
public final class CatalogTrials {
  /** As many sizes are launched: the smallest, since each costs. */
  private static final int LAUNCHED = 3;

  /** As many sizes are prepared in each zone. */
  private static final int PREPARED = 10;

  /** Clouds count late. */
  private static final Duration COUNTED = Duration.ofMinutes(5);

  private CatalogTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-12.60", CatalogTrials::everySize)
            .of(MachineSizeCatalog.class)
            .needs("MP-9.1")
            .withFaults(),
        Trial.of("MP-12.61", CatalogTrials::canBeLaunched)
            .of(MachineSizeCatalog.class)
            .needs("MP-12.60"),
        Trial.of("MP-12.70", CatalogTrials::everyQuota)
            .of(Quotas.class)
            .needs("MP-9.1")
            .withFaults(),
        Trial.of("MP-12.71", CatalogTrials::countsMachines).of(Quotas.class).needs("MP-12.70"),
        Trial.of("MP-12.72", CatalogTrials::tellsWhatIsFull).of(Quotas.class).needs("MP-12.71"));
  }

  // ---- sizes

  private static void everySize(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    bench.sweep(false);
    List<MachineSize> calm = CloudResourceFixture.by(bench, bench.another()).sizes();
    bench.sweep(true);
    CloudResourceFixture.Answer<List<MachineSize>> told = beside.attempt(beside::sizes);
    bench.sweep(false);
    told.value().ifPresent(sizes -> {
      Set<String> names = new HashSet<>(names(sizes));
      bench.require(
          sizes.equals(calm) && !sizes.isEmpty(),
          "the sizes are " + sizes + ", and another adapter returns " + calm);
      bench.require(names.size() == sizes.size(), "a size occurs twice among " + names(sizes));
      bench.require(
          names.containsAll(bench.sample().size().stream().toList()),
          "machines can be " + bench.sample().size() + ", and the sizes are " + names(sizes));
      bench.require(beside.sizes().equals(sizes), "the sizes are others when asked again");
    });
    bench
        .truth()
        .attempts(
            "sizes as they are in truth",
            console -> told.value()
                .ifPresent(sizes -> bench.require(
                    sameInTruth(sizes, console.sizes()),
                    "the sizes are " + sizes + ", and in truth " + console.sizes())));
  }

  private static List<String> names(List<MachineSize> sizes) {
    return sizes.stream().map(MachineSize::name).toList();
  }

  private static boolean sameInTruth(List<MachineSize> told, List<MachineSize> truth) {
    Map<String, MachineSize> byName =
        told.stream().collect(Collectors.toMap(MachineSize::name, Function.identity()));
    return told.size() == truth.size()
        && truth.stream()
            .allMatch(size ->
                byName.containsKey(size.name()) && sameInTruth(byName.get(size.name()), size));
  }

  /** No zone may be missing, if there are any; launches show whether there are too many. */
  private static boolean sameInTruth(MachineSize told, MachineSize truth) {
    return told.cpus() == truth.cpus()
        && told.memoryMiB() == truth.memoryMiB()
        && told.diskGiB() == truth.diskGiB()
        && (told.gpus().isEmpty() || told.gpus().equals(truth.gpus()))
        && (told.zones().isEmpty() || told.zones().containsAll(truth.zones()));
  }

  private static void canBeLaunched(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<MachineSize> sizes = new ArrayList<>(beside.sizes());
    sizes.sort(Comparator.comparingInt(MachineSize::cpus).thenComparing(MachineSize::memoryMiB));
    if (bench.claims(Zones.class)) {
      Set<String> zones = beside.zones().stream().map(Zone::name).collect(Collectors.toSet());
      sizes.forEach(size -> bench.require(
          zones.containsAll(size.zones()),
          "size " + size.name() + " is offered in " + size.zones() + ", and the zones are "
              + zones));
    }
    for (MachineSize size : sizes.subList(0, Math.min(PREPARED, sizes.size()))) {
      for (Optional<String> zone : zones(bench, size)) {
        CallOutcome attempt = bench.attempt(() -> prepared(bench, size, zone));
        bench.require(
            attempt.accepted(),
            "size " + size.name() + " is offered in " + size.zones() + ", and prepare, for zone "
                + zone.orElse("any") + ", was " + attempt);
      }
    }
    for (MachineSize size : sizes.subList(0, Math.min(LAUNCHED, sizes.size()))) {
      zones(bench, size).stream().findFirst().ifPresent(zone -> launched(bench, size, zone));
    }
  }

  /** Returns the zones that offer it, as far as the kit may launch there; any zone if the catalog lists none. */
  private static List<Optional<String>> zones(TestBench bench, MachineSize size) {
    List<String> known = bench.sample().zones();
    if (size.zones().isEmpty() || known.isEmpty()) {
      return List.of(known.stream().findFirst());
    }
    return size.zones().stream().filter(known::contains).map(Optional::of).toList();
  }

  private static PreparedLaunch prepared(TestBench bench, MachineSize size, Optional<String> zone) {
    return bench
        .provider()
        .prepare(
            LaunchSpecs.size(LaunchSpecs.in(bench.spec(), zone), Optional.of(size.name())),
            bench.call());
  }

  private static void launched(TestBench bench, MachineSize size, Optional<String> zone) {
    PreparedLaunch request = prepared(bench, size, zone);
    LaunchKey key = bench.key();
    List<MachineSighting> made = new ArrayList<>();
    CallOutcome attempt = bench.attempt(
        () -> made.addAll(bench.provider().launch(request, key, 1, bench.call()).machines()));
    if (attempt.is(Kind.CAPACITY) || attempt.is(Kind.QUOTA)) {
      bench.leavesOut("a machine of size " + size.name(), attempt.toString());
      return;
    }
    bench.require(
        attempt.accepted(),
        "size " + size.name() + " is in the catalog, and a launch of one was " + attempt);
    bench.time().passLag();
    MachineId machine = made.get(0).id();
    Optional<String> shown =
        bench.lists().ids(List.of(machine)).row(machine).flatMap(MachineSighting::size);
    bench.require(
        shown.equals(Optional.of(size.name())),
        "a machine of size " + size.name() + " shows as " + shown.orElse("of no size"));
  }

  // ---- quotas

  private static void everyQuota(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    bench.sweep(false);
    List<Quota> calm = CloudResourceFixture.by(bench, bench.another()).quotas();
    bench.sweep(true);
    CloudResourceFixture.Answer<List<Quota>> told = beside.attempt(beside::quotas);
    bench.sweep(false);
    told.value().ifPresent(quotas -> {
      List<String> names = quotas.stream().map(Quota::name).toList();
      bench.require(
          quotas.equals(calm) && !quotas.isEmpty(),
          "the quotas are " + quotas + ", and another adapter returns " + calm);
      bench.require(
          Set.copyOf(names).size() == names.size(), "a quota occurs twice among " + names);
      bench.require(beside.quotas().equals(quotas), "the quotas are others when asked again");
    });
  }

  private static void countsMachines(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<Quota> before = beside.quotas();
    List<MachineId> machines = List.of(bench.launch().id(), bench.launch().id());
    String growth = wrongAtLast(bench, beside, before, machines.size());
    bench.require(growth.isEmpty(), "two machines were launched: " + growth);
    for (MachineId machine : machines) {
      bench.time().passUntilKnown(machine);
      bench.provider().terminate(machine, bench.call());
      bench.require(bench.truth().ends(machine), "machine " + machine + " does not end");
    }
    String rest = wrongAtLast(bench, beside, before, 0);
    bench.require(rest.isEmpty(), "two machines were launched, and have ended: " + rest);
  }

  /** As soon as it is right, that counts: the next look may be an older one. */
  private static String wrongAtLast(
      TestBench bench, CloudResourceFixture beside, List<Quota> before, int machines) {
    String[] wrong = {"the quotas were never read"};
    bench
        .time()
        .passUntil(
            () -> {
              wrong[0] = wrong(bench, beside, before, machines);
              return wrong[0].isEmpty();
            },
            COUNTED);
    return wrong[0];
  }

  /** What is wrong with the quotas now, so many machines of the sample's size later; empty if nothing is. */
  private static String wrong(
      TestBench bench, CloudResourceFixture beside, List<Quota> before, int machines) {
    List<Quota> after = beside.quotas();
    for (Quota.Resource resource : Quota.Resource.values()) {
      List<Long> grown = new ArrayList<>();
      for (Quota quota : after) {
        if (quota.resource() == resource) {
          grown.add(quota.used() - used(before, quota.name()));
        }
      }
      long each = each(bench, beside, resource);
      boolean told = grown.isEmpty() || grown.contains(machines * each);
      if (!told || grown.stream().anyMatch(more -> more > machines * each || more < 0)) {
        return "of " + resource + " " + machines * each + " more must be used, and it is " + grown
            + ": " + after;
      }
    }
    return "";
  }

  private static long used(List<Quota> quotas, String name) {
    return quotas.stream()
        .filter(quota -> quota.name().equals(name))
        .mapToLong(Quota::used)
        .sum();
  }

  /** What one machine of the sample's size takes. */
  private static long each(TestBench bench, CloudResourceFixture beside, Quota.Resource resource) {
    if (resource == Quota.Resource.MACHINES) {
      return 1;
    }
    if (!bench.claims(MachineSizeCatalog.class)) {
      throw new NotTestableException("without Catalog it is unknown what a machine takes");
    }
    MachineSize size = beside.sizes().stream()
        .filter(one -> bench.sample().size().isEmpty()
            || one.name().equals(bench.sample().size().get()))
        .findFirst()
        .orElseThrow(() -> new RuleViolation("no size is " + bench.sample().size()));
    return resource == Quota.Resource.CPUS ? size.cpus() : size.memoryMiB();
  }

  private static void tellsWhatIsFull(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    if (beside.quotas().stream().noneMatch(quota -> quota.bound() == Bound.LIMITED)) {
      bench.leavesOut("a quota that is full", "no quota has a limit");
      return;
    }
    bench.truth().provoking(console -> console.leaveRoom(1));
    require(bench, full(bench, beside).isEmpty(), "there is room for one machine", beside);
    MachineSighting last = bench.launch();
    CallOutcome refused =
        bench.attempt(() -> bench.truth().disown(bench.launch().id()));
    bench.require(
        refused.is(Kind.QUOTA) && refused.sure(),
        "beyond the quota a launch must be QUOTA, effect NONE, and was " + refused);
    boolean[] told = {false};
    bench
        .time()
        .passUntil(
            () -> {
              told[0] = !full(bench, beside).isEmpty();
              return told[0];
            },
            COUNTED);
    require(bench, told[0], "a launch was refused with " + refused + " after " + last.id(), beside);
  }

  private static void require(
      TestBench bench, boolean holds, String seen, CloudResourceFixture beside) {
    bench.require(holds, seen + ", and the quotas are " + beside.quotas());
  }

  /** Those with no room for one more machine. */
  private static List<Quota> full(TestBench bench, CloudResourceFixture beside) {
    return beside.quotas().stream()
        .filter(quota -> quota.bound() == Bound.LIMITED)
        .filter(quota -> quota.left().orElse(0) < each(bench, beside, quota.resource()))
        .toList();
  }
}
