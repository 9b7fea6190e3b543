package io.cloudadapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionProgress.State;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done to machines. */
class SimulatedActionsTest {
  private static final UUID ACTION = new UUID(1, 2);

  private static ActionToken token(int attempt) {
    return new ActionToken(ACTION, "Reboot", attempt, SimulatedCloudFixture.START);
  }

  private static ActionProgress reboot(SimulatedCloudFixture scene, MachineId machine) {
    return scene
        .provider
        .feature(Reboot.class)
        .orElseThrow()
        .reboot(machine, Action.Mode.HARD, token(1), scene.call());
  }

  private static ActionProgress progress(SimulatedCloudFixture scene, MachineId machine) {
    return scene
        .provider
        .feature(Reboot.class)
        .orElseThrow()
        .progress(machine, token(1), scene.call());
  }

  private static MachineId running(SimulatedCloudFixture scene) {
    return scene.cloud.createMachine();
  }

  @Test
  void aRebootIsDoneAndCanBeFoundAgain() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId machine = running(scene);
    assertThat(progress(scene, machine).state()).isEqualTo(State.NOT_DONE);

    assertThat(reboot(scene, machine).state()).isEqualTo(State.DONE);

    assertThat(progress(scene, machine).state()).isEqualTo(State.DONE);
    assertThat(scene.cloud.executions()).hasSize(1);
    assertThat(scene.cloud.executions().get(0).token()).isEqualTo(token(1));
  }

  @Test
  void aCloudThatCannotTellSaysSo() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture(cloud -> cloud.traceable(false));
    MachineId machine = running(scene);

    assertThat(progress(scene, machine).state()).isEqualTo(State.UNKNOWN);
    assertThat(scene.provider.feature(Reboot.class).orElseThrow().traceable()).isFalse();
  }

  @Test
  void whatTakesTimeIsUnderWayUntilThen() {
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.actionTime(Duration.ofMinutes(2)));
    MachineId machine = running(scene);

    assertThat(reboot(scene, machine).state()).isEqualTo(State.UNDER_WAY);
    scene.pass(Duration.ofMinutes(1));
    assertThat(progress(scene, machine).state()).isEqualTo(State.UNDER_WAY);
    scene.pass(Duration.ofMinutes(1));
    assertThat(progress(scene, machine).state()).isEqualTo(State.DONE);
  }

  @Test
  void aSnapshotCanBeRestoredAndWhatIsNoneCannot() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId machine = running(scene);
    Snapshots snapshots = scene.provider.feature(Snapshots.class).orElseThrow();

    ActionProgress taken = snapshots.snapshot(machine, "", token(1), scene.call());
    String id = taken.result().get(Snapshots.SNAPSHOT_ID);

    assertThat(id).startsWith("snap-");
    assertThat(snapshots.restore(machine, id, token(2), scene.call()).state())
        .isEqualTo(State.DONE);
    CloudException missing = SimulatedCloudFixture.errorOf(
        () -> snapshots.restore(machine, "snap-x", token(3), scene.call()));
    assertThat(missing.kind()).isEqualTo(Kind.NOT_FOUND);
  }

  @Test
  void aMachineIsStoppedAndStartedAndRepeatingIsHarmless() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId machine = running(scene);
    StartStop power = scene.provider.feature(StartStop.class).orElseThrow();

    for (int i = 0; i < 2; i++) {
      assertThat(power.stop(machine, token(1), scene.call()).state()).isEqualTo(State.DONE);
    }
    assertThat(scene.truth(machine).state()).isEqualTo(MachineState.TERMINATED);
    assertThat(reboot(scene, machine).state()).isEqualTo(State.FAILED);
    for (int i = 0; i < 2; i++) {
      assertThat(power.start(machine, token(2), scene.call()).state()).isEqualTo(State.DONE);
    }
    scene.pass(Duration.ofMinutes(5));

    assertThat(scene.truth(machine).state()).isEqualTo(MachineState.RUNNING);
  }

  @Test
  void whatHasEndedIsNotThere() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId machine = running(scene);
    scene.cloud.kill(machine);

    CloudException gone = SimulatedCloudFixture.errorOf(() -> reboot(scene, machine));

    assertThat(gone.kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(gone.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void aLostReplyAndALateSuccessLeaveTheirTraces() {
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.lateAcceptance(Duration.ofMinutes(1)));
    MachineId machine = running(scene);
    scene.cloud.faults().next(RequestKind.ACT, CloudFault.LOSE_REPLY);
    CloudException lost = SimulatedCloudFixture.errorOf(() -> reboot(scene, machine));
    assertThat(lost.effect()).isEqualTo(Effect.UNKNOWN);
    assertThat(scene.cloud.executions()).hasSize(1);

    MachineId other = running(scene);
    scene.cloud.faults().next(RequestKind.ACT, CloudFault.ACCEPT_LATE);
    CloudException late = SimulatedCloudFixture.errorOf(() -> reboot(scene, other));
    assertThat(late.effect()).isEqualTo(Effect.UNKNOWN);
    assertThat(progress(scene, other).state()).isEqualTo(State.NOT_DONE);
    scene.pass(Duration.ofMinutes(1));

    assertThat(progress(scene, other).state()).isEqualTo(State.DONE);
  }

  @Test
  void aCloudWithAFileRemembersWhatItDidAndWhatItIsStillToDo(@TempDir Path directory) {
    Path file = directory.resolve("cloud");
    SimulatedClock clock = SimulatedClock.startingAt(SimulatedCloudFixture.START);
    MachineId machine;
    try (SimulatedCloud cloud = SimulatedCloud.builder(1, clock)
        .file(file)
        .lateAcceptance(Duration.ofMinutes(1))
        .build()) {
      machine = cloud.createMachine();
      Reboot reboots = cloud.provider().feature(Reboot.class).orElseThrow();
      reboots.reboot(machine, Action.Mode.SOFT, token(1), FakeCall.patient(clock));
      cloud.faults().next(RequestKind.ACT, CloudFault.ACCEPT_LATE);
      CloudException late = SimulatedCloudFixture.errorOf(() -> {
        ActionProgress unused =
            reboots.reboot(machine, Action.Mode.SOFT, token(2), FakeCall.patient(clock));
      });
      assertThat(late.effect()).isEqualTo(Effect.UNKNOWN);
    }
    clock.advance(Duration.ofMinutes(1));
    try (SimulatedCloud again = SimulatedCloud.builder(1, clock).file(file).build()) {
      assertThat(again.executions())
          .extracting(execution -> execution.token().attempt())
          .containsExactly(1, 2);
    }
  }

  @Test
  void aCloudMayLackAllOfIt() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture(cloud -> cloud.actions(false));

    assertThat(scene.provider.feature(Reboot.class)).isEmpty();
    assertThat(scene.provider.feature(Snapshots.class)).isEmpty();
    assertThat(scene.provider.feature(StartStop.class)).isEmpty();
  }
}
