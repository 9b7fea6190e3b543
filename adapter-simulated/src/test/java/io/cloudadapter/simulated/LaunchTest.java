package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.errorOf;
import static io.cloudadapter.simulated.SimulatedCloudFixture.key;
import static io.cloudadapter.simulated.SimulatedCloudFixture.marks;
import static io.cloudadapter.simulated.SimulatedCloudFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LaunchTest {

  @Test
  void bootsAfterTheBootTime() {
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.bootTime(Duration.ofSeconds(3)));
    MachineId id = scene.launch(1);
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.PENDING);

    scene.pass(Duration.ofMillis(2999));
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.PENDING);

    scene.pass(Duration.ofMillis(1));
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.RUNNING);
  }

  @Test
  void queuesAsRequestedWithoutLaunchTimeFirst() {
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.queueTime(Duration.ofSeconds(5)));
    MachineId id = scene.launch(1);
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.REQUESTED);
    assertThat(scene.truth(id).launchTime()).isEmpty();

    scene.pass(Duration.ofSeconds(5));

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.PENDING);
    assertThat(scene.truth(id).launchTime()).contains(SimulatedCloudFixture.START.plusSeconds(5));
  }

  @Test
  void carriesItsMarksAddressesAndTagsFromTheStart() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();

    MachineSighting made = scene.launch(scene.frozen("b"), 7, 1).machines().get(0);

    assertThat(made.pool()).contains(SimulatedCloudFixture.WEB);
    assertThat(made.incarnation()).contains(SimulatedCloudFixture.LIFE);
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
    SimulatedCloudFixture scene = new SimulatedCloudFixture();

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
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    PreparedLaunch anywhere =
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
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    scene.cloud.setCapacity("a", "small", 1);
    scene.launch(1);

    CloudException full = errorOf(() -> scene.launch(2));

    assertThat(full.kind()).isEqualTo(Kind.CAPACITY);
    assertThat(full.effect()).isEqualTo(Effect.NONE);
    assertThat(full.scope()).isEqualTo(ErrorScope.size("small", Optional.of("a")));
    assertThat(scene.launch(scene.frozen("b"), 2, 1).machines()).hasSize(1);
  }

  @Test
  void givesAPlaceBackOnlyWhenTheMachineHasEnded() {
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.quota(1).endTime(Duration.ofSeconds(2)));
    MachineId first = scene.launch(1);
    scene.provider.terminate(first, scene.call());

    CloudException full = errorOf(() -> scene.launch(2));
    scene.pass(Duration.ofSeconds(2));

    assertThat(full.kind()).isEqualTo(Kind.QUOTA);
    assertThat(full.scope()).isEqualTo(ErrorScope.account());
    assertThat(scene.launch(2)).isNotEqualTo(first);
  }

  @Test
  void makesThoseThatFitAndSaysWhyNotTheOthers() {
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.maxPerKey(10).capacity(3));

    LaunchResult result = scene.launch(scene.frozen(), 1, 5);

    assertThat(result.machines()).hasSize(3).allMatch(m -> m.key().equals(Optional.of(key(1))));
    assertThat(result.shortfall())
        .hasValueSatisfying(why -> assertThat(why.kind()).isEqualTo(Kind.CAPACITY));
  }

  @Test
  void makesNoneOfThoseThatDoNotAllFitIfToldSo() {
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.maxPerKey(10).capacity(3).partialLaunches(false));

    CloudException full = errorOf(() -> scene.launch(scene.frozen(), 1, 5));

    assertThat(full.kind()).isEqualTo(Kind.CAPACITY);
    assertThat(scene.cloud.created()).isEmpty();
  }

  @Test
  void refusesMoreThanOneKeyMayMake() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture(cloud -> cloud.maxPerKey(2));

    CloudException tooMany = errorOf(() -> scene.launch(scene.frozen(), 1, 3));

    assertThat(tooMany.kind()).isEqualTo(Kind.INVALID);
    assertThat(tooMany).hasMessageContaining("1 to 2, was 3");
  }

  @Test
  void writesEveryCreationIntoTheLedger() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId launched = scene.launch(1);
    scene.pass(Duration.ofSeconds(1));
    MachineId strange = scene.cloud.createMachine("b", "large", Optional.of(marks(9)));
    scene.cloud.kill(launched);
    scene.pass(Duration.ofDays(1));

    assertThat(scene.cloud.machine(launched)).isEmpty();
    assertThat(scene.cloud.created())
        .containsExactly(
            new MachineCreation(launched, Optional.of(key(1)), SimulatedCloudFixture.START),
            new MachineCreation(
                strange, Optional.empty(), SimulatedCloudFixture.START.plusSeconds(1)));
  }

  @Test
  void lendsPublicAddressesAsLongAsThereAreAny() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture(cloud -> cloud.maxPerKey(1000));
    scene.launch(scene.frozen(), 1, 762);
    MachineSighting without = scene.launch(scene.frozen(), 2, 1).machines().get(0);
    assertThat(without.publicIps()).isEmpty();

    scene.cloud.kill(scene.cloud.machines().get(5).id());

    assertThat(scene.launch(scene.frozen(), 3, 1).machines().get(0).publicIps())
        .containsExactly("203.0.113.6");
  }
}
