package io.cloudadapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.Adoption;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.Group;
import io.cloudadapter.spi.KeySupport;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Sighting;
import io.cloudadapter.spi.Verb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups that the cloud sizes by itself. */
class GroupsTest {
  @TempDir
  Path directory;

  private Scene scene = of(cloud -> cloud);

  private static Scene of(UnaryOperator<SimulatedCloudBuilder> settings) {
    return new Scene(cloud -> settings.apply(cloud.keys(KeySupport.target())));
  }

  private FrozenLaunch order() {
    return scene.provider.prepare(Scene.spec(Optional.empty(), Optional.empty()), scene.call());
  }

  private void raise(int total) {
    scene.provider.feature(Group.class).orElseThrow().raise(order(), total, scene.call());
  }

  private List<MachineId> alive() {
    return scene.cloud.machines().stream()
        .filter(machine -> machine.state().allocated())
        .map(Sighting::id)
        .toList();
  }

  private void terminate(MachineId machine) {
    scene.provider.terminate(machine, scene.call());
  }

  private Adoption adoption() {
    return scene.provider.feature(Adoption.class).orElseThrow();
  }

  private static Marks marks() {
    return new Marks(Scene.WEB, Scene.LIFE, Optional.empty());
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
      assertThat(machine.pool()).hasValue(Scene.WEB);
      assertThat(machine.incarnation()).hasValue(Scene.LIFE);
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
      CloudException refused = Scene.errorOf(() -> raise(total));
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
    scene.cloud.faults().next(Verb.LAUNCH, FaultKind.REJECT_LATER);
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
    CloudException refused = Scene.errorOf(() -> scene.frozen("a"));

    assertThat(refused.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(refused).hasMessageContaining("zone a");
  }

  @Test
  void launchesNothingUnderAKey() {
    CloudException refused = Scene.errorOf(() -> scene.launch(order(), 1, 1));

    assertThat(refused.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(alive()).isEmpty();
  }

  @Test
  void isNotThereWhereTheCloudKnowsKeys() {
    assertThat(new Scene().provider.feature(Group.class)).isEmpty();
  }

  @Test
  void outlivesTheProcess() {
    Path file = directory.resolve("cloud");
    scene = of(cloud -> cloud.file(file));
    MachineId pet = scene.cloud.createMachine();
    adoption().mark(pet, marks(), scene.call());
    scene.cloud.faults().next(Verb.LAUNCH, FaultKind.ACCEPT_LATE);
    assertThat(Scene.errorOf(() -> raise(3)).effect()).isEqualTo(Effect.UNKNOWN);
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
}
