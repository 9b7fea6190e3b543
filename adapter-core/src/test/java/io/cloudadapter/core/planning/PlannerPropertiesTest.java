package io.cloudadapter.core.planning;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.config.VictimSelectionPolicy;
import io.cloudadapter.core.keeper.TestRecords;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Any plan against an independent model of the size math, written as the specification words it. */
class PlannerPropertiesTest {

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void wantsExactlyWhatTheSpecificationSays(@ForAll("situations") PlanInput input) {
    Plan plan = Planner.plan(input);
    int effective = 0;
    int existing = 0;
    int evictable = 0;
    for (MachineRecord machine : input.machines()) {
      boolean allocated = Set.of(MachineState.REQUESTED, MachineState.PENDING, MachineState.RUNNING)
          .contains(machine.state());
      boolean counts = machine.status() == Status.LIVE
          && allocated
          && machine.serviceState() != ServiceState.OUT_OF_SERVICE;
      effective += counts ? 1 : 0;
      evictable += counts && !machine.isProtected() ? 1 : 0;
      existing += machine.status() == Status.PRESUMED_GONE ? 0 : 1;
    }
    int open = 0;
    int possible = 0;
    int unsent = 0;
    for (LaunchRecord launch : input.intents()) {
      for (char slot : launch.slots().toCharArray()) {
        open += slot == 'o' ? 1 : 0;
        possible += slot == 'o' || slot == 'd' ? 1 : 0;
        unsent += slot == 'o' && launch.status() == LaunchRecord.Status.PLANNED ? 1 : 0;
      }
    }
    int launched = plan.launches().stream().mapToInt(Plan.Launch::k).sum();
    int committed = effective + open;

    assertThat(plan.effective()).isEqualTo(effective);
    assertThat(plan.open()).isEqualTo(open);
    int room = Math.min(
        input.maxSize() - committed, input.maxSize() + input.surge() - existing - possible);
    int expected = Math.min(
        Math.min(input.desired() - committed, room),
        Math.min(input.launchesLeft(), input.window() - possible));
    assertThat(launched).isEqualTo(free(input).isEmpty() ? 0 : Math.max(0, expected));
    assertThat(plan.cancels()).hasSize(Math.min(unsent, Math.max(0, committed - input.desired())));
    int surplus = Math.min(evictable, Math.max(0, effective - input.desired()));
    int byCommand = Math.min(surplus, input.allowance());
    assertThat(plan.victims())
        .hasSize(byCommand + Math.min(surplus - byCommand, input.deletesLeft()));
    assertThat(plan.launches().isEmpty() || plan.victims().isEmpty())
        .as("it never both launches and ends")
        .isTrue();
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void headroomIsKeptAsIfTheDesiredSizeWereGreater(
      @ForAll("situations") PlanInput input, @ForAll @IntRange(min = 0, max = 6) int headroom) {
    Plan plan = Planner.plan(sized(input, input.desired(), headroom));

    Plan greater = Planner.plan(sized(input, input.desired() + headroom, 0));
    assertThat(plan.launches().stream().map(l -> List.of(l.k(), l.zone())).toList())
        .isEqualTo(
            greater.launches().stream().map(l -> List.of(l.k(), l.zone())).toList());
    assertThat(plan.cancels()).isEqualTo(greater.cancels());
    assertThat(plan.victims().stream().map(Plan.Victim::machine).toList())
        .isEqualTo(greater.victims().stream().map(Plan.Victim::machine).toList());
    assertThat(plan.holds()).isEqualTo(greater.holds());
  }

  private static PlanInput sized(PlanInput input, int desired, int headroom) {
    return new PlanInput(
        desired,
        headroom,
        input.maxSize(),
        input.surge(),
        input.machines(),
        input.intents(),
        input.zones(),
        input.heldBack(),
        input.trial(),
        input.batch(),
        input.window(),
        input.launchesLeft(),
        input.allowance(),
        input.automatic(),
        input.deletesLeft(),
        input.victims(),
        input.incarnation(),
        input.now(),
        input.policies(),
        input.held());
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void endsOnlyWhatMayEndAndNothingTwice(@ForAll("situations") PlanInput input) {
    Plan plan = Planner.plan(input);
    Set<String> seen = new HashSet<>();

    for (Plan.Victim victim : plan.victims()) {
      assertThat(victim.machine().effective()).isTrue();
      assertThat(victim.machine().isProtected()).isFalse();
      assertThat(victim.reason()).isNotBlank();
      assertThat(seen.add(victim.machine().id())).isTrue();
    }
    Set<String> running = new HashSet<>();
    input.machines().stream()
        .filter(m -> m.effective() && !m.isProtected() && m.state() == MachineState.RUNNING)
        .forEach(m -> running.add(m.id()));
    long notRunningLeft = input.machines().stream()
        .filter(m -> m.effective() && !m.isProtected() && m.state() != MachineState.RUNNING)
        .filter(m -> !seen.contains(m.id()))
        .count();
    assertThat(seen.stream().anyMatch(running::contains) && notRunningLeft > 0)
        .as("a running machine ends while one that does not run stays")
        .isFalse();
  }

  /** Looks at all that is left before each victim, as the order's documentation words it. */
  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void balancesZonesAsOneWhoTakesThemOneByOne(@ForAll("situations") PlanInput any) {
    PlanInput input = with(any, VictimSelectionPolicy.ZONE_BALANCE);
    List<Plan.Victim> victims = Planner.plan(input).victims();
    List<MachineRecord> left = new ArrayList<>(
        input.machines().stream().filter(MachineRecord::effective).toList());

    for (Plan.Victim victim : victims) {
      Comparator<MachineRecord> soonest = Comparator.<MachineRecord, Boolean>comparing(
              m -> m.state() == MachineState.RUNNING)
          .thenComparing(m ->
              -left.stream().filter(n -> Objects.equals(n.zone(), m.zone())).count())
          .thenComparing(m -> Objects.requireNonNullElse(m.zone(), ""))
          .thenComparing(
              m -> Objects.requireNonNullElse(m.launchTime(), Instant.MAX),
              Comparator.reverseOrder())
          .thenComparing(MachineRecord::id);
      MachineRecord expected =
          left.stream().filter(m -> !m.isProtected()).min(soonest).orElseThrow();

      assertThat(victim.machine().id()).isEqualTo(expected.id());
      left.remove(expected);
    }
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void launchesInTheEmptiestZonesThatAreNotHeldBack(@ForAll("situations") PlanInput input) {
    Plan plan = Planner.plan(input);
    Map<Optional<String>, Integer> counts = new HashMap<>();
    input.machines().stream()
        .filter(MachineRecord::effective)
        .forEach(m -> counts.merge(Optional.ofNullable(m.zone()), 1, Integer::sum));
    input.intents().forEach(i -> counts.merge(Optional.empty(), i.open(), Integer::sum));
    plan.launches().forEach(l -> counts.merge(l.zone(), l.k(), Integer::sum));

    for (Plan.Launch launch : plan.launches()) {
      assertThat(free(input)).contains(launch.zone());
      assertThat(launch.k()).isBetween(1, input.batch());
      for (Optional<String> zone : free(input)) {
        assertThat(counts.getOrDefault(launch.zone(), 0))
            .as("%s got one though %s has fewer", launch.zone(), zone)
            .isLessThanOrEqualTo(counts.getOrDefault(zone, 0) + 1);
      }
    }
  }

  private static List<Optional<String>> free(PlanInput input) {
    List<Optional<String>> zones = input.zones().isEmpty()
        ? List.of(Optional.empty())
        : input.zones().stream().map(Optional::of).toList();
    return zones.stream().filter(zone -> input.heldBack().apply(zone).isEmpty()).toList();
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void endsByAgeAsToldAmongThoseThatRun(@ForAll("situations") PlanInput input) {
    boolean newest = input.victims() == VictimSelectionPolicy.NEWEST;
    Assume.that(newest || input.victims() == VictimSelectionPolicy.OLDEST);
    Set<MachineRecord> victims =
        Planner.plan(input).victims().stream().map(Plan.Victim::machine).collect(toSet());

    for (MachineRecord victim : victims) {
      for (MachineRecord other : input.machines()) {
        boolean both = other.effective()
            && !other.isProtected()
            && other.state() == MachineState.RUNNING
            && victim.state() == MachineState.RUNNING;
        if (both && !victims.contains(other)) {
          Instant mine = age(victim);
          Instant theirs = age(other);
          assertThat(newest ? mine.isBefore(theirs) : mine.isAfter(theirs))
              .as("%s ends, %s stays, order %s", victim.id(), other.id(), input.victims())
              .isFalse();
        }
      }
    }
  }

  /** One without a launch time is the youngest. */
  private static Instant age(MachineRecord machine) {
    return machine.launchTime() == null ? Instant.MAX : machine.launchTime();
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void isTheSameInAnyOrderOfItsFacts(@ForAll("situations") PlanInput input, @ForAll long seed) {
    List<MachineRecord> machines = new ArrayList<>(input.machines());
    Collections.shuffle(machines, new Random(seed));

    Plan shuffled = Planner.plan(with(input, machines));

    assertThat(shuffled).isEqualTo(Planner.plan(input));
  }

  private static PlanInput with(PlanInput input, List<MachineRecord> machines) {
    return with(input, machines, input.victims());
  }

  private static PlanInput with(PlanInput input, VictimSelectionPolicy order) {
    return with(input, List.copyOf(input.machines()), order);
  }

  private static PlanInput with(
      PlanInput input, List<MachineRecord> machines, VictimSelectionPolicy order) {
    return new PlanInput(
        input.desired(),
        input.maxSize(),
        input.surge(),
        machines,
        input.intents(),
        input.zones(),
        input.heldBack(),
        input.batch(),
        input.window(),
        input.launchesLeft(),
        input.allowance(),
        input.deletesLeft(),
        order,
        input.incarnation(),
        input.now(),
        input.policies());
  }

  @Provide
  Arbitrary<PlanInput> situations() {
    Arbitrary<List<MachineRecord>> machines = machine().list().ofMaxSize(12).map(list -> {
      List<MachineRecord> named = new ArrayList<>();
      for (int i = 0; i < list.size(); i++) {
        named.add(renamed(list.get(i), "m" + i));
      }
      return named;
    });
    Arbitrary<List<LaunchRecord>> intents = intent().list().ofMaxSize(4).map(list -> {
      List<LaunchRecord> named = new ArrayList<>();
      for (int i = 0; i < list.size(); i++) {
        named.add(renamed(list.get(i), "abcd".substring(i, i + 1)));
      }
      return named;
    });
    Arbitrary<List<Integer>> limits =
        Arbitraries.integers().between(0, 15).list().ofSize(6);
    return Combinators.combine(
            machines,
            intents,
            limits,
            Arbitraries.of(VictimSelectionPolicy.class),
            Arbitraries.<List<String>>of(List.of(), List.of("a"), List.of("a", "b", "c")),
            Arbitraries.integers().between(1, 5),
            Arbitraries.of("a", "b", "c").set().ofMaxSize(3))
        .as((ms, is, l, order, zones, batch, held) -> new PlanInput(
            l.get(0),
            l.get(1) + 1,
            l.get(2) + 1,
            ms,
            is,
            zones,
            zone -> zone.filter(held::contains)
                .map(z -> new PoolPlan.Hold(Alarm.Code.CAPACITY, z + " is held", Optional.empty())),
            batch,
            30,
            l.get(3),
            l.get(4),
            l.get(5),
            order,
            "seed",
            TestRecords.START,
            PlacementPolicies.NONE));
  }

  private static Arbitrary<MachineRecord> machine() {
    return Combinators.combine(
            Arbitraries.of(
                Status.LIVE,
                Status.LIVE,
                Status.LIVE,
                Status.RETIRING,
                Status.DELETING,
                Status.QUARANTINED,
                Status.PRESUMED_GONE),
            Arbitraries.of(MachineState.class),
            Arbitraries.of(ServiceState.class),
            Arbitraries.of(true, false, false),
            Arbitraries.integers().between(1, 3),
            Arbitraries.of("", "a", "b", "c"),
            Arbitraries.integers().between(0, 9000))
        .as((status, state, serviceState, safe, profile, zone, age) ->
            TestRecords.machine("m", profile, edit -> {
              edit.status = status;
              edit.state = state;
              edit.serviceState = serviceState;
              edit.isProtected = safe;
              edit.zone = zone.isEmpty() ? null : zone;
              edit.launchTime = age > 8000 ? null : TestRecords.START.minusSeconds(age);
              edit.reason = "a test";
            }));
  }

  private static MachineRecord renamed(MachineRecord machine, String id) {
    return TestRecords.machine(id, machine.profile(), edit -> {
      edit.status = machine.status();
      edit.state = machine.state();
      edit.serviceState = machine.serviceState();
      edit.isProtected = machine.isProtected();
      edit.zone = machine.zone();
      edit.launchTime = machine.launchTime();
      edit.reason = machine.reason();
    });
  }

  private static Arbitrary<LaunchRecord> intent() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 4),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false))
        .as((k, sent, doomed) -> {
          LaunchRecord launch = sent ? TestRecords.sent("k", k) : TestRecords.planned("k", k);
          return sent && doomed ? launch.terminateOnArrival(0) : launch;
        });
  }

  private static LaunchRecord renamed(LaunchRecord launch, String key) {
    LaunchRecord named = TestRecords.planned(key, launch.k());
    named =
        launch.status() == LaunchRecord.Status.SENT ? named.sent("f", 1, TestRecords.START) : named;
    return launch.slots().indexOf('d') >= 0 ? named.terminateOnArrival(0) : named;
  }
}
