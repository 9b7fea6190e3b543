package io.cloudadapter.core.keeper.action;

import static io.cloudadapter.core.keeper.action.ActionStories.CAREFUL;
import static io.cloudadapter.core.keeper.action.ActionStories.machine;
import static io.cloudadapter.core.keeper.action.ActionStories.phase;
import static io.cloudadapter.core.keeper.action.ActionStories.pool;
import static io.cloudadapter.core.keeper.action.ActionStories.reboot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.ActionRecord.Attempt.Outcome;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of an action that the cloud refuses, or whose outcome is in doubt. */
class ActionErrorsTest {
  @Test
  void whatProvablyDidNothingIsTriedAgain() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.UNAVAILABLE)));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.conflict(Conflict.BUSY)));

    UUID uid = story.submits(reboot(machine(story, 0)));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
    assertThat(story.action(uid).reason()).contains("UNAVAILABLE");
    story.run(Duration.ofMinutes(1));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.action(uid).attempts())
        .extracting(ActionRecord.Attempt::outcome)
        .containsExactly(Outcome.NOTHING, Outcome.NOTHING, Outcome.SOMETHING);
  }

  @Test
  void notSoonerThanTheCloudAsks() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(
        FakeCloud.fails(CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
            .retryAfter(Duration.ofMinutes(7))
            .build()));
    UUID uid = story.submits(reboot(machine(story, 0)));

    story.run(Duration.ofMinutes(7).minusSeconds(1));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
    story.run(Duration.ofSeconds(2));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aRefusalForGoodIsNotTriedAgain() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.DENIED)));

    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run();

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.FAILED);
    assertThat(story.action(uid).reason()).contains("DENIED");
    assertThat(story.cloud.acts).hasSize(1);
  }

  @Test
  void thereAreOnlySoManyAttempts() {
    KeeperHarness story = pool(CAREFUL);
    for (int i = 0; i < 5; i++) {
      story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.UNAVAILABLE)));
    }

    UUID uid = story.submits(reboot(machine(story, 0)).attempts(3));
    story.run();

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.FAILED);
    assertThat(story.cloud.acts).hasSize(3);
  }

  @Test
  void whatMayNotBeDoneTwiceIsNotTriedAgainInDoubt() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));

    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofHours(1).minusMinutes(1));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.UNKNOWN);
    assertThat(story.action(uid).attempts())
        .extracting(ActionRecord.Attempt::outcome)
        .containsExactly(Outcome.UNKNOWN);
    assertThat(story.cloud.acts).hasSize(1);
  }

  @Test
  void whatMayBeDoneTwiceIs() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.SAFE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));

    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofMinutes(1));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.cloud.acts).hasSize(2);
  }

  @Test
  void aRefusalForGoodDoesNotUndoWhatAnEarlierAttemptMayHaveDone() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.SAFE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.DENIED)));

    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofMinutes(1));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.UNKNOWN);
    assertThat(story.action(uid).reason())
        .contains("DENIED")
        .contains("the outcome of an earlier attempt is unknown");
  }

  @Test
  void whatCanBeTracedIsLookedFor() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.TRACEABLE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));
    story.cloud.shows = ActionProgress.done(Map.of("snapshotId", "snap-1"));

    UUID uid = story.submits(reboot(machine(story, 0)));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PROBING);
    story.run(Duration.ofSeconds(2));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.action(uid).result()).containsEntry("snapshotId", "snap-1");
    assertThat(story.cloud.acts).hasSize(1);
  }

  @Test
  void thatNothingIsSeenOfItIsBelievedOnlyWhenNothingCanBeOnItsWayAnyMore() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.TRACEABLE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));

    UUID uid = story.submits(reboot(machine(story, 0)));
    // Calls take 10 s, are acted upon for 20 s more, what is shown lags 30 s.
    story.run(Duration.ofSeconds(59));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PROBING);
    assertThat(story.cloud.probes).isPositive();
    assertThat(story.cloud.acts).hasSize(1);
    story.run(Duration.ofSeconds(10));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.cloud.acts).hasSize(2);
  }

  @Test
  void anAnswerToALookThatBeganTooEarlyProvesNothingHoweverLateItComes() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.TRACEABLE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));
    UUID uid = story.submits(reboot(machine(story, 0)));
    story.holds(effect -> effect instanceof Effect.Probe);
    story.run(Duration.ofMinutes(2));
    List<Effect.Probe> looks = new ArrayList<>();
    story.underWay().forEach(effect -> {
      if (effect instanceof Effect.Probe probe) {
        looks.add(probe);
      }
    });
    assertThat(looks).as("the first one was not answered").hasSizeGreaterThan(1);

    story.tell(new Event.Probed(
        uid, 1, looks.get(0).asked(), Optional.of(ActionProgress.notDone()), Optional.empty()));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PROBING);
  }

  @Test
  void whatTheCloudCannotTellStaysUnknown() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.TRACEABLE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));
    story.cloud.shows = ActionProgress.unknown();

    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run();

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.UNKNOWN);
    assertThat(story.cloud.acts).hasSize(1);
  }

  @Test
  void whatTakesAWhileIsAskedForUntilItIsDone() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(FakeCloud.says(ActionProgress.underWay()));
    story.cloud.shows = ActionProgress.underWay();
    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofMinutes(10));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PROBING);

    story.cloud.shows = ActionProgress.done();
    story.run(Duration.ofMinutes(3));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.cloud.acts).hasSize(1);
  }
}
