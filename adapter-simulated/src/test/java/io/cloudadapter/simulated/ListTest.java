package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.errorOf;
import static io.cloudadapter.simulated.SimulatedCloudFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.ListGap;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListTest {
  private static final Duration LAG = Duration.ofSeconds(10);

  private static SimulatedCloudFixture truthful() {
    return new SimulatedCloudFixture(cloud -> cloud.listLag(Duration.ZERO).pageSize(2));
  }

  private static SimulatedCloudFixture lagging(long seed) {
    return new SimulatedCloudFixture(seed, cloud -> cloud.listLag(LAG));
  }

  @Test
  void showsAPoolOverManyPagesAndAsksTheBudgetForEach() {
    SimulatedCloudFixture scene = truthful();
    List<MachineId> ids = IntStream.range(0, 5).mapToObj(scene::launch).toList();
    scene.cloud.createMachine();
    FakeCall call = FakeCall.patient(scene.clock);
    List<MachineId> seen = new ArrayList<>();

    scene.provider.list(
        ListQuery.all(SimulatedCloudFixture.WEB), machine -> seen.add(machine.id()), call);

    assertThat(seen).isEqualTo(ids);
    assertThat(call.acquired).containsExactly(RequestKind.READ, RequestKind.READ, RequestKind.READ);
    assertThat(scene.list(ListQuery.all(new PoolName("other"))).rows()).isEmpty();
  }

  @Test
  void showsMachinesByIdWithAnyMarks() {
    SimulatedCloudFixture scene = truthful();
    MachineId ours = scene.launch(1);
    MachineId free = scene.cloud.createMachine();

    SimulatedCloudFixture.Listed listed =
        scene.list(ListQuery.ids(List.of(ours, free, new MachineId("none"))));

    assertThat(listed.ids()).containsExactlyInAnyOrder(ours, free);
    assertThat(listed.result().complete()).isTrue();
  }

  @Test
  void showsMachinesByKey() {
    SimulatedCloudFixture scene = truthful();
    scene.launch(1);
    MachineId second = scene.launch(2);

    assertThat(scene
            .list(ListQuery.keys(SimulatedCloudFixture.WEB, List.of(key(2), key(3))))
            .ids())
        .containsExactly(second);
  }

  @Test
  void refusesToLookForTooManyIds() {
    List<MachineId> ids =
        IntStream.range(0, 1001).mapToObj(i -> new MachineId("i-" + i)).toList();

    assertThat(errorOf(() -> truthful().list(ListQuery.ids(ids))).kind()).isEqualTo(Kind.INVALID);
  }

  @Test
  void mayShowANewMachineThenMissItThenShowItAgain() {
    boolean flickered = IntStream.range(0, 20).anyMatch(seed -> {
      SimulatedCloudFixture scene = lagging(seed);
      scene.launch(1);
      StringBuilder seen = new StringBuilder();
      for (int i = 0; i < 9; i++) {
        scene.pass(Duration.ofSeconds(1));
        seen.append(scene.list().size());
      }
      return seen.toString().contains("101");
    });
    assertThat(flickered).isTrue();
  }

  @Test
  void mayShowADeadMachineAliveButNeverLongerThanTheLag() {
    long alive = 0;
    for (int seed = 0; seed < 50; seed++) {
      SimulatedCloudFixture scene = lagging(seed);
      MachineId id = scene.launch(1);
      scene.pass(LAG);
      scene.cloud.kill(id);
      scene.pass(LAG.dividedBy(2));
      alive += scene.list().stream().filter(m -> m.state().allocated()).count();
      scene.pass(LAG.dividedBy(2));
      assertThat(scene.list()).noneMatch(m -> m.state().allocated());
    }
    assertThat(alive).isPositive();
  }

  @Test
  void isAsStaleAsAllowedWhenTold() {
    SimulatedCloudFixture scene = lagging(1);
    scene.launch(1);
    scene.pass(LAG.minusNanos(1));
    scene.cloud.faults().nextCalls(9, RequestKind.READ, CloudFault.STALE_LIST);

    for (int i = 0; i < 9; i++) {
      assertThat(scene.list()).isEmpty();
    }
    scene.pass(Duration.ofNanos(1));
    assertThat(scene.list()).hasSize(1);
    assertThat(scene.cloud.faults().strikes(CloudFault.STALE_LIST)).isEqualTo(9);
  }

  @Test
  void showsTheEndedForAWhileAndThenNoMore() {
    SimulatedCloudFixture scene = new SimulatedCloudFixture(
        cloud -> cloud.listLag(Duration.ZERO).shownAfterEnd(Duration.ofMinutes(1)));
    MachineId id = scene.launch(1);
    scene.cloud.kill(id);

    assertThat(scene.list()).singleElement().satisfies(machine -> {
      assertThat(machine.state()).isEqualTo(MachineState.TERMINATED);
      assertThat(machine.end()).isEqualTo(MachineSighting.End.FINAL);
    });
    scene.pass(Duration.ofMinutes(1));
    assertThat(scene.list()).isEmpty();
  }

  @Test
  void hasAGapWhereAZoneIsDown() {
    SimulatedCloudFixture scene = truthful();
    scene.launch(scene.frozen("a"), 1, 1);
    MachineId other = scene.launch(scene.frozen("b"), 2, 1).machines().get(0).id();
    scene.cloud.faults().zoneDown("a", true);

    SimulatedCloudFixture.Listed listed = scene.list(ListQuery.all(SimulatedCloudFixture.WEB));

    assertThat(listed.ids()).containsExactly(other);
    assertThat(listed.result().complete()).isFalse();
    assertThat(listed.result().gaps())
        .extracting(ListGap::scope)
        .containsExactly(ErrorScope.zone("a"));
    assertThat(errorOf(() -> scene.launch(scene.frozen("a"), 3, 1)).scope())
        .isEqualTo(ErrorScope.zone("a"));
    scene.cloud.faults().zoneDown("a", false);
    assertThat(scene.list(ListQuery.all(SimulatedCloudFixture.WEB)).result().complete())
        .isTrue();
  }

  @Test
  void saysThatItIsIncompleteWhenAZoneIsMissingByFault() {
    SimulatedCloudFixture scene = truthful();
    scene.launch(1);
    scene.cloud.faults().next(RequestKind.READ, CloudFault.INCOMPLETE_LIST);

    SimulatedCloudFixture.Listed listed = scene.list(ListQuery.all(SimulatedCloudFixture.WEB));

    assertThat(listed.result().complete()).isFalse();
    assertThat(listed.result().gaps()).hasSize(1);
    assertThat(scene.list()).hasSize(1);
  }

  @Test
  void saysThatItIsIncompleteWhenPagesMove() {
    SimulatedCloudFixture scene = truthful();
    IntStream.range(0, 6).forEach(scene::launch);
    scene.cloud.faults().next(RequestKind.READ, CloudFault.PAGES_MOVE);

    SimulatedCloudFixture.Listed listed = scene.list(ListQuery.all(SimulatedCloudFixture.WEB));

    assertThat(listed.result().complete()).isFalse();
    assertThat(listed.ids()).hasSize(6);
    assertThat(Set.copyOf(listed.ids())).hasSize(5);
  }

  @Test
  void failsMidwayWithoutUnsayingWhatItShowed() {
    SimulatedCloudFixture scene = truthful();
    IntStream.range(0, 4).forEach(scene::launch);
    List<MachineSighting> seen = new ArrayList<>();
    scene
        .cloud
        .faults()
        .next(RequestKind.READ, CloudFault.STALE_LIST)
        .next(RequestKind.READ, CloudFault.ERROR_BEFORE_EFFECT);

    assertThat(errorOf(() -> scene.provider.list(
                ListQuery.all(SimulatedCloudFixture.WEB), seen::add, scene.call()))
            .kind())
        .isEqualTo(Kind.UNAVAILABLE);
    assertThat(seen).hasSize(2);
  }

  @Test
  void admitsStatesThatItDoesNotKnow() {
    SimulatedCloudFixture scene = truthful();
    MachineId id = scene.launch(1);
    scene.cloud.faults().next(RequestKind.READ, CloudFault.UNKNOWN_STATE);

    assertThat(scene.list()).singleElement().satisfies(machine -> {
      assertThat(machine.id()).isEqualTo(id);
      assertThat(machine.stateKnown()).isFalse();
      assertThat(machine.key()).isEqualTo(Optional.of(key(1)));
    });
  }

  @Test
  void showsAChangeOfMarksWithinTheLag() {
    SimulatedCloudFixture scene = lagging(3);
    MachineId id = scene.launch(1);
    scene.pass(LAG);
    scene.cloud.remark(id, Optional.empty());
    scene.pass(LAG);

    assertThat(scene.list()).isEmpty();
  }
}
