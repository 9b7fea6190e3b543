package io.cloudadapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.spi.feature.WaitingMachine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups that the cloud sizes by itself. */
class SimulatedGroupsTest {
  @TempDir
  Path directory;

  private SimulatedCloudFixture scene = of(cloud -> cloud);

  private static SimulatedCloudFixture of(UnaryOperator<SimulatedCloudBuilder> settings) {
    return new SimulatedCloudFixture(
        cloud -> settings.apply(cloud.keys(LaunchKeySupport.target())));
  }

  private PreparedLaunch order() {
    return scene.provider.prepare(
        SimulatedCloudFixture.spec(Optional.empty(), Optional.empty()), scene.call());
  }

  private void raise(int total) {
    scene.provider.feature(MachineGroup.class).orElseThrow().raise(order(), total, scene.call());
  }

  private List<MachineId> alive() {
    return scene.cloud.machines().stream()
        .filter(machine -> machine.state().allocated())
        .map(MachineSighting::id)
        .toList();
  }

  private void terminate(MachineId machine) {
    scene.provider.terminate(machine, scene.call());
  }

  private Adoption adoption() {
    return scene.provider.feature(Adoption.class).orElseThrow();
  }

  private static OwnershipMarks marks() {
    return new OwnershipMarks(
        SimulatedCloudFixture.WEB, SimulatedCloudFixture.LIFE, Optional.empty());
  }

  private void settles() {
    scene.pass(Duration.ofMinutes(5));
  }

  @Test
  void makesMachinesUntilItHasItsTarget() {
    raise(3);
    settles();

    assertThat(alive()).hasSize(3);
    assertThat(scene.list()).hasSize(3).allSatisfy(machine -> {
      assertThat(machine.pool()).hasValue(SimulatedCloudFixture.WEB);
      assertThat(machine.incarnation()).hasValue(SimulatedCloudFixture.LIFE);
      assertThat(machine.key()).isEmpty();
      assertThat(machine.state()).isEqualTo(MachineState.RUNNING);
    });
  }

  @Test
  void isNeverLowered() {
    raise(3);
    raise(3);
    raise(1);
    settles();

    assertThat(alive()).hasSize(3);
  }

  @Test
  void refusesWhatItCannotHave() {
    scene = of(cloud -> cloud.groupMax(5));
    raise(2);

    for (int total : new int[] {-1, 0, 6, Integer.MAX_VALUE}) {
      CloudException refused = SimulatedCloudFixture.errorOf(() -> raise(total));
      assertThat(refused.kind()).isEqualTo(Kind.INVALID);
      assertThat(refused.effect()).isEqualTo(Effect.NONE);
      assertThat(refused).hasMessageContaining("1 to 5").hasMessageContaining("was " + total);
    }
    settles();
    assertThat(alive()).hasSize(2);
  }

  @Test
  void makesAnotherMachineInPlaceOfOneThatDies() {
    raise(2);
    MachineId dead = alive().get(0);

    scene.cloud.kill(dead);
    settles();

    assertThat(alive()).hasSize(2).doesNotContain(dead);
  }

  @Test
  void makesAnotherMachineInPlaceOfOneThatCannotBeMade() {
    scene.cloud.faults().next(RequestKind.LAUNCH, CloudFault.REJECT_LATER);
    raise(1);
    settles();

    assertThat(alive()).hasSize(1);
    assertThat(scene.cloud.created()).hasSize(2);
  }

  @Test
  void getsSmallerOnceByEachMachineThatIsTerminated() {
    raise(3);
    MachineId ended = alive().get(1);

    terminate(ended);
    terminate(ended);
    settles();
    terminate(ended);
    settles();

    assertThat(alive()).hasSize(2).doesNotContain(ended);
  }

  @Test
  void getsLargerByAMachineThatIsAttachedAndSmallerWhenItIsDetached() {
    raise(1);
    MachineId pet = scene.cloud.createMachine();
    adoption().mark(pet, marks(), scene.call());
    adoption().mark(pet, marks(), scene.call());
    settles();
    assertThat(alive()).hasSize(2);
    raise(2);
    settles();
    assertThat(alive()).hasSize(2);

    adoption().unmark(pet, marks(), scene.call());
    adoption().unmark(pet, marks(), scene.call());
    settles();

    assertThat(alive()).hasSize(2).contains(pet);
    raise(2);
    settles();
    assertThat(alive()).hasSize(3);
  }

  @Test
  void waitsForRoom() {
    scene = of(cloud -> cloud.quota(1));
    raise(2);
    settles();
    assertThat(alive()).hasSize(1);

    scene.cloud.setQuota(10);
    settles();

    assertThat(alive()).hasSize(2);
  }

