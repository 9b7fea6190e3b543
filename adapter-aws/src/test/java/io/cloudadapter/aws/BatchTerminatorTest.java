package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.feature.BatchTerminate;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ends of several instances by one request. */
class BatchTerminatorTest {
  private static final MachineId MISSING = new MachineId("i-0123456789abcdef0");

  private final AwsFixture scene = new AwsFixture();
  private final BatchTerminate batches =
      scene.provider.feature(BatchTerminate.class).orElseThrow();

  @AfterEach
  void closes() {
    scene.close();
  }

  private List<MachineId> launched(String zone, int count) {
    return scene
        .launch(
            AwsFixture.spec(zone, "t3.small", "debian", Market.ON_DEMAND, AwsFixture.TEMPLATE),
            scene.newKey(),
            count)
        .machines()
        .stream()
        .map(MachineSighting::id)
        .toList();
  }

  private List<MachineId> launched(int count) {
    return launched("eu-north-1a", count);
  }

  private TerminateResult end(List<MachineId> machines) {
    return batches.terminate(machines, FakeCall.patient());
  }

  private static List<MachineId> and(List<MachineId> some, List<MachineId> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  private List<MachineState> states(List<MachineId> machines) {
    return machines.stream().map(id -> scene.look(id).state()).distinct().toList();
  }

  @Test
  void endsAHundredByOneRequest() {
    List<MachineId> machines = launched(100);

    TerminateResult result = end(machines);

    assertThat(result.accepted()).containsExactlyInAnyOrderElementsOf(machines);
    assertThat(scene.requests("TerminateInstances")).isEqualTo(1);
    assertThat(states(machines)).containsExactly(MachineState.TERMINATING);
  }

  @Test
  void refusesMoreThanAHundredBeforeAnythingIsSent() {
    List<MachineId> machines = and(launched(100), List.of(MISSING));

    assertThatThrownBy(() -> end(machines))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID))
        .hasMessageContaining("a call ends 1 to 100 instances, was asked for 101");
    assertThat(scene.requests("TerminateInstances")).isZero();
  }

  @Test
  void endsTheRestWhereOneIsProtected() {
    List<MachineId> here = launched("eu-north-1a", 10);
    List<MachineId> there = launched("eu-north-1b", 10);
    scene.cloud.guard(here.get(3).value(), true);

    TerminateResult result = end(and(here, there));

    assertThat(result.refused()).containsOnlyKeys(here.get(3));
    assertThat(result.refused().get(here.get(3)).conflict()).contains(Conflict.BUSY);
    assertThat(result.refused().get(here.get(3)).effect()).isEqualTo(Effect.NONE);
    assertThat(result.accepted()).hasSize(19);
    assertThat(scene.look(here.get(3)).state()).isEqualTo(MachineState.PENDING);
    assertThat(states(List.copyOf(result.accepted()))).containsExactly(MachineState.TERMINATING);
    assertThat(scene.requests("TerminateInstances")).as("halves, down to one").isBetween(5L, 11L);
  }

  @Test
  void endsTheRestWhereOneIsNotThere() {
    List<MachineId> machines = launched(5);

    TerminateResult result = end(and(machines, List.of(MISSING, new MachineId("web-1"))));

    assertThat(result.refused()).isEmpty();
    assertThat(result.accepted()).hasSize(7);
    assertThat(states(machines)).containsExactly(MachineState.TERMINATING);
  }

  @Test
  void doesNotTakeANewMachineForGone() {
    List<MachineId> old = launched(2);
    scene.pass(Duration.ofMinutes(10));
    scene.cloud.unknownFor(Duration.ofSeconds(20));
    List<MachineId> young = launched(1);

    TerminateResult result = end(and(old, young));

    assertThat(result.accepted()).containsExactlyInAnyOrderElementsOf(old);
    assertThat(result.refused().get(young.get(0)).conflict()).contains(Conflict.BUSY);
  }

  @Test
  void endsTheRestWhereAPolicyDeniesOne() {
    List<MachineId> machines = launched(8);
    scene.cloud.forbid(machines.get(5).value());

    TerminateResult result = end(machines);

    assertThat(result.refused()).containsOnlyKeys(machines.get(5));
    assertThat(result.refused().get(machines.get(5)).kind()).isEqualTo(Kind.DENIED);
    assertThat(result.accepted()).hasSize(7);
  }

  @Test
  void doesNotAskForEachWhereAllAreDenied() {
    List<MachineId> machines = launched(100);
    machines.forEach(machine -> scene.cloud.forbid(machine.value()));

    TerminateResult result = end(machines);

    assertThat(result.accepted()).isEmpty();
    assertThat(result.refused())
        .hasSize(100)
        .allSatisfy((machine, why) -> assertThat(why.kind()).isEqualTo(Kind.DENIED));
    assertThat(scene.requests("TerminateInstances")).isLessThan(15);
  }

  @Test
  void failsAsAWholeForWhatConcernsAll() {
    List<MachineId> machines = launched(2);
    scene.cloud.meter();
    for (int i = 0; i < 100; i++) {
      assertThat(end(machines).accepted()).isNotEmpty();
    }

    assertThatThrownBy(() -> end(machines)).isInstanceOfSatisfying(CloudException.class, e -> {
      assertThat(e.kind()).isEqualTo(Kind.THROTTLED);
      assertThat(e.effect()).isEqualTo(Effect.NONE);
    });
  }

  @Test
  void doesNotKnowOfThoseThatWereLeftWhenAHalfWasThrottled() {
    scene.cloud.meter();
    List<MachineId> here = launched("eu-north-1a", 2);
    List<MachineId> there = launched("eu-north-1b", 2);
    for (int i = 0; i < 99; i++) {
      scene.provider.terminate(new MachineId("i-%017x".formatted(i)), FakeCall.patient());
    }
    scene.cloud.guard(here.get(0).value(), true);

    TerminateResult result = end(and(here, there));

    assertThat(result.accepted()).isEmpty();
    assertThat(result.refused()).hasSize(4).allSatisfy((machine, why) -> {
      assertThat(why.kind()).isEqualTo(Kind.THROTTLED);
      assertThat(why.effect()).as("the other zone's have ended").isEqualTo(Effect.UNKNOWN);
    });
    scene.pass(Duration.ofSeconds(30));
    assertThat(states(there)).doesNotContain(MachineState.PENDING, MachineState.RUNNING);
  }
}
