package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.Scene.errorOf;
import static io.cloudadapter.simulated.Scene.key;
import static io.cloudadapter.simulated.Scene.marks;
import static io.cloudadapter.simulated.Scene.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.Scope;
import io.cloudadapter.spi.Sighting;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LaunchTest {

  @Test
  void bootsAfterTheBootTime() {
    Scene scene = new Scene(cloud -> cloud.bootTime(Duration.ofSeconds(3)));
    MachineId id = scene.launch(1);
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.PENDING);

    scene.pass(Duration.ofMillis(2999));
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.PENDING);

    scene.pass(Duration.ofMillis(1));
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.RUNNING);
  }

  @Test
  void queuesAsRequestedWithoutLaunchTimeFirst() {
    Scene scene = new Scene(cloud -> cloud.queueTime(Duration.ofSeconds(5)));
    MachineId id = scene.launch(1);
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.REQUESTED);
    assertThat(scene.truth(id).launchTime()).isEmpty();

    scene.pass(Duration.ofSeconds(5));

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.PENDING);
    assertThat(scene.truth(id).launchTime()).contains(Scene.START.plusSeconds(5));
  }

  @Test
  void carriesItsMarksAddressesAndTagsFromTheStart() {
    Scene scene = new Scene();

    Sighting made = scene.launch(scene.frozen("b"), 7, 1).machines().get(0);

    assertThat(made.pool()).contains(Scene.WEB);
    assertThat(made.incarnation()).contains(Scene.LIFE);
    assertThat(made.key()).contains(key(7));
    assertThat(made.zone()).contains("b");
    assertThat(made.size()).contains("small");
    assertThat(made.publicIps()).containsExactly("203.0.113.1");
    assertThat(made.privateIps()).containsExactly("10.0.0.1");
    assertThat(made.metadata()).containsEntry("team", "blue").containsEntry("image", "debian-13");
    assertThat(made.id().value()).matches("i-0[0-9a-f]{16}");
  }

  @Test
  void namesTheZoneAndSizeThatItDoesNotHave() {
    Scene scene = new Scene();

    CloudException zone = errorOf(() -> scene.frozen("d"));
    CloudException size = errorOf(
        () -> scene.provider.prepare(spec(Optional.empty(), Optional.of("huge")), scene.call()));

    assertThat(zone.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(zone).hasMessageContaining("zone d").hasMessageContaining("[a, b, c]");
    assertThat(size.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(size).hasMessageContaining("machine size huge");
  }

  @Test
  void choosesTheEmptiestZoneWhenNoneIsNamed() {
    Scene scene = new Scene();
    FrozenLaunch anywhere =
        scene.provider.prepare(spec(Optional.empty(), Optional.empty()), scene.call());
    scene.launch(scene.frozen("a"), 1, 1);

    for (int i = 2; i <= 6; i++) {
      scene.launch(anywhere, i, 1);
    }

    assertThat(scene.cloud.machines().stream().map(m -> m.zone().orElseThrow()))
        .containsExactly("a", "b", "c", "a", "b", "c");
  }

  @Test
  void refusesWithCapacityOnlyInTheZoneAndSizeThatAreFull() {
    Scene scene = new Scene();
    scene.cloud.setCapacity("a", "small", 1);
    scene.launch(1);

    CloudException full = errorOf(() -> scene.launch(2));

    assertThat(full.kind()).isEqualTo(Kind.CAPACITY);
    assertThat(full.effect()).isEqualTo(Effect.NONE);
    assertThat(full.scope()).isEqualTo(Scope.size("small", Optional.of("a")));
    assertThat(scene.launch(scene.frozen("b"), 2, 1).machines()).hasSize(1);
  }

  @Test
  void givesAPlaceBackOnlyWhenTheMachineHasEnded() {
    Scene scene = new Scene(cloud -> cloud.quota(1).endTime(Duration.ofSeconds(2)));
    MachineId first = scene.launch(1);
    scene.provider.terminate(first, scene.call());

    CloudException full = errorOf(() -> scene.launch(2));
    scene.pass(Duration.ofSeconds(2));

    assertThat(full.kind()).isEqualTo(Kind.QUOTA);
    assertThat(full.scope()).isEqualTo(Scope.account());
    assertThat(scene.launch(2)).isNotEqualTo(first);
  }

  @Test
  void makesThoseThatFitAndSaysWhyNotTheOthers() {
    Scene scene = new Scene(cloud -> cloud.maxPerKey(10).capacity(3));

    LaunchResult result = scene.launch(scene.frozen(), 1, 5);

    assertThat(result.machines()).hasSize(3).allMatch(m -> m.key().equals(Optional.of(key(1))));
    assertThat(result.shortfall())
        .hasValueSatisfying(why -> assertThat(why.kind()).isEqualTo(Kind.CAPACITY));
  }

  @Test
  void makesNoneOfThoseThatDoNotAllFitIfToldSo() {
    Scene scene = new Scene(cloud -> cloud.maxPerKey(10).capacity(3).partialLaunches(false));

    CloudException full = errorOf(() -> scene.launch(scene.frozen(), 1, 5));

    assertThat(full.kind()).isEqualTo(Kind.CAPACITY);
    assertThat(scene.cloud.created()).isEmpty();
  }

  @Test
  void refusesMoreThanOneKeyMayMake() {
    Scene scene = new Scene(cloud -> cloud.maxPerKey(2));

    CloudException tooMany = errorOf(() -> scene.launch(scene.frozen(), 1, 3));

    assertThat(tooMany.kind()).isEqualTo(Kind.INVALID);
    assertThat(tooMany).hasMessageContaining("1 to 2, was 3");
  }

  @Test
  void writesEveryCreationIntoTheLedger() {
    Scene scene = new Scene();
    MachineId launched = scene.launch(1);
    scene.pass(Duration.ofSeconds(1));
    MachineId strange = scene.cloud.createMachine("b", "large", Optional.of(marks(9)));
    scene.cloud.kill(launched);
    scene.pass(Duration.ofDays(1));

    assertThat(scene.cloud.machine(launched)).isEmpty();
    assertThat(scene.cloud.created())
        .containsExactly(
            new Creation(launched, Optional.of(key(1)), Scene.START),
            new Creation(strange, Optional.empty(), Scene.START.plusSeconds(1)));
  }

  @Test
  void lendsPublicAddressesAsLongAsThereAreAny() {
    Scene scene = new Scene(cloud -> cloud.maxPerKey(1000));
    scene.launch(scene.frozen(), 1, 762);
    Sighting without = scene.launch(scene.frozen(), 2, 1).machines().get(0);
    assertThat(without.publicIps()).isEmpty();

    scene.cloud.kill(scene.cloud.machines().get(5).id());

    assertThat(scene.launch(scene.frozen(), 3, 1).machines().get(0).publicIps())
        .containsExactly("203.0.113.6");
  }
}
