package io.cloudadapter.core.keeper.action;

import static io.cloudadapter.core.keeper.action.ActionStories.CAREFUL;
import static io.cloudadapter.core.keeper.action.ActionStories.machine;
import static io.cloudadapter.core.keeper.action.ActionStories.phase;
import static io.cloudadapter.core.keeper.action.ActionStories.pool;
import static io.cloudadapter.core.keeper.action.ActionStories.reboot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Actions of custom types, which executors claim and report. */
class ActionExecutorsTest {
  private static ActionRecord claimed(KeeperHarness story, UUID uid, String holder) {
    CompletableFuture<CommandResult> answer =
        story.ask(new Command.ClaimAction(uid, holder, Duration.ofMinutes(1)), Optional.empty());
    assertThat(answer.join()).isInstanceOf(CommandResult.Leased.class);
    return story.action(uid);
  }

  @Test
  void whatIsDoneOutsideWaitsToBeClaimedAndIsReported() {
    KeeperHarness story = pool(CAREFUL.doneOutside());
    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofMinutes(5));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
    assertThat(story.cloud.acts).isEmpty();

    assertThat(claimed(story, uid, "agent-1").phase()).isEqualTo(ActionPhase.RUNNING);
    story.does(new Command.ReportAction(uid, 1, ActionProgress.underWay()));
    story.does(new Command.ReportAction(uid, 1, ActionProgress.done()));
    story.does(new Command.ReportAction(uid, 1, ActionProgress.done()));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story
            .refuses(new Command.ReportAction(uid, 1, ActionProgress.failed("no")))
            .reason())
        .isEqualTo(Reason.CONFLICT);
  }

  @Test
  void ofTwoExecutorsTheOneThatSleptThroughItsLeaseIsRefused() {
    KeeperHarness story = pool(CAREFUL.doneOutside().repeat(Repeat.SAFE));
    UUID uid = story.submits(reboot(machine(story, 0)));
    claimed(story, uid, "agent-1");
    assertThat(story
            .refuses(new Command.ClaimAction(uid, "agent-2", Duration.ofMinutes(1)))
            .reason())
        .isEqualTo(Reason.CONFLICT);

    story.run(Duration.ofMinutes(2));
    assertThat(claimed(story, uid, "agent-2").epoch()).isEqualTo(2);
    PoolException stale =
        story.refuses(new Command.ReportAction(uid, 1, ActionProgress.failed("asleep")));
    story.does(new Command.ReportAction(uid, 2, ActionProgress.done()));

    assertThat(stale.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aHolderThatRenewsItsLeaseKeepsIt() {
    KeeperHarness story = pool(CAREFUL.doneOutside());
    UUID uid = story.submits(reboot(machine(story, 0)));
    claimed(story, uid, "agent-1");

    for (int i = 0; i < 10; i++) {
      story.run(Duration.ofSeconds(50));
      assertThat(claimed(story, uid, "agent-1").epoch()).isEqualTo(1);
    }
    story.run(Duration.ofSeconds(61));

    assertThat(phase(story, uid))
        .as("once, with an unknown outcome")
        .isEqualTo(ActionPhase.UNKNOWN);
  }

  @Test
  void noStrangerMayDoWhatIsDoneHere() {
    KeeperHarness story = pool(CAREFUL);
    UUID uid = story.submits(reboot(machine(story, 0)).after(Duration.ofMinutes(5)));

    PoolException ours =
        story.refuses(new Command.ClaimAction(uid, "agent", Duration.ofMinutes(1)));
    PoolException wrong = story.refuses(new Command.ClaimAction(uid, "", Duration.ofMinutes(1)));
    PoolException longest = story.refuses(new Command.ClaimAction(uid, "a", Duration.ofHours(2)));

    assertThat(ours.reason()).isEqualTo(Reason.UNSUPPORTED);
    assertThat(wrong).hasMessageStartingWith("holder must be 1 to 128");
    assertThat(longest).hasMessage("lease must be 1s to 1h, was 2h");
  }
}
