package io.cloudadapter.testkit.trials;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.testkit.concurrent.ConcurrentCalls;
import io.cloudadapter.testkit.run.CallOutcome;
import io.cloudadapter.testkit.run.CloudTruth;
import io.cloudadapter.testkit.run.CoreRetryModel;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.ObservedProvider;
import io.cloudadapter.testkit.run.ResourceRelease;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.Trial;
import io.cloudadapter.testkit.subject.CloudResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Chapter 4: ends. */
public final class TerminateTrials {
  private static final int THREADS = 8;
  private static final Duration BOOT = Duration.ofMinutes(2);
  private static final Duration MOMENT = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofHours(2);

  private TerminateTrials() {}

  public static List<Trial> all() {
    return List.of(
        Trial.of("MP-4.1", TerminateTrials::endsTheNamedOneOnly).needs("MP-4.3").withFaults(),
        Trial.of("MP-4.2", TerminateTrials::bearsWhatIsGone).needs("MP-4.3"),
        Trial.of("MP-4.3", TerminateTrials::whatItSaysEndsEnds)
            .needs("MP-2.1")
            .withFaults()
            .seeds(3),
        Trial.of("MP-4.4", TerminateTrials::takesIdsLiterally).needs("MP-2.1"),
        Trial.of("MP-4.5", TerminateTrials::endsMachinesInAnyState).needs("MP-4.3"),
        Trial.of("MP-4.6", TerminateTrials::mayBeRepeated).needs("MP-4.3").withFaults(),
        Trial.of("MP-4.7", TerminateTrials::takesAllAlong).needs("MP-4.3"),
        Trial.of("MP-4.8", TerminateTrials::sendsOneRequest).needs("MP-2.1").withFaults(),
        Trial.of("MP-4.9", BasicTrials::terminates).onLiveToo());
  }

  private static void endsTheNamedOneOnly(TestBench bench) {
    List<MachineId> all = launched(bench, 3);
    MachineId named = all.get(1);
    new CoreRetryModel(bench).terminate(named);
    bench.require(bench.truth().ends(named), "machine " + named + " lives on");
    // Other machines whose end was requested by mistake would have ended by now as well.
    liveOn(bench, others(all, named), "machine " + named + " was terminated");
  }

