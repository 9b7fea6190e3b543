package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which machines go, how, and where new ones come: deletion policy and zone placement at work. */
class ShrinkingTest {
  private static final DeletionPolicy OLDEST = DeletionPolicy.of(DeletionCriteria.OLDEST_FIRST);

  private static KeeperHarness pool(DeletionPolicy policy, int size) {
    KeeperHarness story =
        KeeperHarness.with(b -> b.scaling(ScalingConfig.none().with("end", policy)));
    story.resize(size).run();
    return story;
  }

  private static DeletionPolicy with(Duration grace, boolean destroy) {
    return new DeletionPolicy(
        DeletionCriteria.OLDEST_FIRST, destroy, grace, true, Optional.empty());
  }

  private static KeeperHarness zones(PlacementPolicy.Share... shares) {
    PlacementPolicy placement = new PlacementPolicy(PlacementPolicy.Kind.ZONE, List.of(shares));
    KeeperHarness story =
        KeeperHarness.with(b -> b.scaling(ScalingConfig.none().with("spread", placement)));
    story.run();
    return story;
  }

  private static Map<String, Long> perZone(KeeperHarness story) {
    return story.view().machines().stream()
        .filter(Machine::effective)
        .collect(java.util.stream.Collectors.groupingBy(
            machine -> machine.zone().orElse(""), java.util.stream.Collectors.counting()));
  }

  @Test
  void endsByTheCriteriaOfThePolicy() {
    KeeperHarness story = pool(OLDEST, 5);

    story.scales(ScalingRequest.in(2));
    story.run();

    assertThat(story.cloud.alive()).containsExactly("i-0003", "i-0004", "i-0005");
    assertThat(story.record("i-0001").reason())
        .isEqualTo("effective 5 exceeds desired 3; deletion policy, oldest first");
  }

  @Test
  void endsBadMachinesFirstAndProtectedOnesNever() {
    KeeperHarness story = pool(OLDEST, 5);
    story.protect("i-0001");
    story.serviceState("i-0004", ServiceState.UNHEALTHY);

    story.scales(ScalingRequest.in(2));
    story.run();

    assertThat(story.cloud.alive()).containsExactly("i-0001", "i-0003", "i-0005");
  }

  @Test
  void holdsForEveryShrinkingWithAnyCause() {
    KeeperHarness story = pool(OLDEST, 4);

    story.resize(3).run();
    story.resizes(Map.of("adjustment_type", "CHANGE_IN_CAPACITY", "number", -1));
    story.run();

    assertThat(story.cloud.alive()).containsExactly("i-0003", "i-0004");
  }

  @Test
  void choosesTheSameByLotAfterACrash() {
    for (int atoms = 1; atoms < 4; atoms++) {
      KeeperHarness story = pool(DeletionPolicy.of(DeletionCriteria.RANDOM), 8);
      story.diesAfterAtoms(atoms);
      try {
        story.scales(ScalingRequest.in(3));
      } catch (KeeperHarness.Died expected) {
        assertThat(story.pool().scale().seed()).isNotZero();
      }
      long seed = story.pool().scale().seed();
      List<String> chosen = new java.util.ArrayList<>(DeletionPolicy.of(DeletionCriteria.RANDOM)
          .choose(
              java.util.stream.IntStream.rangeClosed(1, 8)
                  .mapToObj(i -> io.cloudadapter.api.scaling.VictimCandidate.of(
                      "i-%04d".formatted(i), java.time.Instant.EPOCH.plusSeconds(i)))
                  .toList(),
              3,
              seed)
          .ids());

      story.crashAndRestart().run();

      assertThat(story.cloud.alive())
          .as("died after %s atoms", atoms)
          .doesNotContainAnyElementsOf(chosen)
          .hasSize(5);
    }
  }

  @Test
  void drawsAnotherLotEachTime() {
    KeeperHarness story = pool(DeletionPolicy.of(DeletionCriteria.RANDOM), 8);

    story.scales(ScalingRequest.in(1));
    long first = story.pool().scale().seed();
    story.run();
    story.scales(ScalingRequest.in(1));

    assertThat(story.pool().scale().seed()).isNotEqualTo(first);
  }

