package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.testkit.concurrent.ConcurrentCalls;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.MachineLists;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.specs.LaunchSpecs;
import io.cloudadapter.testkit.subject.CloudResource;
import io.cloudadapter.testkit.subject.SampleLaunch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Chapter 2: what a launch key prevents. */
final class KeyTrials {
  private static final int THREADS = 20;

  private KeyTrials() {}

  static List<Trial> all() {
    return List.of(
        Trial.of("MP-2.4", KeyTrials::anotherRequestIsRefused).aboutKeys().needs("MP-2.1"),
        Trial.of("MP-2.5", KeyTrials::spentKeysMakeNothing).aboutKeys().needs("MP-2.1", "MP-4.3"),
        Trial.of("MP-2.6", KeyTrials::keysAreIndependent).needs("MP-2.1"),
        Trial.of("MP-2.13", KeyTrials::theSameAgain).aboutKeys().needs("MP-2.1", "MP-3.1"),
        Trial.of("MP-2.17", KeyTrials::batches).needs("MP-2.1").withFaults());
  }

  static LaunchResult send(TestBench bench, PreparedLaunch frozen, LaunchKey key) {
    return bench.provider().launch(frozen, key, 1, bench.call());
  }

  private static LaunchKeySupport.Kind support(TestBench bench) {
    return bench.profile().keySupport().kind();
  }

  // ---- another request under the key

  private static void anotherRequestIsRefused(TestBench bench) {
    LaunchKey key = bench.key();
    MachineSighting made = bench.launch(key);
    List<LaunchSpec> others = others(bench);
    if (others.isEmpty()) {
      throw new NotTestableException(
          "the sample allows no second launch that differs from the first");
    }
    for (LaunchSpec other : others) {
      PreparedLaunch frozen = bench.provider().prepare(other, bench.call());
      CallOutcome again = bench.attempt(() -> send(bench, frozen, key));
      String what = "another request under a used key, with " + difference(other) + ",";
      bench.require(
          again.is(Conflict.KEY_MISMATCH)
              || (support(bench) == LaunchKeySupport.Kind.NAME && again.is(Conflict.NAME_TAKEN)),
          what + " was not refused as KEY_MISMATCH: " + again);
      bench.require(again.sure(), what + " made nothing, but its effect is UNKNOWN: " + again);
    }
    bench.time().pass(bench.profile().settle());
    bench.require(
        ids(bench.truth().of(key)).equals(Set.of(made.id().value())),
        "after other requests under the key of " + made.id() + " there are "
            + bench.truth().of(key));
  }

  /** Launches that differ from the usual one in one thing each, as far as the cloud allows. */
  private static List<LaunchSpec> others(TestBench bench) {
    SampleLaunch sample = bench.sample();
    List<LaunchSpec> others = new ArrayList<>();
    if (sample.maxTags() > 0) {
      others.add(bench.spec(TestBench.POOL, Map.of("other", "1")));
    } else {
      bench.leavesOut("another tag under the key", "the sample allows none");
    }
    if (sample.maxUserData() > 0) {
      others.add(LaunchSpecs.userData(bench.spec(), "other"));
    } else {
      bench.leavesOut("other user data under the key", "the sample allows none");
    }
    if (sample.zones().size() > 1 && !bench.profile().keySupport().perZone()) {
      others.add(LaunchSpecs.in(bench.spec(), Optional.of(sample.zones().get(1))));
    } else {
      bench.leavesOut(
          "another zone under the key",
          sample.zones().size() > 1
              ? "by the profile a key counts in its zone only"
              : "the sample names no two zones");
    }
    return others;
  }

  private static String difference(LaunchSpec other) {
    if (!other.tags().isEmpty()) {
      return "another tag";
    }
    return other.userData().isPresent() ? "other user data" : "another zone";
  }

  // ---- spent keys

