package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.Scene.marks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Incarnation;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Scope;
import io.cloudadapter.spi.Sighting;
import io.cloudadapter.spi.Verb;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LifeTest {

  @Test
  void endsInTwoSteps() {
    Scene scene = new Scene(cloud -> cloud.endTime(Duration.ofSeconds(2)));
    MachineId id = scene.launch(1);

    scene.provider.terminate(id, scene.call());
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATING);
    scene.pass(Duration.ofSeconds(2));

    assertThat(scene.truth(id).end()).isEqualTo(Sighting.End.FINAL);
  }

  @Test
  void canBeEndedAgainAndWhenUnknown() {
    Scene scene = new Scene();
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
    Scene scene =
        new Scene(cloud -> cloud.bootTime(Duration.ofSeconds(1)).endTime(Duration.ofSeconds(5)));
    MachineId id = scene.launch(1);
    scene.provider.terminate(id, scene.call());

    scene.pass(Duration.ofSeconds(2));

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATING);
  }

  @Test
  void isRejectedInsteadOfBooting() {
    Scene scene = new Scene();
    scene.cloud.faults().next(Verb.LAUNCH, FaultKind.REJECT_LATER);
    MachineId id = scene.launch(1);

    scene.pass(Duration.ofSeconds(3));

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.REJECTED);
    assertThat(scene.truth(id).failure()).hasValueSatisfying(why -> {
      assertThat(why.kind()).isEqualTo(Kind.CAPACITY);
      assertThat(why.scope()).isEqualTo(Scope.size("small", Optional.of("a")));
    });
  }

  @Test
  void staysPendingForeverIfStuck() {
    Scene scene = new Scene();
    scene.cloud.faults().next(Verb.LAUNCH, FaultKind.STUCK_PENDING);
    MachineId id = scene.launch(1);

    scene.pass(Duration.ofDays(30));

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.PENDING);
  }

  @Test
  void staysTerminatingUntilItIsKilledIfStuck() {
    Scene scene = new Scene();
    MachineId id = scene.launch(1);
    scene.cloud.faults().next(Verb.TERMINATE, FaultKind.STUCK_TERMINATING);
    scene.provider.terminate(id, scene.call());

    scene.pass(Duration.ofDays(30));
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATING);
    scene.cloud.kill(id);

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATED);
  }

  @Test
  void isStoppedNotGone() {
    Scene scene = new Scene();
    MachineId id = scene.launch(1);

    scene.cloud.stop(id);
    scene.pass(Duration.ofDays(1));

    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATED);
    assertThat(scene.truth(id).end()).isEqualTo(Sighting.End.STOPPED);
    scene.provider.terminate(id, scene.call());
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.TERMINATING);
  }

  @Test
  void cannotBeStoppedOrKilledOnceEnded() {
    Scene scene = new Scene();
    MachineId id = scene.launch(1);
    scene.provider.terminate(id, scene.call());

    assertThatThrownBy(() -> scene.cloud.stop(id)).hasMessageContaining("TERMINATING");
    scene.cloud.kill(id);
    assertThatThrownBy(() -> scene.cloud.kill(id)).hasMessageContaining(id.value());
  }

  @Test
  void dieAboutAsOftenAsTold() {
    Scene scene = new Scene(cloud -> cloud.quota(10_000).capacity(10_000));
    for (int i = 0; i < 1000; i++) {
      scene.launch(i);
    }
    scene.cloud.faults().perHour(FaultKind.MACHINE_DIES, 0.1);

    scene.pass(Duration.ofHours(1));

    long alive =
        scene.cloud.machines().stream().filter(m -> m.state().allocated()).count();
    assertThat(alive).isBetween(870L, 935L);
    assertThat(scene.cloud.faults().bitten(FaultKind.MACHINE_DIES)).isEqualTo(1000 - alive);
  }

  @Test
  void stopByThemselves() {
    Scene scene = new Scene();
    scene.launch(1);
    scene.cloud.faults().perHour(FaultKind.MACHINE_STOPS, 10);

    scene.pass(Duration.ofDays(1));

    assertThat(scene.cloud.machines())
        .singleElement()
        .satisfies(m -> assertThat(m.end()).isEqualTo(Sighting.End.STOPPED));
  }

  @Test
  void changeHandsByThemselves() {
    Scene scene = new Scene();
    for (int i = 0; i < 20; i++) {
      scene.launch(i);
    }
    scene.cloud.faults().perHour(FaultKind.MACHINE_CHANGES_HANDS, 1);

    scene.pass(Duration.ofHours(3));

    List<Sighting> machines = scene.cloud.machines();
    assertThat(machines).anyMatch(m -> m.pool().isEmpty());
    assertThat(machines)
        .anyMatch(m -> m.incarnation().filter(i -> !i.equals(Scene.LIFE)).isPresent());
  }

  @Test
  void appearWithOurMarkAndAKeyThatNobodyUsed() {
    Scene scene = new Scene();
    scene.launch(1);
    scene.cloud.faults().perHour(FaultKind.MACHINE_APPEARS, 20);

    scene.pass(Duration.ofHours(1));

    List<Sighting> strangers = scene.cloud.machines().stream().skip(1).toList();
    assertThat(strangers).isNotEmpty().allMatch(m -> m.pool().equals(Optional.of(Scene.WEB)));
    assertThat(strangers).noneMatch(m -> m.key().equals(Optional.of(Scene.key(1))));
    assertThat(scene.cloud.created().stream().skip(1)).allMatch(c -> c.key().isEmpty());
  }

  @Test
  void areCreatedByOthersWithAnyMarks() {
    Scene scene = new Scene();
    Marks strange = new Marks(Scene.WEB, new Incarnation("x".repeat(27)), Optional.empty());

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
    Scene scene = new Scene();
    MachineId id = scene.launch(1);

    scene.cloud.remark(id, Optional.of(marks(2)));

    assertThat(scene.truth(id).key()).contains(Scene.key(2));
    scene.pass(Duration.ofSeconds(3));
    assertThat(scene.truth(id).state()).isEqualTo(MachineState.RUNNING);
  }
}
