package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Changes of the desired size by a number of machines. */
class RelativeSizeTest {
  private final KeeperHarness story = KeeperHarness.begins();

  @Test
  void equalIncreasesAreNeverOne() {
    story.does(new Command.IncreaseDesiredSize(1));
    story.does(new Command.IncreaseDesiredSize(1));

    assertThat(story.view().desiredSize()).isEqualTo(2);
    assertThat(story.run().size()).containsExactly(2, 2, 0);
  }

  @Test
  void anIncreaseUnderAnIdempotencyKeyIsDoneOnce() {
    story.ask(new Command.IncreaseDesiredSize(2), Optional.of("k")).join();
    story.ask(new Command.IncreaseDesiredSize(2), Optional.of("k")).join();
    story.crashAndRestart();
    story.ask(new Command.IncreaseDesiredSize(2), Optional.of("k")).join();

    assertThat(story.run().view().desiredSize()).isEqualTo(2);
  }

  @Test
  void anIncreaseAboveMaxSizeIsRefused() {
    story.resize(19).run();

    PoolException refusal = story.refuses(new Command.IncreaseDesiredSize(2));

    assertThat(refusal.reason()).isEqualTo(Reason.INVALID);
    assertThat(refusal).hasMessage("machines must be 1 to 1, was 2");
    assertThat(story.refuses(new Command.IncreaseDesiredSize(0)).reason())
        .isEqualTo(Reason.INVALID);
    assertThat(story.refuses(new Command.IncreaseDesiredSize(Integer.MAX_VALUE)).reason())
        .isEqualTo(Reason.INVALID);
    assertThat(story.view().desiredSize()).isEqualTo(19);
  }

  @Test
  void launchesThatWereNotSentAreCancelled() {
    story.resize(1).run();
    story.holds(Effect.Prepare.class::isInstance);
    story.resize(4);

    story.does(new Command.CancelLaunches(2));

    assertThat(story.view().desiredSize()).isEqualTo(2);
    assertThat(story.shown(machine -> machine.machineState() == MachineState.REQUESTED))
        .hasSize(1);
    story.releases();
    assertThat(story.run().size()).containsExactly(2, 2, 0);
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void machinesThatTheCloudHasRefusedAreGivenUp() {
    story.resize(2).run();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.does(new Command.IncreaseDesiredSize(3));
    story.settles();

    story.does(new Command.CancelLaunches(3));

    assertThat(story.view().desiredSize()).isEqualTo(2);
    assertThat(story.run().size()).containsExactly(2, 2, 0);
  }

  @Test
  void noMachineAndNoLaunchThatWasSentIsGivenUp() {
    story.resize(2).run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(4).settles();

    PoolException refusal = story.refuses(new Command.CancelLaunches(1));

    assertThat(refusal.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(refusal)
        .hasMessage(
            "1 launch cannot be cancelled: 0 of the desired size 4 are still to be launched");
    assertThat(story.refuses(new Command.CancelLaunches(0)).reason()).isEqualTo(Reason.INVALID);
    assertThat(story.view().desiredSize()).isEqualTo(4);
    story.releases();
    assertThat(story.run().size()).containsExactly(4, 4, 0);
  }

  @Test
  void anIncreaseDoesNotMakeASurplusOfAPolicyOneOfACommand() {
    ScalingConfig less = ScalingConfig.none()
        .with(
            "less",
            AdjustmentPolicy.of(ScalingDirection.SCALE_IN, AdjustmentType.CHANGE_IN_CAPACITY, 3));
    KeeperHarness scaled = KeeperHarness.with(b -> b.scaling(less));
    scaled.resize(4).run();
    scaled.effective().forEach(scaled::protect);
    scaled.scales(ScalingRequest.in());

    scaled.does(new Command.IncreaseDesiredSize(1));

    assertThat(scaled.view().desiredSize()).isEqualTo(2);
    assertThat(scaled.pool().shrinkAllowance()).isEqualTo(2);
    assertThat(scaled.pool().automaticShrink()).isEqualTo(2);
  }
}
