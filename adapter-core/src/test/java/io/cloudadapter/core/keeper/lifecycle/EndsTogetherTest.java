package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Machines that end at the same time, where the adapter can end several by one call. */
class EndsTogetherTest {
  private static KeeperHarness pool(int size, int together) {
    KeeperHarness story = KeeperHarness.begins().endsTogether(together);
    story.resize(size).run();
    return story;
  }

  @Test
  void endsAsManyByOneCallAsTheAdapterCan() {
    KeeperHarness story = pool(7, 3);

    story.resize(0).settles();

    assertThat(story.cloud.ends).containsExactly(3, 3, 1);
    assertThat(story.cloud.alive()).isEmpty();
    assertThat(story.metric("terminate_calls_total")).isEqualTo(3);
  }

  @Test
  void endsThemOneByOneWhereItCannot() {
    KeeperHarness story = pool(3, 1);

    story.resize(0).settles();

    assertThat(story.cloud.ends).containsExactly(1, 1, 1);
  }

  @Test
  void writesDownThatEachOfThemEndsBeforeTheCallLeaves() {
    KeeperHarness story = pool(4, 10);
    story.holds(Effect.Terminate.class::isInstance);

    story.resize(1).settles();

    List<String> going = ids(story);
    assertThat(going).hasSize(3);
    assertThat(going).allSatisfy(id -> assertThat(story.status(id)).isEqualTo(Status.DELETING));
    story.crashAndRestart();
    assertThat(going).allSatisfy(id -> assertThat(story.status(id)).isEqualTo(Status.DELETING));
  }

  private static List<String> ids(KeeperHarness story) {
    return story.underWay().stream()
        .filter(Effect.Terminate.class::isInstance)
        .flatMap(effect -> ((Effect.Terminate) effect).machines().stream())
        .map(MachineId::value)
        .toList();
  }

  @Test
  void asksAgainForTheOneThatWasRefusedAndForNoOther() {
    KeeperHarness story = pool(3, 10);
    story.cloud.nextTerminates.add(FakeCloud.conflict(CloudException.Conflict.BUSY));

    story.resize(0).settles();

    assertThat(story.cloud.alive()).hasSize(1);
    String refused = story.cloud.alive().get(0);
    story.run(Duration.ofSeconds(10));
    assertThat(story.cloud.alive()).isEmpty();
    assertThat(story.cloud.terminations).filteredOn(refused::equals).hasSize(2);
    assertThat(story.cloud.ends).containsExactly(3, 1);
  }

  @Test
  void asksTogetherAgainForThoseThatFailedTogether() {
    KeeperHarness story = pool(5, 10);
    story.cloud.nextTerminates.addAll(Stream.generate(FakeCloud::lost).limit(5).toList());

    story.resize(0).settles();
    story.run(Duration.ofSeconds(10));

    assertThat(story.cloud.ends).containsExactly(5, 5);
    assertThat(story.cloud.alive()).isEmpty();
  }

  @Test
  void saysWhichOfThemCannotBeEnded() {
    KeeperHarness story = pool(2, 10);
    story.cloud.nextTerminates.add(FakeCloud.refusal(Kind.DENIED));

    story.resize(0).settles();

    assertThat(story.view().alarms())
        .singleElement()
        .satisfies(alarm -> assertThat(alarm.message())
            .contains("machine " + story.cloud.alive().get(0) + " cannot be ended"));
  }

  @Test
  void leavesOutThoseWhoseHooksStillWait() {
    LifecycleHook drain =
        LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener());
    KeeperHarness story = KeeperHarness.with(pool -> pool.hook(drain)).endsTogether(10);
    story.resize(3).run();

    story.resize(0).run();

    assertThat(story.cloud.heard).hasSize(3);
    assertThat(story.cloud.ends).isEmpty();
  }
}
