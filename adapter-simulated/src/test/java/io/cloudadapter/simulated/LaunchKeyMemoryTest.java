package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.errorOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LaunchKeyMemoryTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private static SimulatedCloudFixture with(LaunchKeySupport keys) {
    return new SimulatedCloudFixture(cloud -> cloud
        .keys(keys)
        .shownAfterEnd(Duration.ZERO)
        .maxPerKey(keys.kind() == LaunchKeySupport.Kind.NAME ? 1 : 5));
  }

  @Test
  void aTokenGetsTheSameMachinesAgain() {
    SimulatedCloudFixture scene = with(LaunchKeySupport.token(HOUR));
    PreparedLaunch request = scene.frozen();
    LaunchResult first = scene.launch(request, 1, 3);

    LaunchResult again = scene.launch(request, 1, 3);

    assertThat(again).isEqualTo(first);
    assertThat(scene.cloud.created()).hasSize(3);
  }

  @Test
  void aTokenAnswersWithTheShortfallOfTheFirstTime() {
    SimulatedCloudFixture scene = with(LaunchKeySupport.token(HOUR));
    scene.cloud.setCapacity("a", "small", 2);
    LaunchResult first = scene.launch(scene.frozen(), 1, 3);
    scene.cloud.setCapacity("a", "small", 100);

    assertThat(scene.launch(scene.frozen(), 1, 3)).isEqualTo(first);
    assertThat(first.shortfall()).isPresent();
  }

  @Test
  void aTokenRefusesOtherBytesAndAnotherCount() {
    SimulatedCloudFixture scene = with(LaunchKeySupport.token(HOUR));
    scene.launch(scene.frozen("a"), 1, 2);

    CloudException bytes = errorOf(() -> scene.launch(scene.frozen("b"), 1, 2));
    CloudException count = errorOf(() -> scene.launch(scene.frozen("a"), 1, 1));

    assertThat(bytes.conflict()).contains(Conflict.KEY_MISMATCH);
    assertThat(bytes.effect()).isEqualTo(Effect.NONE);
    assertThat(count.conflict()).contains(Conflict.KEY_MISMATCH);
    assertThat(scene.cloud.created()).hasSize(2);
  }

  @Test
  void aTokenIsSpentWhenAllItsMachinesHaveEnded() {
    SimulatedCloudFixture scene = with(LaunchKeySupport.token(HOUR));
    LaunchResult made = scene.launch(scene.frozen(), 1, 2);
    scene.cloud.kill(made.machines().get(0).id());
    assertThat(scene.launch(scene.frozen(), 1, 2).machines())
        .extracting(MachineSighting::state)
        .containsExactly(MachineState.TERMINATED, MachineState.PENDING);

    scene.cloud.kill(made.machines().get(1).id());
    CloudException spent = errorOf(() -> scene.launch(scene.frozen(), 1, 2));
    scene.pass(Duration.ofMinutes(59));
    CloudException forgotten = errorOf(() -> scene.launch(scene.frozen(), 1, 2));

    assertThat(spent.conflict()).contains(Conflict.KEY_SPENT);
    assertThat(forgotten.conflict()).contains(Conflict.KEY_SPENT);
  }

  @Test
  void aTokenIsForgottenAfterItsLifetime() {
    SimulatedCloudFixture scene = with(LaunchKeySupport.token(HOUR));
    MachineId first = scene.launch(1);

    scene.pass(HOUR.minusNanos(1));
    assertThat(scene.launch(1)).isEqualTo(first);
    scene.pass(Duration.ofNanos(1));

    assertThat(scene.launch(1)).isNotEqualTo(first);
  }

  @Test
  void aTokenOfARejectedMachineAnswersWithTheRejection() {
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.keys(LaunchKeySupport.token(HOUR)));
    scene.cloud.faults().next(RequestKind.LAUNCH, CloudFault.REJECT_LATER);
    MachineId id = scene.launch(1);
    scene.pass(Duration.ofSeconds(3));

    MachineSighting again = scene.launch(scene.frozen(), 1, 1).machines().get(0);

    assertThat(again.id()).isEqualTo(id);
    assertThat(again.state()).isEqualTo(MachineState.REJECTED);
  }

  @Test
  void aRefusedLaunchLeavesItsTokenUnused() {
    SimulatedCloudFixture scene = with(LaunchKeySupport.token(HOUR));
    scene.cloud.faults().next(RequestKind.LAUNCH, CloudFault.NO_CAPACITY);
    errorOf(() -> scene.launch(1));

    assertThat(scene.launch(scene.frozen("b"), 1, 1).machines()).hasSize(1);
  }

  @Test
  void aTokenThatCountsInOneZoneLaunchesAgainInAnother() {
    SimulatedCloudFixture scene = with(LaunchKeySupport.token(HOUR).inOneZone());

    LaunchResult a = scene.launch(scene.frozen("a"), 1, 1);
    LaunchResult b = scene.launch(scene.frozen("b"), 1, 1);

    assertThat(b.machines().get(0).id()).isNotEqualTo(a.machines().get(0).id());
    assertThat(scene.launch(scene.frozen("a"), 1, 1)).isEqualTo(a);
  }

  @Test
  void aNameIsTakenThenSpentThenFree() {
    SimulatedCloudFixture scene = with(LaunchKeySupport.name(HOUR));
    MachineId id = scene.launch(1);
    scene.pass(HOUR.multipliedBy(2));

    CloudException taken = errorOf(() -> scene.launch(1));
    assertThat(taken.conflict()).contains(Conflict.NAME_TAKEN);

    MachineId second = scene.launch(2);
    scene.cloud.kill(id);
    scene.cloud.kill(second);
    CloudException spent = errorOf(() -> scene.launch(2));
    assertThat(spent.conflict()).contains(Conflict.KEY_SPENT);

    scene.pass(HOUR);
    assertThat(scene.launch(2)).isNotEqualTo(second);
  }

  @Test
  void withoutKeysEachLaunchMakesAnother() {
    SimulatedCloudFixture scene = with(LaunchKeySupport.none());

    assertThat(scene.launch(1)).isNotEqualTo(scene.launch(1));
  }

  @Test
  void namesMakeOneMachineEach() {
    assertThatThrownBy(() -> new SimulatedCloudFixture(
            cloud -> cloud.keys(LaunchKeySupport.name(HOUR)).maxPerKey(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxPerKey must be 1");
  }
}
