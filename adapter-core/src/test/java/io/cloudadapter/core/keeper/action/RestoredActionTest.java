package io.cloudadapter.core.keeper.action;

import static io.cloudadapter.core.keeper.action.ActionStories.CAREFUL;
import static io.cloudadapter.core.keeper.action.ActionStories.machine;
import static io.cloudadapter.core.keeper.action.ActionStories.phase;
import static io.cloudadapter.core.keeper.action.ActionStories.pool;
import static io.cloudadapter.core.keeper.action.ActionStories.reboot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.core.backup.BackupFile;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** An action that a restore has put in doubt, and that proves not to have been done, begins as any other. */
class RestoredActionTest {
  private static UnaryOperator<PoolConfigBuilder> atOnce(int machines) {
    return pool -> pool.disruption(
        DisruptionConfig.none().with(DisruptionReason.ACTION, DisruptionLimit.machines(machines)));
  }

  /** A reboot that is due an hour after the backup; the restore is later than that, and its acceptance too. */
  private static UUID restored(KeeperHarness story) {
    return restored(story, 5);
  }

  private static UUID restored(KeeperHarness story, int attempts) {
    UUID uid = story.submits(reboot(machine(story, 0))
        .after(Duration.ofHours(1))
        .within(Duration.ofHours(30))
        .attempts(attempts));
    BackupFile backup = story.backup();
    story.run(Duration.ofMinutes(50));
    story.cloud.acts.clear();
    story.wallClockJumps(Duration.ofHours(2));
    story.restores(backup).run(Duration.ofHours(1));
    story.does(new Command.AcceptRestore());
    assertThat(phase(story, uid)).as("it may have been done").isEqualTo(ActionPhase.PROBING);
    return uid;
  }

  @Test
  void it_waits_for_the_account_once_it_has_proven_not_to_be_done() {
    KeeperHarness story = pool(atOnce(1), CAREFUL.repeat(Repeat.TRACEABLE));
    UUID uid = restored(story);
    story.run(Duration.ofMinutes(20));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);

    story.restartWith(atOnce(0)).run(Duration.ofHours(3));
    assertThat(story.cloud.acts).as("the limit is 0").isEmpty();
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);

    story.restartWith(atOnce(1)).run(Duration.ofMinutes(1));
    assertThat(story.cloud.acts).hasSize(1);
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void it_waits_for_the_time_that_it_was_given() {
    KeeperHarness story = pool(atOnce(1), CAREFUL.repeat(Repeat.TRACEABLE));
    UUID uid = restored(story);

    story.run(Duration.ofMinutes(50));
    assertThat(story.cloud.acts).as("an hour was left at the backup").isEmpty();
    story.run(Duration.ofMinutes(15));

    assertThat(story.cloud.acts).hasSize(1);
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void it_holds_its_machine_while_it_may_have_been_done() {
    KeeperHarness story = pool(atOnce(1), CAREFUL.repeat(Repeat.TRACEABLE));
    restored(story);

    assertThat(story.metricsOf("pool_disruption_debits")).containsEntry("action", 1.0);
    story.run(Duration.ofMinutes(20));
    assertThat(story.metricsOf("pool_disruption_debits")).containsEntry("action", 0.0);
  }

  @Test
  void it_waits_for_the_account_also_after_a_second_restore() {
    KeeperHarness story = pool(atOnce(1), CAREFUL.repeat(Repeat.TRACEABLE));
    UUID uid = restored(story);
    story.restartWith(atOnce(0)).run(Duration.ofHours(3));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);

    BackupFile second = story.backup();
    story.restores(second).run(Duration.ofHours(1));
    story.does(new Command.AcceptRestore());
    story.run(Duration.ofHours(3));

    assertThat(story.cloud.acts).as("the limit is 0").isEmpty();
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
  }

  @Test
  void an_attempt_that_was_not_made_is_none_of_those_that_there_may_be() {
    KeeperHarness story = pool(atOnce(1), CAREFUL.repeat(Repeat.TRACEABLE));
    UUID uid = restored(story, 1);

    story.run(Duration.ofMinutes(65));

    assertThat(story.cloud.acts).hasSize(1);
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }
}