  @Test
  void placesMachinesByItself() {
    CloudException refused = SimulatedCloudFixture.errorOf(() -> scene.frozen("a"));

    assertThat(refused.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(refused).hasMessageContaining("zone a");
  }

  @Test
  void launchesNothingUnderAKey() {
    CloudException refused = SimulatedCloudFixture.errorOf(() -> scene.launch(order(), 1, 1));

    assertThat(refused.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(alive()).isEmpty();
  }

  @Test
  void isNotThereWhereTheCloudKnowsKeys() {
    assertThat(new SimulatedCloudFixture().provider.feature(MachineGroup.class)).isEmpty();
  }

  @Test
  void outlivesTheProcess() {
    Path file = directory.resolve("cloud");
    scene = of(cloud -> cloud.file(file));
    MachineId pet = scene.cloud.createMachine();
    adoption().mark(pet, marks(), scene.call());
    scene.cloud.faults().next(RequestKind.LAUNCH, CloudFault.ACCEPT_LATE);
    assertThat(SimulatedCloudFixture.errorOf(() -> raise(3)).effect()).isEqualTo(Effect.UNKNOWN);
    scene.cloud.close();
    scene = of(cloud -> cloud.file(file));
    settles();
    assertThat(alive()).hasSize(3).contains(pet);
    scene.cloud.kill(pet);
    scene.cloud.close();

    scene = of(cloud -> cloud.file(file));
    scene.pass(Duration.ofHours(1)); // Its clock begins anew.

    assertThat(alive()).hasSize(3).doesNotContain(pet);
  }

  // ------------------------------------------------------------------------------- holding

  private static final Duration SPAN = Duration.ofMinutes(5);

  private GroupLifecycleHooks hooks() {
    return scene.provider.feature(GroupLifecycleHooks.class).orElseThrow();
  }

  private List<WaitingMachine> held() {
    return hooks().held(Set.of(SimulatedCloudFixture.WEB), scene.call());
  }

  @Test
  void whoComesIsHeldUntilItIsReleased() {
    scene.cloud.holdMachines(SPAN);
    raise(1);

    MachineId machine = alive().get(0);
    assertThat(held())
        .containsExactly(new WaitingMachine(
            SimulatedCloudFixture.WEB, machine, LifecycleTransition.LAUNCH, SPAN));
    assertThat(hooks().held(Set.of(new PoolName("other")), scene.call())).isEmpty();

    hooks().release(held().get(0), scene.call());
    scene.clock.advance(SPAN.multipliedBy(2));

    assertThat(held()).isEmpty();
    assertThat(alive()).containsExactly(machine);
  }

  @Test
  void aMachineWithoutAnAnswerEndsInTimeAndIsReplaced() {
    scene.cloud.holdMachines(SPAN);
    raise(1);
    MachineId machine = alive().get(0);

    scene.clock.advance(SPAN.dividedBy(2));
    hooks().extend(held().get(0), scene.call());
    scene.clock.advance(SPAN.multipliedBy(9).dividedBy(10));
    assertThat(alive()).containsExactly(machine);
    scene.clock.advance(SPAN.dividedBy(2));

    assertThat(alive()).hasSize(1).doesNotContain(machine);
  }

  @Test
  void whoGoesIsHeldHoweverOftenItIsTold() {
    raise(2);
    MachineId machine = alive().get(0);
    scene.cloud.holdMachines(SPAN);

    terminate(machine);
    terminate(machine);

    assertThat(alive()).hasSize(2);
    assertThat(held())
        .containsExactly(new WaitingMachine(
            SimulatedCloudFixture.WEB, machine, LifecycleTransition.TERMINATE, SPAN));

    hooks().release(held().get(0), scene.call());
    scene.clock.advance(Duration.ofMinutes(1));

    assertThat(alive()).hasSize(1).doesNotContain(machine);
  }

  @Test
  void whomTheGroupDropsIsReplacedAndHeld() {
    raise(1);
    MachineId machine = alive().get(0);
    scene.cloud.holdMachines(SPAN);

    scene.cloud.dropFromGroup(machine);
    scene.clock.advance(Duration.ofMinutes(1));

    assertThat(alive()).hasSize(2).contains(machine);
    assertThat(held())
        .extracting(WaitingMachine::transition)
        .containsExactlyInAnyOrder(LifecycleTransition.TERMINATE, LifecycleTransition.LAUNCH);
  }

  @Test
  void noMachineIsHeldWhereNothingHoldsOrAllIsHealed() {
    raise(1);
    assertThat(held()).isEmpty();
    scene.cloud.holdMachines(SPAN);
    raise(2);
    scene.cloud.faults().heal();

    assertThat(held()).isEmpty();
    scene.clock.advance(SPAN.multipliedBy(2));
    assertThat(alive()).hasSize(2);
  }

  @Test
  void answersThatComeLateChangeNothing() {
    scene.cloud.holdMachines(SPAN);
    raise(1);
    WaitingMachine held = held().get(0);
    hooks().release(held, scene.call());

    hooks().release(held, scene.call());
    hooks().extend(held, scene.call());

    assertThat(held()).isEmpty();
    assertThat(alive()).containsExactly(held.machine());
  }
}
