package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.testkit.concurrent.ConcurrentCalls;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import io.cloudadapter.testkit.subject.CloudResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Chapter 13: groups that the cloud sizes. The trials look at their machines in truth. */
public final class GroupTrials {
  private static final int THREADS = 8;
  private static final String SOMEWHERE = "somewhere-1a";

  /** By then a group has made all machines that it will make. */
  private static final Duration UNTIL_MADE = Duration.ofMinutes(15);

  private GroupTrials() {}

  public static List<Trial> all() {
    return List.of(
            Trial.of("MP-13.1", GroupTrials::comesToItsTarget).withFaults(),
            Trial.of("MP-13.2", GroupTrials::isAbsolute),
            Trial.of("MP-13.3", GroupTrials::isNeverLowered).needs("MP-13.1"),
            Trial.of("MP-13.4", GroupTrials::refusesWhatItCannotHave).needs("MP-13.1"),
            Trial.of("MP-13.5", GroupTrials::isSureOfNone).withFaults(),
            Trial.of("MP-13.6", GroupTrials::getsSmallerByWhoIsEnded)
                .needs("MP-13.1", "MP-4.3")
                .withFaults(),
            Trial.of("MP-13.7", GroupTrials::replacesWhoDied).needs("MP-13.1"),
            Trial.of("MP-13.8", GroupTrials::countsWhoJoinsAndLeaves)
                .needs("MP-13.1", "MP-9.1")
                .withFaults(),
            Trial.of("MP-13.9", GroupTrials::placesByItself))
        .stream()
        .map(trial -> trial.of(MachineGroup.class))
        .toList();
  }

  // ---- raising

  private static void comesToItsTarget(TestBench bench) {
    CoreRetryModel core = new CoreRetryModel(bench);
    PreparedLaunch frozen = core.prepare();
    core.write("raise", () -> raise(bench, frozen, 2));
    has(bench, 2, "a group that was raised to 2");
    core.write("raise", () -> raise(bench, frozen, 3));
    has(bench, 3, "a group that was raised to 2, and then to 3,");
    for (MachineSighting row : core.complete(ListQuery.all(TestBench.POOL)).rows()) {
      bench.require(
          row.pool().equals(Optional.of(TestBench.POOL))
              && row.incarnation().equals(Optional.of(bench.incarnation()))
              && row.key().isEmpty(),
          "a machine of a group is listed with the marks " + row.pool() + ", " + row.incarnation()
              + ", " + row.key() + " instead of " + unkeyed(bench));
    }
  }

  private static void isAbsolute(TestBench bench) throws Exception {
    PreparedLaunch frozen = bench.prepare();
    raise(bench, frozen, 2);
    raise(bench, frozen, 2);
    ObservedProvider other = bench.another();
    List<CallOutcome> together = ConcurrentCalls.together(
        bench,
        THREADS,
        i -> bench.attempt(
            () -> (i % 2 == 0 ? bench.provider() : other).raise(frozen, 3, bench.call())));
    bench.require(
        together.stream().anyMatch(CallOutcome::accepted),
        "of " + THREADS + " threads that raise a group to 3 none succeeds: " + together);
    has(bench, 3, "a group that was raised to 2 twice, and to 3 by " + THREADS + " threads,");
    raise(bench, frozen, 3);
    has(bench, 3, "a group of 3 that was raised to 3");
  }

  private static void isNeverLowered(TestBench bench) {
    PreparedLaunch frozen = bench.prepare();
    raise(bench, frozen, 3);
    raise(bench, frozen, 1);
    Set<String> all = has(bench, 3, "a group that was raised to 3, and then to 1,");
    raise(bench, frozen, 2);
    Set<String> left = has(bench, 3, "a group of 3 that was raised to 2");
    bench.require(left.equals(all), "a group of " + all + " that was raised to 2 has " + left);
  }

