package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Machines that the cloud announces to take back. */
class TakenBackTest {
  private static final Optional<Instant> AT = Optional.of(Instant.parse("2026-01-01T00:02:00Z"));
  private static final Command FIRST =
      new Command.ReclaimNotice(new MachineId("i-0001"), AT, false);

  private static KeeperHarness pool(int size) {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(size).run();
    return story;
  }

  private static Machine shown(KeeperHarness story, String id) {
    return story.view().machines().stream()
        .filter(machine -> machine.id().value().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void areReplacedBeforeTheyAreGone() {
    KeeperHarness story = pool(3);
    story.holds(Effect.Terminate.class::isInstance);

    story.does(FIRST);
    story.run(Duration.ofSeconds(30));

    assertThat(story.cloud.alive()).contains("i-0001").hasSize(4);
    assertThat(story.view().desiredSize()).isEqualTo(3);
    Machine taken = shown(story, "i-0001");
    assertThat(taken.effective()).isFalse();
    assertThat(taken.serviceState()).isEqualTo(ServiceState.OUT_OF_SERVICE);
    assertThat(taken.machineState()).isEqualTo(MachineState.TERMINATING);
    assertThat(story.record("i-0001").reason())
        .isEqualTo("the cloud takes it back at 2026-01-01T00:02:00Z");
  }

  @Test
  void haveTheirHooksRunFirst() {
    KeeperHarness story = KeeperHarness.with(pool ->
        pool.hook(LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener())));
    story.resize(2).run();

    story.does(FIRST);
    story.run(Duration.ofSeconds(30));

    assertThat(story.cloud.heard)
        .singleElement()
        .satisfies(message -> assertThat(message.machine().value()).isEqualTo("i-0001"));
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.view().machines().stream().filter(Machine::effective)).hasSize(2);
    story.cloud.dies("i-0001");
    story.run();
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);
  }

  @Test
  void areTakenBackOnceHoweverOftenThatIsSaid() {
    KeeperHarness story = pool(2);

    story.does(FIRST);
    story.does(FIRST);
    story.run();

    assertThat(story.cloud.alive()).containsExactly("i-0002", "i-0003");
  }

  @Test
  void stayTakenBackAfterACrash() {
    KeeperHarness story = pool(2);
    story.holds(Effect.Terminate.class::isInstance);
    story.does(FIRST);

    story.crashAndRestart();

    assertThat(story.status("i-0001")).isIn(Status.RETIRING, Status.DELETING);
    assertThat(story.record("i-0001").serviceState()).isEqualTo(ServiceState.OUT_OF_SERVICE);
  }

  @Test
  void areLeftAloneIfNoPoolHereOwnsThem() {
    KeeperHarness story = pool(1);

    assertThat(story
            .refuses(new Command.ReclaimNotice(new MachineId("i-9999"), AT, false))
            .reason())
        .isEqualTo(Reason.NOT_FOUND);

    assertThat(story.cloud.alive()).containsExactly("i-0001");
  }

  @Test
  void countAgainstTheHoursBudgetLikeAllThatWereNotAskedFor() {
    KeeperHarness story = pool(1);

    story.does(FIRST);
    story.run();

    assertThat(story.record("i-0001").byCommand()).isFalse();
  }
}