  @Test
  void givesMachinesTheirTimeBeforeTheyGo() {
    KeeperHarness story = pool(with(Duration.ofMinutes(30), true), 3);

    story.scales(ScalingRequest.in(1));
    story.run(Duration.ofMinutes(29));
    assertThat(story.status("i-0001")).isEqualTo(Status.RETIRING);
    assertThat(story.machine("i-0001").machineState()).isEqualTo(MachineState.TERMINATING);
    assertThat(story.size()).as("it does not count any more").containsExactly(2, 2, 0);
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.alarms()).as("it waits as it should").isEmpty();

    story.run(Duration.ofMinutes(1));
    assertThat(story.cloud.terminations).containsExactly("i-0001");
  }

  @Test
  void keepsTheTimeThroughRestartsAndLeapingClocks() {
    KeeperHarness story = pool(with(Duration.ofMinutes(30), true), 3);
    story.scales(ScalingRequest.in(1));
    story.run(Duration.ofMinutes(10));

    story.crashAndRestart().run(Duration.ofMinutes(10));
    story.wallClockJumps(Duration.ofDays(1));
    story.run(Duration.ofMinutes(9));
    assertThat(story.cloud.terminations).isEmpty();
    story.run(Duration.ofMinutes(1));
    assertThat(story.cloud.terminations).containsExactly("i-0001");
  }

  @Test
  void endsAMachineInItsGraceAtOnceWhenAPersonSaysSo() {
    KeeperHarness story = pool(with(Duration.ofMinutes(30), false), 3);
    story.scales(ScalingRequest.in(1));

    assertThat(
            story.refuses(new Command.Terminate(new MachineId("i-0001"), true)).reason())
        .as("it does not count any more")
        .isEqualTo(Reason.CONFLICT);
    story.terminate("i-0001", false);
    story.run(Duration.ofMinutes(1));

    assertThat(story.cloud.terminations).containsExactly("i-0001");
    assertThat(story.view().desiredSize()).isEqualTo(2);
  }

  @Test
  void letsMachinesGoAliveIfThePolicySaysSo() {
    KeeperHarness story = pool(with(Duration.ofMinutes(5), false), 3);

    story.scales(ScalingRequest.in(1));
    story.run(Duration.ofMinutes(4));
    assertThat(story.cloud.box("i-0001").marks).as("in its grace").isNotNull();
    story.run(Duration.ofMinutes(10));

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.cloud.alive()).contains("i-0001");
    assertThat(story.cloud.box("i-0001").marks).isNull();
    assertThat(story.status("i-0001")).isEqualTo(Status.DETACHED);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void endsNothingThatItCannotLetGo() {
    KeeperHarness story = pool(with(Duration.ZERO, false), 3);
    story.withoutAdoption();
    story.run();

    assertThat(story
            .refuses(new Command.Scale(ScalingRequest.in(1), PolicySelector.own()))
            .reason())
        .isEqualTo(Reason.UNSUPPORTED);
    story.resize(1).run();
    assertThat(story.cloud.alive()).hasSize(3);
    assertThat(story.plan().holds().get(0).reason())
        .isEqualTo("2 machines too many are to live on when they go, but the cloud's adapter cannot"
            + " take marks off; none of them goes");
  }

  @Test
  void growsByTheWeightsOfTheZones() {
    KeeperHarness story =
        zones(PlacementPolicy.Share.of("a", 300), PlacementPolicy.Share.of("b", 100));

    story.resize(8).run(Duration.ofHours(1));

    assertThat(perZone(story)).containsExactlyInAnyOrderEntriesOf(Map.of("a", 6L, "b", 2L));
  }

  @Test
  void shrinksByTheWeightsOfTheZones() {
    KeeperHarness story =
        zones(PlacementPolicy.Share.of("a", 300), PlacementPolicy.Share.of("b", 100));
    story.resize(8).run(Duration.ofHours(1));

    story.scales(ScalingRequest.in(4));
    story.run();

    assertThat(perZone(story)).containsExactlyInAnyOrderEntriesOf(Map.of("a", 3L, "b", 1L));
  }

  @Test
  void refusesToGrowBeyondTheCapsOfTheZones() {
    KeeperHarness story =
        zones(new PlacementPolicy.Share("a", 100, 3), new PlacementPolicy.Share("b", 100, 2));
    story.resize(4).run();

    assertThat(story.scales(ScalingRequest.out(2)).reason())
        .isEqualTo("There is no feasible plan to handle all nodes.");
    assertThat(story
            .resizes(Map.of("adjustment_type", "EXACT_CAPACITY", "number", 6))
            .reason())
        .isEqualTo("There is no feasible plan to handle all nodes.");
    assertThat(story.view().desiredSize()).isEqualTo(4);
    assertThat(story.scales(ScalingRequest.out(1)).ok()).isTrue();
    story.run();
    assertThat(perZone(story)).containsExactlyInAnyOrderEntriesOf(Map.of("a", 3L, "b", 2L));
  }

  @Test
  void launchesWhatFitsWhenASizeIsSetBeyondTheCaps() {
    KeeperHarness story =
        zones(new PlacementPolicy.Share("a", 100, 3), new PlacementPolicy.Share("b", 100, 2));

    story.resize(9).run(Duration.ofHours(1));

    assertThat(perZone(story)).containsExactlyInAnyOrderEntriesOf(Map.of("a", 3L, "b", 2L));
    assertThat(story.plan().holds())
        .extracting("reason")
        .containsExactly("the zone placement has room for 0 more; 4 launches wait");
  }

  @Test
  void placesElsewhereWhatAZoneRefuses() {
    KeeperHarness story =
        zones(PlacementPolicy.Share.of("a", 100), PlacementPolicy.Share.of("b", 100));
    story.cloud.refusesZone(
        "a",
        io.cloudadapter.spi.CloudException.of(
                io.cloudadapter.spi.CloudException.Kind.CAPACITY,
                io.cloudadapter.spi.CloudException.Effect.NONE,
                "a is full")
            .scope(io.cloudadapter.spi.ErrorScope.zone("a"))
            .build());

    story.resize(4).run(Duration.ofMinutes(2));

    assertThat(perZone(story)).containsExactlyInAnyOrderEntriesOf(Map.of("b", 4L));
  }

  @Test
  void letsTheDeletionPolicyChooseWithinTheZones() {
    KeeperHarness story = KeeperHarness.with(b -> b.scaling(ScalingConfig.none()
        .with("end", OLDEST)
        .with(
            "spread",
            new PlacementPolicy(
                PlacementPolicy.Kind.ZONE,
                List.of(PlacementPolicy.Share.of("a", 100), PlacementPolicy.Share.of("b", 100))))));
    story.run();
    story.resize(6).run(Duration.ofHours(1));
    List<String> ofA = story.shown(machine -> machine.zone().equals(Optional.of("a")));

    story.scales(ScalingRequest.in(2));
    story.run();

    assertThat(perZone(story)).containsExactlyInAnyOrderEntriesOf(Map.of("a", 2L, "b", 2L));
    assertThat(story.effective()).doesNotContain(ofA.get(0)).contains(ofA.get(1), ofA.get(2));
  }

  @Test
  void ordersVictimsWithoutADeletionPolicyWithinTheZones() {
    PlacementPolicy placement = new PlacementPolicy(
        PlacementPolicy.Kind.ZONE,
        List.of(PlacementPolicy.Share.of("a", 100), PlacementPolicy.Share.of("b", 100)));
    KeeperHarness story = KeeperHarness.with(b -> PoolConfig.named("web", "here", 20)
        .victims(io.cloudadapter.core.config.VictimSelectionPolicy.OLDEST)
        .scaling(ScalingConfig.none().with("spread", placement)));
    story.run();
    story.resize(6).run(Duration.ofHours(1));
    story.protect(
        story.shown(machine -> machine.zone().equals(Optional.of("a"))).get(0));

    story.resize(4).run();

    assertThat(perZone(story)).containsExactlyInAnyOrderEntriesOf(Map.of("a", 2L, "b", 2L));
  }

  @Test
  void forgetsWhatACommandAllowedToEndOnceNothingIsTooManyAlsoWhileItMayNotAct() {
    KeeperHarness other = KeeperHarness.begins();
    other.resize(1).run();
    String machine = other.effective().get(0);
    other.protect(machine);
    other.resize(0);
    assertThat(other.pool().shrinkAllowance()).isEqualTo(1);

    other.holds(effect -> effect instanceof Effect.Identify);
    other.crashAndRestart();
    other.terminate(machine, true);

    assertThat(other.pool().shrinkAllowance()).isZero();
  }
}
