package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.core.backup.BackupFile;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.spi.action.ActionTraits;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A process dies while it accepts a restore, and the next one accepts it again. */
class RestoreCrashTest {
  private static final LifecycleHook DRAIN =
      LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener());
  private static final DeletionPolicy LATER = new DeletionPolicy(
      DeletionCriteria.OLDEST_FIRST, true, Duration.ofHours(2), true, Optional.empty());

  /** A pool with a hook, a machine that goes later, and two actions that are delayed, all for half an hour. */
  private static KeeperHarness busy() {
    KeeperHarness story =
        KeeperHarness.with(b -> b.hook(DRAIN).scaling(ScalingConfig.none().with("end", LATER)));
    story.resize(4).run();
    story
        .knows("Reboot", ActionTraits.careful().repeat(ActionTraits.Repeat.SAFE))
        .run(Duration.ofMinutes(1));
    for (String machine : story.effective().subList(2, 4)) {
      story.submits(ActionRequest.of(new MachineId(machine), new Action.Reboot(Action.Mode.SOFT))
          .after(Duration.ofHours(2))
          .within(Duration.ofHours(3)));
    }
    story.terminate(story.effective().get(1), true);
    story.resize(2);
    return story.run(Duration.ofMinutes(30));
  }

  private static List<Instant> deadlines(KeeperHarness story) {
    return story.disk.keySet().stream()
        .filter(key -> key.startsWith("pools/web/action/"))
        .map(key -> story
            .action(UUID.fromString(key.substring("pools/web/action/".length())))
            .deadline())
        .toList();
  }

  private static List<Instant> departures(KeeperHarness story) {
    return story.disk.keySet().stream()
        .filter(key -> key.startsWith("pools/web/machine/"))
        .map(key -> story.record(key.substring("pools/web/machine/".length())))
        .flatMap(machine -> Optional.ofNullable(machine.goesAt()).stream())
        .toList();
  }

  private static void assertLeft(KeeperHarness story, List<Instant> times, Duration left) {
    assertThat(times)
        .isNotEmpty()
        .allSatisfy(time -> assertThat(time)
            .isCloseTo(story.now().wall().plus(left), within(3, ChronoUnit.MINUTES)));
  }

  @Test
  void each_time_is_put_off_once_wherever_the_first_acceptance_was_cut() {
    int cuts = 0;
    boolean whole = false;
    while (!whole) {
      KeeperHarness story = busy();
      BackupFile backup = story.backup();
      story.restores(backup).run(Duration.ofHours(9));
      story.diesAfterAtoms(cuts);
      try {
        story.does(new Command.AcceptRestore());
      } catch (KeeperHarness.Died expected) {
        story.crashAndRestart().run(Duration.ofHours(5));
      }
      whole = story.restoreReport().isEmpty();
      if (!whole) {
        story.does(new Command.AcceptRestore());
        assertLeft(story, deadlines(story), Duration.ofMinutes(270));
        assertLeft(story, departures(story), Duration.ofMinutes(90));
        assertThat(story.hooks())
            .singleElement()
            .satisfies(hook -> assertLeft(story, List.of(hook.deadline()), Duration.ofMinutes(30)));
        cuts++;
      }
    }
    assertThat(cuts)
        .as("the acceptance can be cut before and between its moves")
        .isGreaterThan(4);
  }
}
