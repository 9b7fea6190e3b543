package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import org.junit.jupiter.api.Test;

/** What an operator decides about a pool as a whole: its operating state, and its end. */
class PoolDeletionTest {
  private final KeeperHarness story = KeeperHarness.begins();

  private void sets(OperatingState state) {
    story.does(new Command.SetState(state));
  }

  private OperatingState state() {
    return story.keeper().state();
  }

  @Test
  void aSuspendedPoolStoresASizeAndFollowsItOnceItIsResumed() {
    story.resize(3).run();
    sets(OperatingState.SUSPENDED);

    story.resize(5).run();
    assertThat(story.cloud.boxes).hasSize(3);
    assertThat(story.view().status()).isEqualTo(PoolStatus.SUSPENDED);
    story.crashAndRestart().run();
    assertThat(story.cloud.boxes).hasSize(3);

    sets(OperatingState.RUNNING);
    story.run();
    assertThat(story.cloud.boxes).hasSize(5);
    assertThat(story.view().status()).isEqualTo(PoolStatus.ACTIVE);
  }

  @Test
  void aSuspendedPoolEndsNoMachine() {
    story.resize(3).run();
    sets(OperatingState.SUSPENDED);

    story.does(new Command.Terminate(new MachineId("i-0001"), false));
    story.resize(0).run();
    story.crashAndRestart().run();

    assertThat(story.cloud.boxes).hasSize(3);
    sets(OperatingState.RUNNING);
    story.run();
    assertThat(story.cloud.boxes).isEmpty();
  }

  @Test
  void aLaunchThatWasSentIsNotSentAgainWhileThePoolIsSuspended() {
    story.list();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(1);
    sets(OperatingState.SUSPENDED);

    story.crashAndRestart();
    story.releases();
    story.run();
    assertThat(story.cloud.boxes).isEmpty();

    sets(OperatingState.RUNNING);
    story.run();
    assertThat(story.cloud.boxes).hasSize(1);
  }

  @Test
  void anObservingPoolTakesNoMachineMark() {
    story.resize(1).run();
    sets(OperatingState.OBSERVING);

    assertThat(story.refuses(new Command.Attach(new MachineId("i-0042"))).reason())
        .isEqualTo(Reason.CONFLICT);
    story.does(new Command.Detach(new MachineId("i-0001"), true));
    story.run();

    assertThat(story.underWay()).noneMatch(Effect::writes);
    assertThat(story.view().status()).isEqualTo(PoolStatus.OBSERVING);
  }

  @Test
  void aPoolWithMachinesIsNotDeletedUnasked() {
    story.resize(2).run();

    assertThat(story.refuses(new Command.Delete(DeletionMode.REFUSE)))
        .hasMessage("pool web has 2 machines and 0 launches that have not ended");
    assertThat(state()).isEqualTo(OperatingState.RUNNING);
  }

  @Test
  void aDeletionEndsAllMachinesAndThenThePool() {
    story.resize(3).run();
    story.does(new Command.Protect(new MachineId("i-0001"), true));

    story.does(new Command.Delete(DeletionMode.TERMINATE));
    assertThat(story.view().status()).isEqualTo(PoolStatus.DELETING);
    assertThat(story.refuses(new Command.SetDesiredSize(4)).reason()).isEqualTo(Reason.CONFLICT);
    story.run();

    assertThat(story.cloud.boxes).isEmpty();
    assertThat(state()).isEqualTo(OperatingState.DELETED);
  }

  @Test
  void aDeletionGoesOnAfterACrash() {
    story.resize(3).run();
    story.holds(effect -> effect instanceof Effect.Terminate);
    story.does(new Command.Delete(DeletionMode.TERMINATE));

    story.crashAndRestart();
    story.releases();
    story.run();

    assertThat(story.cloud.boxes).isEmpty();
    assertThat(state()).isEqualTo(OperatingState.DELETED);
  }

  @Test
  void aReleasedPoolLetsItsMachinesLive() {
    story.resize(1).run();
    story.does(new Command.Delete(DeletionMode.RELEASE));
    story.run();

    assertThat(story.cloud.boxes).hasSize(1);
    assertThat(state()).isEqualTo(OperatingState.DELETED);
  }
}