  private static void spentKeysMakeNothing(TestBench bench) {
    Duration lifetime = bench.profile().keySupport().lifetime();
    LaunchKey key = bench.key();
    PreparedLaunch frozen = bench.prepare();
    Instant first = bench.clock().instant();
    MachineId made = send(bench, frozen, key).machines().get(0).id();
    bench.time().passUntilKnown(made);
    bench.provider().terminate(made, bench.call());
    bench.require(bench.truth().ends(made), "machine " + made + " has not ended");
    Instant ended = bench.clock().instant();
    // From then on each list shows the end.
    Instant shown = ended.plus(bench.profile().goneWithin());
    Instant half = first.plus(lifetime.dividedBy(2));
    Instant last = first.plus(lifetime).minusSeconds(1);
    for (Instant when : Stream.of(ended, shown, half, last).sorted().toList()) {
      Duration until = Duration.between(bench.clock().instant(), when);
      if (!until.isNegative()) {
        bench.time().pass(until);
      }
      Duration really = Duration.between(first, bench.clock().instant());
      if (really.compareTo(lifetime) >= 0) {
        break;
      }
      spent(bench, frozen, key, made, really, bench.clock().instant().isBefore(shown));
    }
    bench.time().pass(bench.profile().lateAcceptance());
    bench.require(
        bench.truth().of(key).isEmpty(), "a spent key has made " + bench.truth().of(key));
  }

  /** A cloud may answer with ids alone: the states of these machines are those of a list, which may lag. */
  private static void spent(
      TestBench bench,
      PreparedLaunch frozen,
      LaunchKey key,
      MachineId made,
      Duration age,
      boolean listsMayLag) {
    List<MachineId> answer = new ArrayList<>();
    CallOutcome again = bench.attempt(
        () -> send(bench, frozen, key).machines().forEach(machine -> answer.add(machine.id())));
    boolean asBefore = again.accepted() && answer.equals(List.of(made));
    if (listsMayLag && asBefore && support(bench) == LaunchKeySupport.Kind.TOKEN) {
      return;
    }
    String what = "a launch under a spent key, used first " + age + " ago,";
    bench.require(again.is(Conflict.KEY_SPENT), what + " was not KEY_SPENT: " + again);
    bench.require(again.sure(), what + " makes nothing, but its effect is UNKNOWN: " + again);
  }

  // ---- many keys

