package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An alarm stands for as long as its cause: a list that succeeds clears no other call's trouble. */
class AlarmRegistryTest {
  private final KeeperHarness story = KeeperHarness.begins();

  private void standsForMinutes() {
    for (int i = 0; i < 60; i++) {
      story.run(Duration.ofSeconds(3));
      assertThat(story.alarms()).as("after %s s", 3 * i).contains(Alarm.Code.CLOUD);
    }
  }

  @Test
  void standsWhileALaunchMeetsUnknownErrors() {
    story.run();
    story.cloud.refusingAll = FakeCloud.error(Kind.UNCLASSIFIED, CloudException.Effect.UNKNOWN);
    story.resize(1).settles();
    standsForMinutes();

    story.cloud.refusingAll = null;
    story.run();
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void standsWhileLaunchesAreHeldForLackOfRights() {
    story.run();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.DENIED);
    story.resize(1).run(Duration.ofMinutes(10));
    standsForMinutes();

    story.cloud.refusingAll = null;
    story.run(Duration.ofMinutes(30));
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void standsWhileAMachineCannotBeEnded() {
    story.resize(1).run();
    story.cloud.denyingEnds = FakeCloud.refusal(Kind.DENIED);
    story.terminate("i-0001", true);
    story.settles();
    standsForMinutes();

    story.cloud.denyingEnds = null;
    story.run();
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void namesTheMachineThatCannotBeEndedWhileLaunchesAreHeldToo() {
    story.resize(1).run();
    story.cloud.denyingEnds = FakeCloud.refusal(Kind.CONFLICT);
    story.cloud.refusingAll = FakeCloud.refusal(Kind.DENIED);
    story.terminate("i-0001", true);
    story.resize(3).run(Duration.ofSeconds(20));

    assertThat(story.view().alarms())
        .filteredOn(alarm -> alarm.code() == Alarm.Code.CLOUD)
        .singleElement()
        .satisfies(alarm -> {
          assertThat(alarm.message()).contains("i-0001", "; also: ", "launch");
          assertThat(alarm.since()).isBefore(story.now().wall());
        });
  }

  @Test
  void standsWhileTheCloudDoesNotSayWhoseAccountItIs() {
    story.run();
    for (int i = 0; i < 20; i++) {
      story.cloud.nextIdentifies.add(FakeCloud.refusal(Kind.UNAVAILABLE));
    }
    story.run(Duration.ofMinutes(2));
    standsForMinutes();

    story.cloud.nextIdentifies.clear();
    story.run();
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void endsWithTheMachineThatCouldNotBeEnded() {
    story.resize(1).run();
    story.cloud.denyingEnds = FakeCloud.refusal(Kind.DENIED);
    story.terminate("i-0001", true);
    story.run(Duration.ofMinutes(1));

    story.cloud.boxes.remove("i-0001");
    story.run();

    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void standsWhileAMemberCarriesTheMarkOfAnotherLifeThroughLists() {
    story.resize(2).run();
    var marks = story.cloud.remark(
        "i-0001",
        new OwnershipMarks(
            new PoolName("web"), new PoolIncarnation("z".repeat(27)), Optional.empty()));
    for (int list = 0; list < 20; list++) {
      story.list();
      assertThat(story.alarms()).as("after list %s", list).contains(Alarm.Code.QUARANTINE);
    }

    var other = story.cloud.remark("i-0001", marks);
    assertThat(other).isNotNull();
    story.list();
    assertThat(story.alarms()).isEmpty();
    assertThat(story.size()).containsExactly(2, 2, 0);
  }
}
