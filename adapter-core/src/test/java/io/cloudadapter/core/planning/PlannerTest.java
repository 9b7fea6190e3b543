package io.cloudadapter.core.planning;

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private int maxSize = 100;
  private int surge = 20;
  private List<String> zones = List.of();
  private Function<Optional<String>, Optional<PoolPlan.Hold>> heldBack = zone -> Optional.empty();
  private int batch = 1;
  private int window = 1000;
  private int launchesLeft = 1000;
  private int allowance;
  private int deletesLeft = 1000;
  private VictimSelectionPolicy order = VictimSelectionPolicy.NEWEST;
  private PlacementPolicies policies = PlacementPolicies.NONE;

  private Plan plan(
      int desired, Collection<MachineRecord> machines, Collection<LaunchRecord> intents) {
    return Planner.plan(new PlanInput(
        desired,
        maxSize,
        surge,
        machines,
        intents,
        zones,
        heldBack,
        batch,
        window,
        launchesLeft,
        allowance,
        deletesLeft,
        order,
        "incarnation",
        TestRecords.START.plus(Duration.ofMinutes(90)),
        policies));
  }

  private static MachineRecord running(String id) {
    return TestRecords.machine(id, edit -> {});
  }

  private static MachineRecord running(String id, Consumer<MachineRecord.Edit> change) {
    return TestRecords.machine(id, change);
  }

  private static MachineRecord minutesOld(String id, int minutes) {
    return running(
        id, edit -> edit.launchTime = TestRecords.START.plus(Duration.ofMinutes(90L - minutes)));
  }

  private static MachineRecord draining(String id) {
    return running(id, edit -> {
      edit.status = Status.DELETING;
      edit.reason = "asked for";
    });
  }

  private static int launched(Plan plan) {
    return plan.launches().stream().mapToInt(Plan.Launch::k).sum();
  }

  private static List<String> victims(Plan plan) {
    return plan.victims().stream().map(v -> v.machine().id()).toList();
  }

  private static List<Alarm.Code> holds(Plan plan) {
    return plan.holds().stream().map(PoolPlan.Hold::code).toList();
  }

  @Test
  void doesNothingWhenThereIsWhatIsWanted() {
    Plan plan = plan(3, List.of(running("a"), running("b")), List.of(TestRecords.sent("k", 1)));

    assertThat(plan.launches()).isEmpty();
    assertThat(plan.cancels()).isEmpty();
    assertThat(plan.victims()).isEmpty();
    assertThat(plan.holds()).isEmpty();
  }

  @Test
  void launchesWhatNeitherMachinesNorPromisesCover() {
    Plan plan = plan(5, List.of(running("a")), List.of(TestRecords.sent("k", 2)));

    assertThat(launched(plan)).isEqualTo(2);
  }

  @Test
  void replacesWhatIsOutOfServiceDrainingStoppedOrPresumedGone() {
    List<MachineRecord> machines = List.of(
        running("a"),
        running("b", edit -> edit.serviceState = ServiceState.OUT_OF_SERVICE),
        draining("c"),
        running("d", edit -> edit.state = MachineState.TERMINATED),
        running("e", edit -> edit.status = Status.PRESUMED_GONE));

    assertThat(launched(plan(3, machines, List.of()))).isEqualTo(2);
  }

  @Test
  void countsADoomedSlotAsNothingToCome() {
    LaunchRecord doomed = TestRecords.sent("k", 2).terminateOnArrival(0);

    assertThat(launched(plan(2, List.of(), List.of(doomed)))).isEqualTo(1);
  }

  @Test
  void keepsCommittedWithinMaxSizeAndSaysCap() {
    maxSize = 3;

    Plan plan = plan(5, List.of(running("a")), List.of(TestRecords.sent("k", 1)));

    assertThat(launched(plan)).isEqualTo(1);
    assertThat(holds(plan)).containsExactly(Alarm.Code.AT_MAX_SIZE);
    assertThat(plan.holds().get(0).reason()).contains("maxSize is 3").contains("2 launches wait");
  }

  @Test
  void countsDrainingOutOfServiceStoppedQuarantinedAndDoomedAgainstTheSurge() {
    maxSize = 3;
    surge = 6;
    List<MachineRecord> machines = List.of(
        draining("a"),
        running("b", edit -> edit.serviceState = ServiceState.OUT_OF_SERVICE),
        running("c", edit -> edit.state = MachineState.TERMINATED),
        running("d", edit -> edit.status = Status.QUARANTINED),
        running("e", edit -> {
          edit.status = Status.RETIRING;
          edit.reason = "asked for";
        }));

    Plan all = plan(3, machines, List.of());
    assertThat(launched(all)).as("5 exist without counting, 9 may exist").isEqualTo(3);

    Plan fewer = plan(
        3, machines, List.of(TestRecords.sent("k", 3).terminateOnArrival(0).terminateOnArrival(1)));
    assertThat(launched(fewer)).as("8 exist or may come to, 9 may exist").isEqualTo(1);
    assertThat(holds(fewer)).containsExactly(Alarm.Code.AT_MAX_SIZE);
  }

  @Test
  void endsNothingWhenMaxSizeIsBelowWhatRuns() {
    maxSize = 1;

    Plan plan = plan(3, List.of(running("a"), running("b"), running("c")), List.of());

    assertThat(plan.victims()).isEmpty();
    assertThat(plan.launches()).isEmpty();
  }

  @Test
  void keepsToTheHoursBudgetAndToTheWindow() {
    launchesLeft = 4;
    assertThat(launched(plan(10, List.of(), List.of()))).isEqualTo(4);
    assertThat(holds(plan(10, List.of(), List.of()))).containsExactly(Alarm.Code.LAUNCH_BUDGET);

    launchesLeft = 1000;
    window = 3;
    assertThat(launched(plan(10, List.of(), List.of(TestRecords.sent("k", 1))))).isEqualTo(2);
    assertThat(holds(plan(10, List.of(), List.of()))).containsExactly(Alarm.Code.RATE_LIMITED);
  }

  @Test
  void spreadsOverZonesCountingPromises() {
    zones = List.of("a", "b", "c");
    List<MachineRecord> machines = List.of(
        running("1", edit -> edit.zone = "a"),
        running("2", edit -> edit.zone = "a"),
        running("3", edit -> edit.zone = "b"));

    Plan plan = plan(8, machines, List.of());

    assertThat(plan.launches().stream().filter(l -> l.zone().equals(Optional.of("a"))))
        .hasSize(1);
    assertThat(plan.launches().stream().filter(l -> l.zone().equals(Optional.of("b"))))
        .hasSize(2);
    assertThat(plan.launches().stream().filter(l -> l.zone().equals(Optional.of("c"))))
        .hasSize(2);
  }

  @Test
  void leavesOutAZoneThatIsHeldBackAndSaysWhy() {
    zones = List.of("a", "b");
    PoolPlan.Hold hold = new PoolPlan.Hold(Alarm.Code.CAPACITY, "none left", Optional.empty());
    heldBack = zone -> zone.equals(Optional.of("a")) ? Optional.of(hold) : Optional.empty();

    Plan plan = plan(3, List.of(), List.of());

    assertThat(plan.launches()).extracting(Plan.Launch::zone).containsOnly(Optional.of("b"));
    assertThat(launched(plan)).isEqualTo(3);
    assertThat(plan.holds()).containsExactly(hold);
    launchesLeft = 0;
    assertThat(holds(plan(3, List.of(), List.of()))).containsExactly(Alarm.Code.LAUNCH_BUDGET);
  }

  @Test
  void launchesInBatchesOfOneZoneEach() {
    zones = List.of("a", "b");
    batch = 4;

    Plan plan = plan(13, List.of(), List.of());

    assertThat(plan.launches()).extracting(Plan.Launch::k).containsExactly(4, 3, 4, 2);
    assertThat(launched(plan)).isEqualTo(13);
  }

  @Test
  void takesBackUnsentPromisesBeforeItEndsMachines() {
    List<MachineRecord> machines = List.of(running("a"), running("b"), running("c"));

    Plan one = plan(4, machines, List.of(TestRecords.planned("k", 2)));
    assertThat(one.cancels()).extracting(Plan.Cancel::slot).containsExactly(1);
    assertThat(one.victims()).isEmpty();

    Plan more = plan(2, machines, List.of(TestRecords.planned("k", 2)));
    assertThat(more.cancels()).hasSize(2);
    assertThat(more.victims()).hasSize(1);
  }

  @Test
  void neverEndsALiveMachineForAnOpenPromise() {
    Plan plan = plan(
        3, List.of(running("a"), running("b"), running("c")), List.of(TestRecords.sent("k", 2)));

    assertThat(plan.cancels()).isEmpty();
    assertThat(plan.victims()).isEmpty();
  }

  @Test
  void neverChoosesProtectedOrOutOfServiceMachines() {
    List<MachineRecord> machines = List.of(
        running("a", edit -> edit.isProtected = true),
        running("b", edit -> edit.serviceState = ServiceState.OUT_OF_SERVICE),
        running("c"));

    assertThat(victims(plan(0, machines, List.of()))).containsExactly("c");
    assertThat(plan(0, machines, List.of()).holds())
        .extracting(PoolPlan.Hold::reason)
        .containsExactly(
            "1 machines too many are protected, or under an action; none of them is ended");
  }

  @Test
  void choosesTheNewestOrTheOldest() {
    List<MachineRecord> machines =
        List.of(minutesOld("a", 10), minutesOld("b", 30), minutesOld("c", 20));

    assertThat(victims(plan(1, machines, List.of()))).containsExactly("a", "c");
    order = VictimSelectionPolicy.OLDEST;
    assertThat(victims(plan(1, machines, List.of()))).containsExactly("b", "c");
  }

  @Test
  void takesAMachineWithoutLaunchTimeForTheYoungest() {
    List<MachineRecord> machines = List.of(minutesOld("a", 1), running("b"));

    assertThat(victims(plan(1, machines, List.of()))).containsExactly("b");
    order = VictimSelectionPolicy.OLDEST;
    assertThat(victims(plan(1, machines, List.of()))).containsExactly("a");
  }

  @Test
  void choosesTheOldestConfigurationFirst() {
    order = VictimSelectionPolicy.OLDEST_PROFILE;
    List<MachineRecord> machines = List.of(
        TestRecords.machine("a", 2, edit -> edit.launchTime = TestRecords.START),
        TestRecords.machine("b", 1, edit -> edit.launchTime = TestRecords.START.plusSeconds(9)),
        TestRecords.machine("c", 1, edit -> edit.launchTime = TestRecords.START.plusSeconds(5)));

    assertThat(victims(plan(0, machines, List.of()))).containsExactly("c", "b", "a");
  }

  @Test
  void choosesTheMachineWhoseHourIsNearestToItsEnd() {
    order = VictimSelectionPolicy.CLOSEST_TO_HOUR;
    List<MachineRecord> machines =
        List.of(minutesOld("a", 61), minutesOld("b", 59), minutesOld("c", 90));

    assertThat(victims(plan(0, machines, List.of()))).containsExactly("b", "c", "a");
  }

  @Test
  void choosesFromTheFullestZone() {
    order = VictimSelectionPolicy.ZONE_BALANCE;
    List<MachineRecord> machines = List.of(
        running("1", edit -> edit.zone = "a"),
        running("2", edit -> edit.zone = "a"),
        running("3", edit -> edit.zone = "a"),
        running("4", edit -> edit.zone = "b"));

    assertThat(victims(plan(2, machines, List.of()))).allMatch(id -> !id.equals("4"));
    assertThat(victims(plan(1, machines, List.of()))).hasSize(3);
  }

  @Test
  void balancesWhatStaysAlsoWhenTheProtectedSitInOneZone() {
    order = VictimSelectionPolicy.ZONE_BALANCE;
    List<MachineRecord> machines = List.of(
        running("1", edit -> edit.zone = "a"),
        running("2", edit -> {
          edit.zone = "a";
          edit.isProtected = true;
        }),
        running("3", edit -> {
          edit.zone = "a";
          edit.isProtected = true;
        }),
        running("4", edit -> edit.zone = "b"),
        running("5", edit -> edit.zone = "b"));

    assertThat(victims(plan(4, machines, List.of())))
        .as("zone a has three machines, two of them protected; zone b has two")
        .containsExactly("1");
  }

  @Test
  void drawsTheSameLotsForTheSameMachines() {
    order = VictimSelectionPolicy.RANDOM;
    List<MachineRecord> machines = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      machines.add(running("m" + i));
    }
    List<String> first = victims(plan(25, machines, List.of()));

    Collections.shuffle(machines, new Random(5));

    assertThat(victims(plan(25, machines, List.of()))).isEqualTo(first);
    assertThat(first).isNotEqualTo(first.stream().sorted().toList());
  }

  @Test
  void endsWhatDoesNotRunYetFirstInEveryOrder() {
    for (VictimSelectionPolicy each : VictimSelectionPolicy.values()) {
      order = each;
      List<MachineRecord> machines = List.of(
          minutesOld("a", 1),
          minutesOld("b", 59),
          running("z", edit -> edit.state = MachineState.PENDING));

      assertThat(victims(plan(2, machines, List.of()))).as("%s", each).containsExactly("z");
    }
  }

  @Test
  void breaksTiesByIdInEveryOrder() {
    for (VictimSelectionPolicy each : VictimSelectionPolicy.values()) {
      order = each;
      if (each != VictimSelectionPolicy.RANDOM) {
        assertThat(victims(plan(1, List.of(running("c"), running("a"), running("b")), List.of())))
            .as("%s", each)
            .containsExactly("a", "b");
      }
    }
  }

  @Test
  void endsWithoutACommandOnlyWhatTheBudgetAllows() {
    deletesLeft = 1;
    allowance = 1;
    List<MachineRecord> machines = List.of(running("a"), running("b"), running("c"), running("d"));

    Plan plan = plan(0, machines, List.of());

    assertThat(plan.victims()).hasSize(2);
    assertThat(plan.victims()).extracting(Plan.Victim::byCommand).containsExactly(true, false);
    assertThat(holds(plan)).containsExactly(Alarm.Code.DELETE_BUDGET);
    assertThat(plan.holds().get(0).reason()).contains("2 ends wait");
  }

  @Test
  void saysWhyOfEverything() {
    Plan growing = plan(2, List.of(running("a")), List.of());
    assertThat(growing.launches().get(0).reason()).isEqualTo("desired 2, effective 1, promised 0");

    Plan shrinking = plan(1, List.of(running("a"), running("b")), List.of());
    assertThat(shrinking.victims().get(0).reason())
        .isEqualTo("effective 2 exceeds desired 1; order newest");
  }
}