  private static void keysAreIndependent(TestBench bench) throws Exception {
    PreparedLaunch frozen = bench.prepare();
    List<LaunchKey> keys = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      keys.add(bench.key());
    }
    List<MachineSighting> made = ConcurrentCalls.together(
        bench, THREADS, i -> send(bench, frozen, keys.get(i)).machines().get(0));
    for (int i = 0; i < THREADS; i++) {
      MachineSighting machine = made.get(i);
      bench.require(
          machine.key().equals(Optional.of(keys.get(i))),
          "the launch under key " + keys.get(i) + " returned " + machine);
      bench.require(
          ids(bench.truth().of(keys.get(i))).equals(Set.of(machine.id().value())),
          "of " + THREADS + " launches at once, the one under key " + keys.get(i) + " returned "
              + machine.id() + ", but the cloud has " + bench.truth().of(keys.get(i)));
    }
  }

  // ---- the same request again

  private static void theSameAgain(TestBench bench) {
    LaunchKey key = bench.key();
    PreparedLaunch frozen = bench.prepare();
    MachineId made = send(bench, frozen, key).machines().get(0).id();
    again(bench, bench.provider(), frozen, key, made, "at once");
    bench.time().passLag();
    again(bench, bench.another(), frozen, key, made, "by another process");
    // The core goes on asking until half of the lifetime is over.
    Duration half = bench.profile().keySupport().lifetime().dividedBy(2);
    Duration left = half.minus(bench.profile().listLag()).minusSeconds(1);
    bench.time().pass(left.isNegative() ? Duration.ZERO : left);
    again(bench, bench.provider(), frozen, key, made, "after half of the key's lifetime");
    bench.time().pass(bench.profile().settle());
    bench.require(
        ids(bench.truth().of(key)).equals(Set.of(made.value())),
        "the same launch again made " + bench.truth().of(key) + " beside " + made);
    MachineLists.Listed listed = bench.lists().of(ListQuery.keys(TestBench.POOL, List.of(key)));
    bench.require(
        listed.ids().equals(List.of(made)), "a list by the key of " + made + " shows " + listed);
  }

  private static void again(
      TestBench bench,
      ObservedProvider adapter,
      PreparedLaunch frozen,
      LaunchKey key,
      MachineId made,
      String when) {
    List<MachineId> answer = new ArrayList<>();
    CallOutcome again = bench.attempt(() -> adapter
        .launch(frozen, key, 1, bench.call())
        .machines()
        .forEach(machine -> answer.add(machine.id())));
    if (support(bench) == LaunchKeySupport.Kind.TOKEN) {
      bench.require(
          again.accepted() && answer.equals(List.of(made)),
          "the launch that made " + made + ", sent again " + when + ", gave "
              + (again.accepted() ? answer : again));
    } else {
      bench.require(
          again.is(Conflict.NAME_TAKEN) && again.sure(),
          "the launch that made " + made + ", sent again " + when
              + ", was not refused as NAME_TAKEN: " + (again.accepted() ? answer : again));
    }
  }

  // ---- several machines under one key

  private static void batches(TestBench bench) {
    int count = Math.min(3, bench.profile().maxPerKey());
    if (count == 1) {
      throw NotTestableException.notThere("the adapter launches one machine for each key");
    }
    CoreRetryModel core = new CoreRetryModel(bench);
    LaunchKey key = bench.key();
    PreparedLaunch frozen = core.prepare();
    boolean token = support(bench) == LaunchKeySupport.Kind.TOKEN;
    Optional<LaunchResult> first = launch(bench, frozen, key, count, token ? 6 : 1);
    if (first.isPresent()) {
      whole(bench, first.get(), key, count);
      if (token) {
        bench.sweep(false);
        other(bench, frozen, key, count);
        core.read("launch", () -> same(bench, first.get(), frozen, key, count));
      }
    }
    bench.time().pass(bench.profile().settle());
    List<CloudResource> live = bench.truth().of(key);
    bench.require(live.size() <= count, count + " were asked for, there are " + live);
    bench.require(
        first.isEmpty() || ids(live).equals(names(first.get())),
        "launch returned " + first.map(KeyTrials::names) + ", the cloud has " + live);
  }

  private static Optional<LaunchResult> launch(
      TestBench bench, PreparedLaunch frozen, LaunchKey key, int count, int tries) {
    for (int i = 0; i < tries; i++) {
      try {
        return Optional.of(bench.provider().launch(frozen, key, count, bench.call()));
      } catch (CloudException error) {
        bench.time().pass(error.retryAfter().orElse(Duration.ofSeconds(1)));
      }
    }
    return Optional.empty();
  }

  private static void whole(TestBench bench, LaunchResult result, LaunchKey key, int count) {
    bench.require(
        names(result).size() == result.machines().size() && result.machines().size() <= count,
        count + " were asked for, launch returned " + result.machines());
    bench.require(
        result.machines().size() == count || result.shortfall().isPresent(),
        count + " were asked for, launch returned " + result.machines() + " without a shortfall");
    bench.require(
        result.machines().stream().allMatch(m -> m.key().equals(Optional.of(key))),
        "not each machine has key " + key + ": " + result.machines());
  }

  private static LaunchResult same(
      TestBench bench, LaunchResult first, PreparedLaunch frozen, LaunchKey key, int count) {
    LaunchResult again = bench.provider().launch(frozen, key, count, bench.call());
    bench.require(
        names(again).equals(names(first)),
        "a launch of " + names(first) + ", sent again, gave " + names(again));
    return again;
  }

  private static void other(TestBench bench, PreparedLaunch frozen, LaunchKey key, int count) {
    CallOutcome fewer =
        bench.attempt(() -> bench.provider().launch(frozen, key, count - 1, bench.call()));
    bench.require(
        !fewer.accepted(),
        "a launch of " + count + " is followed by one of " + (count - 1)
            + " under the same key, and that is accepted");
    boolean refused = fewer.is(Kind.CONFLICT) || fewer.is(Kind.INVALID);
    bench.require(
        !refused || fewer.is(Conflict.KEY_MISMATCH),
        "another count under a used key was not refused as KEY_MISMATCH: " + fewer);
  }

  private static Set<String> names(LaunchResult result) {
    return result.machines().stream()
        .map(machine -> machine.id().value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> ids(List<CloudResource> resources) {
    return resources.stream().map(CloudResource::id).collect(Collectors.toCollection(TreeSet::new));
  }
}
