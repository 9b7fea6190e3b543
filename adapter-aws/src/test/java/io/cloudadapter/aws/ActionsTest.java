package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionProgress.State;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.Snapshots;
import io.cloudadapter.spi.feature.StartStop;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ActionsTest {
  private final AwsFixture scene = new AwsFixture();
  private final StartStop power = scene.provider.feature(StartStop.class).orElseThrow();
  private final Reboot reboots = scene.provider.feature(Reboot.class).orElseThrow();
  private final Snapshots images = scene.provider.feature(Snapshots.class).orElseThrow();
  private int uids;

  @AfterEach
  void close() {
    scene.close();
  }

  private MachineId running() {
    MachineId machine = scene.launch().id();
    scene.pass(Duration.ofMinutes(1));
    return machine;
  }

  private ActionToken token(String type) {
    return new ActionToken(
        new UUID(0, ++uids), type, 1, scene.environment().clock().instant());
  }

  @Test
  void aStopIsDoneOnceListsMustShowIt() {
    MachineId machine = running();
    ActionToken token = token("Stop");

    ActionProgress asked = power.stop(machine, token, FakeCall.patient());
    scene.pass(Duration.ofMinutes(1));
    ActionProgress early = power.progress(machine, token, FakeCall.patient());
    scene.pass(Duration.ofMinutes(5));
    ActionProgress late = power.progress(machine, token, FakeCall.patient());

    assertThat(asked.state()).isEqualTo(State.UNDER_WAY);
    assertThat(early.state()).isEqualTo(State.UNDER_WAY);
    assertThat(late.state()).isEqualTo(State.DONE);
  }

  @Test
  void whatRunsAlreadyIsStartedByEc2sOwnWord() {
    assertThat(power.start(running(), token("Start"), FakeCall.patient()).state())
        .isEqualTo(State.DONE);
  }

  @Test
  void aHardRebootIsNotInEc2() {
    MachineId machine = running();

    assertThatThrownBy(() -> {
          ActionProgress unused =
              reboots.reboot(machine, Action.Mode.HARD, token("Reboot"), FakeCall.patient());
        })
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED));
    assertThat(scene.requests("RebootInstances")).isZero();
  }

  @Test
  void aRebootIsOverAfterSixMinutes() {
    MachineId machine = running();
    ActionToken token = token("Reboot");

    assertThat(
            reboots.reboot(machine, Action.Mode.SOFT, token, FakeCall.patient()).state())
        .isEqualTo(State.UNDER_WAY);
    scene.pass(Duration.ofMinutes(5));
    assertThat(reboots.progress(machine, token, FakeCall.patient()).state())
        .isEqualTo(State.UNDER_WAY);
    scene.pass(Duration.ofMinutes(1));
    assertThat(reboots.progress(machine, token, FakeCall.patient()).state()).isEqualTo(State.DONE);
  }

  @Test
  void aSnapshotThatIsAskedForTwiceIsTakenOnce() {
    MachineId machine = running();
    ActionToken token = token("Snapshot");

    ActionProgress first = images.snapshot(machine, "", token, FakeCall.patient());
    ActionProgress second = images.snapshot(machine, "", token, FakeCall.patient());
    scene.pass(Duration.ofMinutes(2));

    assertThat(first.state()).isEqualTo(State.UNDER_WAY);
    assertThat(second.state()).isEqualTo(State.UNDER_WAY);
    assertThat(scene.cloud.snapshots(machine.value()))
        .containsExactly(images
            .progress(machine, token, FakeCall.patient())
            .result()
            .get(Snapshots.SNAPSHOT_ID));
  }

  @Test
  void aMachineIsNotBroughtBackToTheImageOfAnother() {
    MachineId machine = running();
    MachineId other = running();
    ActionToken token = token("Snapshot");
    ActionProgress unused = images.snapshot(other, "", token, FakeCall.patient());
    scene.pass(Duration.ofMinutes(2));
    String image = scene.cloud.snapshots(other.value()).get(0);

    assertThatThrownBy(() -> {
          ActionProgress never =
              images.restore(machine, image, token("Restore"), FakeCall.patient());
        })
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND))
        .hasMessageContaining("has no snapshot " + image);
  }
}
