package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.marks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LifecycleEventsTest {

  @Test
  void endsInTwoSteps() {
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.endTime(Duration.ofSeconds(2)));
    MachineId id = scene.launch(1);

    scene.provider.terminate(id, scene.call());
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATING);
    scene.pass(Duration.ofSeconds(2));

    assertThat(scene.truth(id).end()).isEqualTo(MachineSighting.End.FINAL);
  }

  @Test
  void canBeEndedAgainAndWhenUnknown() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId id = scene.launch(1);
    scene.provider.terminate(id, scene.call());
    scene.pass(Duration.ofSeconds(1));

    scene.provider.terminate(id, scene.call());
    scene.provider.terminate(new MachineId("unheard-of"), scene.call());

    scene.pass(Duration.ofSeconds(1));
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATED);
  }

  @Test
  void neverBootsOnceItIsEnding() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture(
        cloud -> cloud.bootTime(Duration.ofSeconds(1)).endTime(Duration.ofSeconds(5)));
    MachineId id = scene.launch(1);
    scene.provider.terminate(id, scene.call());

    scene.pass(Duration.ofSeconds(2));

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATING);
  }

  @Test
  void isRejectedInsteadOfBooting() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    scene.cloud.faults().next(RequestKind.LAUNCH, CloudFault.REJECT_LATER);
    MachineId id = scene.launch(1);

    scene.pass(Duration.ofSeconds(3));

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.REJECTED);
    assertThat(scene.truth(id).failure()).hasValueSatisfying(why -> {
      assertThat(why.kind()).isEqualTo(Kind.CAPACITY);
      assertThat(why.scope()).isEqualTo(ErrorScope.size("small", Optional.of("a")));
    });
  }

  @Test
  void staysPendingForeverIfStuck() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    scene.cloud.faults().next(RequestKind.LAUNCH, CloudFault.STUCK_PENDING);
    MachineId id = scene.launch(1);

    scene.pass(Duration.ofDays(30));

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.PENDING);
  }

  @Test
  void staysTerminatingUntilItIsKilledIfStuck() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId id = scene.launch(1);
    scene.cloud.faults().next(RequestKind.TERMINATE, CloudFault.STUCK_TERMINATING);
    scene.provider.terminate(id, scene.call());

    scene.pass(Duration.ofDays(30));
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATING);
    scene.cloud.kill(id);

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATED);
  }

  @Test
  void isStoppedNotGone() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId id = scene.launch(1);

    scene.cloud.stop(id);
    scene.pass(Duration.ofDays(1));

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATED);
    assertThat(scene.truth(id).end()).isEqualTo(MachineSighting.End.STOPPED);
    scene.provider.terminate(id, scene.call());
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATING);
  }

  @Test
  void cannotBeStoppedOrKilledOnceEnded() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId id = scene.launch(1);
    scene.provider.terminate(id, scene.call());

    assertThatThrownBy(() -> scene.cloud.stop(id)).hasMessageContaining("TERMINATING");
    scene.cloud.kill(id);
    assertThatThrownBy(() -> scene.cloud.kill(id)).hasMessageContaining(id.value());
  }

  @Test
  void dieAboutAsOftenAsTold() {
    SimulatedCloudFixture scene =
        new SimulatedCloudFixture(cloud -> cloud.quota(10_000).capacity(10_000));
    for (int i = 0; i < 1000; i++) {
      scene.launch(i);
    }
    scene.cloud.faults().perHour(CloudFault.MACHINE_DIES, 0.1);

    scene.pass(Duration.ofHours(1));

    long alive =
        scene.cloud.machines().stream().filter(m -> m.state().allocated()).count();
    assertThat(alive).isBetween(870L, 935L);
    assertThat(scene.cloud.faults().strikes(CloudFault.MACHINE_DIES)).isEqualTo(1000 - alive);
  }

  @Test
  void stopByThemselves() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    scene.launch(1);
    scene.cloud.faults().perHour(CloudFault.MACHINE_STOPS, 10);

    scene.pass(Duration.ofDays(1));

    assertThat(scene.cloud.machines())
        .singleElement()
        .satisfies(m -> assertThat(m.end()).isEqualTo(MachineSighting.End.STOPPED));
  }

  @Test
  void changeHandsByThemselves() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    for (int i = 0; i < 20; i++) {
      scene.launch(i);
    }
    scene.cloud.faults().perHour(CloudFault.MACHINE_CHANGES_HANDS, 1);

    scene.pass(Duration.ofHours(3));

    List<MachineSighting> machines = scene.cloud.machines();
    assertThat(machines).anyMatch(m -> m.pool().isEmpty());
    assertThat(machines)
        .anyMatch(m ->
            m.incarnation().filter(i -> !i.equals(SimulatedCloudFixture.LIFE)).isPresent());
  }

  @Test
  void appearWithOurMarkAndAKeyThatWasNeverUsed() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    scene.launch(1);
    scene.cloud.faults().perHour(CloudFault.MACHINE_APPEARS, 20);

    scene.pass(Duration.ofHours(1));

    List<MachineSighting> strangers = scene.cloud.machines().stream().skip(1).toList();
    assertThat(strangers)
        .isNotEmpty()
        .allMatch(m -> m.pool().equals(Optional.of(SimulatedCloudFixture.WEB)));
    assertThat(strangers).noneMatch(m -> m.key().equals(Optional.of(SimulatedCloudFixture.key(1))));
    assertThat(scene.cloud.created().stream().skip(1)).allMatch(c -> c.key().isEmpty());
  }

  @Test
  void areCreatedByOthersWithAnyMarks() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    OwnershipMarks strange = new OwnershipMarks(
        SimulatedCloudFixture.WEB, new PoolIncarnation("x".repeat(27)), Optional.empty());

    MachineId free = scene.cloud.createMachine();
    MachineId marked = scene.cloud.createMachine("c", "large", Optional.of(strange));

    assertThat(scene.truth(free).state()).isEqualTo(MachineState.RUNNING);
    assertThat(scene.truth(free).pool()).isEmpty();
    assertThat(scene.truth(marked).incarnation()).contains(strange.incarnation());
    assertThatThrownBy(() -> scene.cloud.createMachine("d", "large", Optional.empty()))
        .hasMessageContaining("zone must be one of a, b, c, was d");
  }

  @Test
  void carryWhatTheConsoleMarksThemWith() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture();
    MachineId id = scene.launch(1);

    scene.cloud.remark(id, Optional.of(marks(2)));

    assertThat(scene.truth(id).key()).contains(SimulatedCloudFixture.key(2));
    scene.pass(Duration.ofSeconds(3));
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.RUNNING);
  }
}