  private static void refusesWhatItCannotHave(TestBench bench) {
    PreparedLaunch frozen = bench.prepare();
    raise(bench, frozen, 1);
    for (int total : List.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE)) {
      CallOutcome refused = bench.attempt(() -> raise(bench, frozen, total));
      bench.require(
          refused.sure() && (refused.is(Kind.INVALID) || refused.is(Kind.QUOTA)),
          "to raise a group to " + total + " must be INVALID or QUOTA, effect NONE, and was "
              + refused);
    }
    has(bench, 1, "a group of 1 that could not be raised");
  }

  /** Compares an effect NONE with the truth; after any other error the request is repeated. */
  private static void isSureOfNone(TestBench bench) {
    PreparedLaunch frozen = new CoreRetryModel(bench).prepare();
    CallOutcome attempt = bench.attempt(() -> raise(bench, frozen, 2));
    bench.time().pass(bench.profile().settle().plus(UNTIL_MADE));
    bench.require(
        !attempt.sure() || bench.truth().ours().isEmpty(),
        "raise said " + attempt + ", and there are " + bench.truth().ours());
    bench.require(
        !attempt.accepted() || bench.truth().ours().size() == 2,
        "raise to 2 returned, and there are " + bench.truth().ours());
  }

  // ---- getting smaller, and larger

  private static void getsSmallerByWhoIsEnded(TestBench bench) {
    PreparedLaunch frozen = calmly(bench, 3);
    CoreRetryModel core = new CoreRetryModel(bench);
    MachineId ended = new MachineId(ids(bench).iterator().next());
    core.terminate(ended);
    core.terminate(ended);
    bench.require(bench.truth().ends(ended), "machine " + ended + " lives on");
    core.terminate(ended);
    Set<String> left = has(bench, 2, "a group of 3, of which " + ended + " was ended,");
    bench.sweep(false);
    raise(bench, frozen, 2);
    Set<String> still = has(bench, 2, "a group of 3, of which one was ended, raised to 2,");
    bench.require(still.equals(left), "a group of " + left + " that was raised to 2 has " + still);
    raise(bench, frozen, 3);
    has(bench, 3, "a group of 3, of which one was ended, raised to 3,");
  }

  private static void replacesWhoDied(TestBench bench) {
    PreparedLaunch unused = calmly(bench, 2);
    Set<String> before = ids(bench);
    MachineId dead = new MachineId(before.iterator().next());
    bench.truth().provoking(console -> console.kill(dead));
    bench.require(bench.truth().ends(dead), "machine " + dead + " lives on");
    Set<String> after = has(bench, 2, "a group of " + before + ", of which " + dead + " died,");
    bench.require(
        !after.contains(dead.value()) && after.stream().filter(before::contains).count() == 1,
        "a group of " + before + ", of which " + dead + " died, has " + after);
  }

  private static void countsWhoJoinsAndLeaves(TestBench bench) {
    if (!bench.claims(Adoption.class)) {
      throw NotTestableException.notThere("without Adoption no machine joins or leaves");
    }
    PreparedLaunch frozen = calmly(bench, 1);
    MachineId pet = bench.truth().stranger(Map.of());
    bench.time().pass(bench.profile().settle());
    CoreRetryModel core = new CoreRetryModel(bench);
    core.write("mark", () -> bench.adoption().mark(pet, unkeyed(bench), bench.call()));
    core.write("mark", () -> bench.adoption().mark(pet, unkeyed(bench), bench.call()));
    has(bench, 2, "a group of 1, and " + pet + " that was marked,");
    calm(bench, () -> raise(bench, frozen, 2));
    has(bench, 2, "a group of 1, and " + pet + " that was marked, raised to 2,");
    core.write("unmark", () -> bench.adoption().unmark(pet, unkeyed(bench), bench.call()));
    core.write("unmark", () -> bench.adoption().unmark(pet, unkeyed(bench), bench.call()));
    has(bench, 1, "a group of 2, of which " + pet + " has lost its marks,");
    bench.require(bench.truth().lives(pet), "machine " + pet + " has lost its marks, and ended");
  }

  private static void placesByItself(TestBench bench) {
    List<PreparedLaunch> frozen = new ArrayList<>();
    CallOutcome attempt = bench.attempt(() -> frozen.add(bench
        .provider()
        .prepare(LaunchSpecs.in(bench.spec(), Optional.of(SOMEWHERE)), bench.call())));
    bench.require(
        attempt.sure()
            && (attempt.is(Kind.INVALID)
                || attempt.is(Kind.UNSUPPORTED)
                || attempt.is(Kind.NOT_FOUND)),
        "a zone for a machine of a group must be refused, and was " + attempt);
  }

  // ---- words

  private static void raise(TestBench bench, PreparedLaunch frozen, int total) {
    bench.provider().raise(frozen, total, bench.call());
  }

  /** A group that has so many, made in peace. */
  private static PreparedLaunch calmly(TestBench bench, int total) {
    bench.sweep(false);
    PreparedLaunch frozen = bench.prepare();
    raise(bench, frozen, total);
    has(bench, total, "a group that was raised to " + total);
    bench.sweep(true);
    return frozen;
  }

  private static void calm(TestBench bench, Runnable what) {
    bench.sweep(false);
    what.run();
    bench.sweep(true);
  }

  private static OwnershipMarks unkeyed(TestBench bench) {
    return new OwnershipMarks(TestBench.POOL, bench.incarnation(), Optional.empty());
  }

  /** So many and no others, in truth, when nothing is to be made any more; and which ones. */
  private static Set<String> has(TestBench bench, int count, String group) {
    bench.time().passUntil(() -> bench.truth().ours().size() == count, UNTIL_MADE);
    bench.time().pass(bench.profile().settle().plus(UNTIL_MADE));
    List<CloudResource> all = bench.truth().ours();
    bench.require(all.size() == count, group + " has " + all.size() + " machines: " + all);
    for (CloudResource resource : all) {
      bench.require(
          resource.tags().entrySet().containsAll(unkeyed(bench).toTags().entrySet())
              && !resource.tags().containsKey(OwnershipMarks.KEY_TAG),
          group + " has a machine with the tags " + resource.tags() + " instead of "
              + unkeyed(bench).toTags());
    }
    return ids(bench);
  }

  private static Set<String> ids(TestBench bench) {
    Set<String> ids = new TreeSet<>();
    bench.truth().ours().forEach(resource -> ids.add(resource.id()));
    return ids;
  }
}
