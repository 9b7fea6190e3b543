package io.cloudadapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.feature.BatchTerminate;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchTerminateTest {
  private final SimulatedCloudFixture scene =
      new SimulatedCloudFixture(cloud -> cloud.maxPerEnd(3));
  private final List<MachineId> machines =
      IntStream.rangeClosed(1, 4).mapToObj(scene::launch).toList();

  private BatchTerminate feature() {
    return scene.provider.feature(BatchTerminate.class).orElseThrow();
  }

  private TerminateResult end(MachineId... which) {
    return feature().terminate(List.of(which), scene.call());
  }

  private MachineState state(int machine) {
    return scene.truth(machines.get(machine)).state();
  }

  @Test
  void endsThoseThatItNamesAndNoOther() {
    TerminateResult result = end(machines.get(0), machines.get(2));

    assertThat(result.accepted()).containsOnly(machines.get(0), machines.get(2));
    assertThat(result.refused()).isEmpty();
    scene.pass(Duration.ofSeconds(5));
    assertThat(state(0)).isEqualTo(MachineState.TERMINATED);
    assertThat(state(1)).isNotIn(MachineState.TERMINATING, MachineState.TERMINATED);
    assertThat(state(2)).isEqualTo(MachineState.TERMINATED);
  }

  @Test
  void acceptsThoseThatAreNotThere() {
    MachineId unheard = new MachineId("unheard-of");

    assertThat(end(unheard, machines.get(0)).accepted()).containsOnly(unheard, machines.get(0));
  }

  @Test
  void refusesMoreThanItSays() {
    assertThat(feature().most()).isEqualTo(3);
    assertThatThrownBy(() -> feature().terminate(machines, scene.call()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(CloudException.Kind.INVALID))
        .hasMessageContaining("1 to 3 machines may end, was 4");
    assertThatThrownBy(this::end).hasMessageContaining("was 0");
  }

  @Test
  void isAbsentWhereMachinesEndOneByOne() {
    assertThat(new SimulatedCloudFixture(cloud -> cloud.maxPerEnd(1))
            .provider.feature(BatchTerminate.class))
        .isEmpty();
  }

  @Test
  void tellsWhichAreBusy() {
    scene.cloud.faults().next(RequestKind.TERMINATE, CloudFault.PART_OF_BATCH);

    TerminateResult result = end(machines.get(0), machines.get(1), machines.get(2));

    assertThat(result.accepted()).containsOnly(machines.get(0), machines.get(2));
    assertThat(result.refused()).containsOnlyKeys(machines.get(1));
    assertThat(result.refused().get(machines.get(1)).conflict()).hasValue(Conflict.BUSY);
    assertThat(state(1)).isNotEqualTo(MachineState.TERMINATING);
  }

  @Test
  void endsNoMachineThatIsGuarded() {
    scene.cloud.faults().guarded(machines.get(0), true);

    TerminateResult result = end(machines.get(0), machines.get(1));
    assertThatThrownBy(() -> scene.provider.terminate(machines.get(0), scene.call()))
        .hasMessageContaining("is guarded against its end");

    assertThat(result.refused()).containsOnlyKeys(machines.get(0));
    assertThat(state(0)).isNotEqualTo(MachineState.TERMINATING);
    assertThat(state(1)).isEqualTo(MachineState.TERMINATING);
    scene.cloud.faults().guarded(machines.get(0), false);
    assertThat(end(machines.get(0)).accepted()).containsExactly(machines.get(0));
  }

  @Test
  void endsAllOfThemLateIfTheRequestIsLate() {
    scene.cloud.faults().next(RequestKind.TERMINATE, CloudFault.ACCEPT_LATE);

    assertThatThrownBy(() -> end(machines.get(0), machines.get(1)))
        .isInstanceOfSatisfying(
            CloudException.class,
            e -> assertThat(e.effect()).isEqualTo(CloudException.Effect.UNKNOWN));

    scene.pass(Duration.ofMinutes(1));
    assertThat(state(0)).isEqualTo(MachineState.TERMINATED);
    assertThat(state(1)).isEqualTo(MachineState.TERMINATED);
  }
}
