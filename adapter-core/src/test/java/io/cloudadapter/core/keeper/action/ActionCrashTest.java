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
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of actions when the process ends amid them. */
class ActionCrashTest {
  @Test
  void whatWasOutWhenTheProcessDiedIsConcludedWhenItsLeaseIsOver() {
    for (Repeat repeat : Repeat.values()) {
      KeeperHarness story = pool(CAREFUL.repeat(repeat));
      story.holds(effect -> effect instanceof Effect.Act);
      UUID uid = story.submits(reboot(machine(story, 0)));
      story.releases();

      story.crashAndRestart().run(Duration.ofSeconds(20));
      assertThat(phase(story, uid)).as(repeat + ", early").isEqualTo(ActionPhase.RUNNING);
      story.run(Duration.ofMinutes(5));

      assertThat(phase(story, uid))
          .as(repeat + ", later")
          .isEqualTo(repeat == Repeat.ONCE ? ActionPhase.UNKNOWN : ActionPhase.SUCCEEDED);
      assertThat(story.cloud.acts).hasSize(repeat == Repeat.ONCE ? 0 : 1);
    }
  }

  @Test
  void aLeapOfTheClockOverARestartEndsNoLeaseEarly() {
    KeeperHarness story = pool(CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    UUID uid = story.submits(reboot(machine(story, 0)));

    story.wallClockJumps(Duration.ofMinutes(30));
    story.crashAndRestart().run(Duration.ofSeconds(20));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.RUNNING);
  }

  @Test
  void anAnswerThatComesAfterTheKeeperWasReadAgainCounts() {
    KeeperHarness story = pool(CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    UUID uid = story.submits(reboot(machine(story, 0)));

    story.readsItsLedgerAgain();
    story.releases();
    story.settles();

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aCrashAtAnyStepLosesNothingAndDoublesNothing() {
    for (int atoms = 0; atoms < 12; atoms++) {
      KeeperHarness story = pool(CAREFUL);
      Command.Submit command = new Command.Submit(reboot(machine(story, 0)));
      Optional<String> key = Optional.of("k");
      story.diesAfterAtoms(atoms);
      try {
        story.ask(command, key).join();
        story.settles();
        story.run(Duration.ofMinutes(10));
      } catch (KeeperHarness.Died died) {
        story.crashAndRestart().run(Duration.ofSeconds(5));
        CommandResult again = story.ask(command, key).join();
        story.run(Duration.ofMinutes(10));
        UUID uid = ((CommandResult.Accepted) again).action();
        assertThat(phase(story, uid).ended()).as("dead after " + atoms).isTrue();
        assertThat(story.cloud.acts).as("dead after " + atoms).hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  @Test
  void anOutcomeOfAnOlderAttemptIsNotBelieved() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.SAFE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));
    UUID uid = story.submits(reboot(machine(story, 0)));
    story.holds(effect -> effect instanceof Effect.Act);
    story.run(Duration.ofSeconds(5));
    assertThat(story.action(uid).epoch()).isEqualTo(2);

    story.tell(
        new Event.Acted(uid, 1, Optional.of(ActionProgress.failed("too late")), Optional.empty()));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.RUNNING);
  }
}