  /** In peace: chapter 2 is about launches. */
  private static List<MachineId> launched(TestBench bench, int count) {
    bench.sweep(false);
    PreparedLaunch frozen = bench.prepare();
    List<MachineId> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(KeyTrials.send(bench, frozen, bench.key()).machines().get(0).id());
    }
    bench.sweep(true);
    return all;
  }

  private static List<MachineId> others(List<MachineId> all, MachineId named) {
    return all.stream().filter(id -> !id.equals(named)).toList();
  }

  private static void liveOn(TestBench bench, List<MachineId> machines, String why) {
    for (MachineId machine : machines) {
      bench.require(bench.truth().lives(machine), why + ", and machine " + machine + " has ended");
    }
  }

  private static void bearsWhatIsGone(TestBench bench) {
    MachineId bystander = bench.launch().id();
    MachineId machine = bench.launch().id();
    goesOnceKnown(bench, machine);
    goes(bench, machine, "a machine that ends already");
    bench.require(bench.truth().ends(machine), "machine " + machine + " lives on");
    goes(bench, machine, "a machine that has ended");
    bench.time().passInPeace(LONG);
    goes(bench, machine, "a machine that ended hours ago");
    goes(bench, CloudTruth.neverWas(machine), "a machine that never was");
    for (MachineId odd : odd(bystander)) {
      goes(bench, odd, "an id that is none of this cloud's");
    }
    liveOn(bench, List.of(bystander), "machines that are not there were terminated");
  }

  /** A cloud may lack a new machine for as long as its lists may; only BUSY says so without harm. */
  private static void goesOnceKnown(TestBench bench, MachineId machine) {
    CallOutcome attempt = terminated(bench, machine);
    Duration waited = Duration.ZERO;
    while (attempt.is(Conflict.BUSY) && waited.compareTo(bench.profile().visibleWithin()) < 0) {
      bench.time().pass(MOMENT);
      waited = waited.plus(MOMENT);
      attempt = terminated(bench, machine);
    }
    goes(bench, attempt, machine, "a new machine");
  }

  private static void goes(TestBench bench, MachineId machine, String what) {
    goes(bench, terminated(bench, machine), machine, what);
  }

  private static void goes(TestBench bench, CallOutcome attempt, MachineId machine, String what) {
    bench.require(
        attempt.accepted() || attempt.is(Kind.NOT_FOUND),
        "terminate of " + what + ", " + machine + ", neither returned nor was NOT_FOUND: "
            + attempt);
  }

  /** As {@link CloudTruth#neverWas}, each number another one: its last digits are changed. */
  static MachineId neverWas(MachineId machine, int number) {
    String id = machine.value();
    String tail = "%04d".formatted(number);
    return new MachineId(id.substring(0, id.length() - tail.length()) + tail);
  }

  private static void whatItSaysEndsEnds(TestBench bench) {
    MachineId machine = launched(bench, 1).get(0);
    // At once, while reads may still lack it.
    new CoreRetryModel(bench).terminate(machine);
    bench.require(
        bench.truth().ends(machine),
        "terminate of " + machine + " returned, but the machine lives on");
  }

  private static void takesIdsLiterally(TestBench bench) {
    MachineId machine = bench.launch().id();
    bench.time().passLag();
    for (MachineId odd : odd(machine)) {
      // Whether it is refused is another rule's affair.
      CallOutcome ended = bench.attempt(() -> bench.provider().terminate(odd, bench.call()));
      CallOutcome listed = bench.attempt(() -> bench.require(
          bench.lists().ids(List.of(odd)).row(machine).isEmpty(),
          "a list of machine " + odd + " shows machine " + machine));
      bench.time().pass(Duration.ofSeconds(5));
      liveOn(
          bench,
          List.of(machine),
          "terminated was " + odd + " (" + ended + "), listed too (" + listed + ")");
    }
    bench.time().pass(BOOT);
    liveOn(bench, List.of(machine), "terminated were " + odd(machine));
  }

  /** Ids that no machine has, but that resemble a machine's if they are read as anything but an id. */
  private static List<MachineId> odd(MachineId machine) {
    String id = machine.value();
    Set<String> all = new LinkedHashSet<>(List.of(
        "a..b",
        "~",
        "-rf",
        "x@y",
        "...",
        "-",
        "_",
        "@",
        "1",
        "i-1",
        "i-12",
        "nowhere",
        "0",
        "-1",
        "007",
        "1e3",
        "9223372036854775808",
        "00000000-0000-0000-0000-000000000000"));
    all.add(id + "2");
    all.add(id + "~");
    all.add(id + "@1");
    all.add(id + ".json");
    all.add(id + ".0");
    // The same number, if the end of an id is read as one.
    int end = id.lastIndexOf('-') + 1;
    all.add(id.substring(0, end) + "0" + id.substring(end));
    if (id.length() > 1) {
      all.add(id.substring(0, id.length() - 1));
      all.add(id.substring(1));
    }
    all.add(id.toUpperCase(Locale.ROOT));
    all.add(id.toLowerCase(Locale.ROOT));
    all.remove(id);
    return all.stream().filter(odd -> odd.length() <= 128).map(MachineId::new).toList();
  }

  private static void endsMachinesInAnyState(TestBench bench) {
    MachineId pending = bench.launch().id();
    endsAtLast(bench, pending, "a machine that was only just launched");
    MachineId running = bench.launch().id();
    bench.time().passBoot(running, BOOT);
    endsAtLast(bench, running, "a machine that runs");
    bench.truth().unlessNotThere("stopped machines", () -> endsStopped(bench));
    bench.truth().unlessNotThere("failed machines", () -> endsFailed(bench));
  }

  private static void endsStopped(TestBench bench) {
    MachineId stopped = bench.launch().id();
    bench.time().passBoot(stopped, BOOT);
    bench.truth().provoking(console -> console.stop(stopped));
    bench.time().pass(bench.profile().listLag());
    endsAtLast(bench, stopped, "a machine that was stopped");
  }

  private static void endsFailed(TestBench bench) {
    bench.truth().provoking(console -> console.failLater(Kind.CAPACITY));
    Optional<MachineSighting> failing = new CoreRetryModel(bench).launchThatFailsLater();
    if (failing.isEmpty()) {
      return;
    }
    MachineId failed = failing.get().id();
    for (int i = 0; i < 120 && !fails(bench, failed); i++) {
      bench.time().pass(Duration.ofSeconds(1));
    }
    endsAtLast(bench, failed, "a machine that failed");
  }

  private static boolean fails(TestBench bench, MachineId machine) {
    return bench
        .lists()
        .ids(List.of(machine))
        .row(machine)
        .flatMap(MachineSighting::failure)
        .isPresent();
  }

  private static CallOutcome terminated(TestBench bench, MachineId machine) {
    return bench.attempt(() -> bench.provider().terminate(machine, bench.call()));
  }

  /** A cloud that refuses for a while says so; then it is asked again, as the core does. */
  private static void endsAtLast(TestBench bench, MachineId machine, String what) {
    CallOutcome attempt = terminated(bench, machine);
    for (int i = 0; i < 60 && attempt.is(Conflict.BUSY); i++) {
      bench.time().pass(MOMENT);
      attempt = terminated(bench, machine);
    }
    bench.require(
        attempt.accepted() || attempt.is(Kind.NOT_FOUND),
        "terminate of " + what + ", " + machine + ", failed: " + attempt);
    bench.require(
        bench.truth().ends(machine), "terminate of " + what + ", " + machine + ", had no effect");
  }

  private static void mayBeRepeated(TestBench bench) throws Exception {
    CoreRetryModel core = new CoreRetryModel(bench);
    List<MachineId> all = launched(bench, 3);
    MachineId first = all.get(0);
    core.terminate(first);
    core.terminate(first);
    bench.require(bench.truth().ends(first), "terminated twice, machine " + first + " lives on");
    core.terminate(first);
    MachineId second = all.get(1);
    ObservedProvider other = bench.another();
    List<CallOutcome> attempts = ConcurrentCalls.together(
        bench,
        THREADS,
        i -> bench.attempt(
            () -> (i % 2 == 0 ? bench.provider() : other).terminate(second, bench.call())));
    for (CallOutcome attempt : attempts) {
      bench.require(
          attempt.accepted() || attempt.is(Conflict.BUSY) || attempt.is(Kind.NOT_FOUND),
          THREADS + " threads end machine " + second + ", and one of them fails: " + attempt);
    }
    bench.require(
        attempts.stream().anyMatch(CallOutcome::accepted),
        THREADS + " threads end machine " + second + ", and none succeeds: " + attempts);
    bench.require(
        bench.truth().ends(second),
        THREADS + " threads ended machine " + second + ", but it lives on");
    liveOn(bench, all.subList(2, 3), "machines " + all.subList(0, 2) + " were terminated often");
  }

  private static void takesAllAlong(TestBench bench) {
    LaunchKey key = bench.key();
    MachineId machine = bench.launch(key).id();
    bench.time().passBoot(machine, BOOT);
    boolean beside = bench.truth().resources().stream().anyMatch(resource -> !resource.isMachine());
    // An adapter's memory of a launch ends with its process.
    ObservedProvider next = bench.another();
    next.terminate(machine, bench.call());
    bench.require(bench.truth().ends(machine), "machine " + machine + " lives on");
    if (bench.claims(MachineResources.class)) {
      bench.time().passLag();
      ResourceRelease.ofGone(bench, next, TestBench.POOL);
    }
    bench.time().passUntil(() -> bench.truth().resources().isEmpty(), BOOT);
    List<CloudResource> left = bench.truth().resources();
    bench.require(left.isEmpty(), "with machine " + machine + " gone, there are still " + left);
    if (!beside) {
      throw NotTestableException.notThere(
          "the console shows nothing beside a machine that lives, and nothing when it"
              + " has ended");
    }
  }

  /** Whether it did is looked at after every run. */
  private static void sendsOneRequest(TestBench bench) {
    MachineId machine = launched(bench, 1).get(0);
    new CoreRetryModel(bench).terminate(machine);
  }
}
