package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.Routes;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CloudResourceFixture;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Chapter 12: routes. */
public final class RouteTrials {
  /** Routes for some pages of a list. */
  private static final int MANY = 5;

  private RouteTrials() {}

  public static List<Trial> all() {
    return Stream.of(
            Trial.of("MP-12.40", CloudResourceFixture.tidied(RouteTrials::asMade))
                .withFaults(),
            Trial.of("MP-12.41", CloudResourceFixture.tidied(RouteTrials::repeated))
                .needs("MP-12.40")
                .withFaults(BalancerTrials.REPEATED),
            Trial.of("MP-12.42", CloudResourceFixture.tidied(RouteTrials::refuses))
                .needs("MP-12.40"),
            Trial.of("MP-12.43", CloudResourceFixture.tidied(RouteTrials::noneIsCertain))
                .needs("MP-12.40")
                .withFaults())
        .map(trial -> trial.of(Routes.class).needs("MP-9.1"))
        .toList();
  }

  private static void asMade(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    bench.sweep(false);
    MachineId leaves = bench.truth().plant(1).iterator().next();
    String left = bench.cloud().nameOf(leaves);
    String target = beside.hosts(1).get(0);
    bench.sweep(false);
    List<Route> made = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      made.add(
          create(bench, beside, "a", "r" + i, i == 0 ? left : target, "10.24" + i + ".7.0/24"));
    }
    Route other = create(bench, beside, "b", "r0", target, "10.240.7.0/24");
    bench.time().passLag();
    bench.sweep(true);
    shows(bench, beside, "a", made);
    bench.sweep(false);
    shows(bench, beside, "b", List.of(other));
    shows(bench, beside, "none", List.of());
    if (bench
        .truth()
        .attempts("a route whose instance has ended", console -> console.kill(leaves))) {
      bench.time().passLag();
      made.set(0, new Route(made.get(0).cluster(), "r0", left, made.get(0).destination(), true));
      shows(bench, beside, "a", made);
    }
  }

  /** Makes one that nothing stands against. */
  private static Route create(
      TestBench bench,
      CloudResourceFixture beside,
      String cluster,
      String name,
      String target,
      String block) {
    Route route = beside.create(cluster, name, target, block);
    bench.require(
        route.cluster().equals(beside.name(cluster))
            && route.name().equals(name)
            && route.target().equals(target)
            && route.destination().text().equals(block)
            && !route.blackhole(),
        "a route " + name + " for " + block + " to " + target + " was made as " + route);
    return route;
  }

  private static void shows(
      TestBench bench, CloudResourceFixture beside, String cluster, List<Route> made) {
    CloudResourceFixture.Answer<List<Route>> told = beside.attempt(() -> beside.routes(cluster));
    told.value().ifPresent(routes -> {
      bench.require(
          routes.size() == made.size() && routes.containsAll(made),
          "the routes are " + routes + " instead of " + made);
      bench.sweep(false);
      bench.require(
          beside.routes(cluster).equals(routes), "the routes come in another order: " + routes);
    });
  }

  private static void repeated(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    String target = beside.hosts(1).get(0);
    bench.sweep(false);
    Route kept = create(bench, beside, "a", "kept", target, "10.250.0.0/24");
    bench.sweep(true);
    Route made = beside.settled("create", () -> beside.create("a", "one", target, "10.251.0.0/24"));
    Route again =
        beside.settled("create", () -> beside.create("a", "two", target, "10.251.0.0/24"));
    bench.require(
        made.name().equals("one") && again.equals(made),
        "a route that was asked for twice is " + made + ", then " + again);
    inTruth(bench, beside, List.of(kept, made));
    for (String name : List.of("one", "one", "never")) {
      beside.settled("delete", () -> beside.delete(beside.name("a"), name));
      inTruth(bench, beside, List.of(kept));
    }
  }

  private static void inTruth(TestBench bench, CloudResourceFixture beside, List<Route> wanted) {
    List<Route> there = beside.routesInTruth();
    bench.require(
        there.size() == wanted.size() && there.containsAll(wanted),
        "in truth the routes are " + there + " instead of " + wanted);
  }

  private static void refuses(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    List<String> targets = beside.hosts(2);
    String mine = targets.get(0);
    Route kept = create(bench, beside, "a", "kept", mine, "10.250.0.0/16");
    bench.time().passLag();
    for (String block : List.of("10.250.7.0/24", "10.0.0.0/8")) {
      refused(bench, beside, "two", mine, block);
    }
    refused(bench, beside, "two", targets.get(1), "10.250.0.0/16");
    CallOutcome taken = refused(bench, beside, "kept", mine, "10.252.0.0/16");
    bench.require(
        taken.is(Conflict.NAME_TAKEN),
        "a name that another route has must be CONFLICT with NAME_TAKEN, and was " + taken);
    CallOutcome ghost = bench.attempt(() -> asked(beside, "two", mine + "0", "10.252.0.0/16"));
    bench.require(
        ghost.is(Kind.NOT_FOUND) && ghost.sure(),
        "a route to an instance that never was must be NOT_FOUND, effect NONE, and was " + ghost);
    inTruth(bench, beside, List.of(kept));
  }

  private static CallOutcome refused(
      TestBench bench, CloudResourceFixture beside, String name, String target, String block) {
    CallOutcome attempt = bench.attempt(() -> asked(beside, name, target, block));
    bench.require(
        attempt.is(Kind.CONFLICT) && attempt.sure(),
        "beside kept, for 10.250.0.0/16, a route " + name + " for " + block
            + " must be CONFLICT, effect NONE, and was " + attempt);
    return attempt;
  }

  private static void asked(CloudResourceFixture beside, String name, String target, String block) {
    Route unused = beside.create("a", name, target, block);
  }

  private static void noneIsCertain(TestBench bench) {
    CloudResourceFixture beside = CloudResourceFixture.of(bench);
    String target = beside.hosts(1).get(0);
    bench.sweep(false);
    Route kept = create(bench, beside, "a", "kept", target, "10.250.0.0/24");
    bench.sweep(true);
    List<Route> before = new ArrayList<>(List.of(kept));
    certain(bench, beside, "create", before, () -> asked(beside, "new", target, "10.251.0.0/24"));
    certain(bench, beside, "delete", before, () -> beside.delete(beside.name("a"), "kept"));
  }

  private static void certain(
      TestBench bench,
      CloudResourceFixture beside,
      String what,
      List<Route> before,
      Runnable call) {
    CallOutcome attempt = bench.attempt(call);
    bench.sweep(false);
    beside.settles();
    bench.sweep(true);
    List<Route> after = beside.routesInTruth();
    bench.require(
        !attempt.sure() || after.equals(before),
        what + " said " + attempt + ", and made of " + before + " " + after);
    before.clear();
    before.addAll(after);
  }
}
