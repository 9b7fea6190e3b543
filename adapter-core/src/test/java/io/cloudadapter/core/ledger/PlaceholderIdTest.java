package io.cloudadapter.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A promise shows as a machine in REQUESTED with an id of its own. */
class PlaceholderIdTest {
  private final KeeperHarness story = KeeperHarness.withoutKeys();

  private String unsent() {
    story.run();
    story.holds(Effect.Prepare.class::isInstance);
    story.resize(2).settles();
    return story.effective().get(0);
  }

  private String sent() {
    story.run();
    story.cloud.losesNextRequest();
    story.resize(1).settles();
    return story.effective().get(0);
  }

  @Test
  void keepsItsIdUntilItsMachineIsKnown() {
    String id = sent();

    assertThat(id).matches("req-[a-z0-9]{27}-0");
    assertThat(story.machine(id).machineState()).isEqualTo(MachineState.REQUESTED);
    story.run(Duration.ofSeconds(30));
    assertThat(story.effective()).containsExactly(id);
    story.crashAndRestart().run(Duration.ofSeconds(1));
    assertThat(story.effective()).as("also after a restart").containsExactly(id);
  }

  @Test
  void numbersTheSlotsOfABatch() {
    KeeperHarness batches = KeeperHarness.with(b -> b, p -> p.maxPerKey(3));
    batches.run();
    batches.holds(Effect.Launch.class::isInstance);
    batches.resize(3).settles();

    String key = batches.onlyIntent().key();
    assertThat(batches.effective())
        .containsExactly("req-" + key + "-0", "req-" + key + "-1", "req-" + key + "-2");
    assertThat(batches.size()).containsExactly(3, 3, 0);
  }

  @Test
  void isTakenBackWithADecrementIfItWasNotSent() {
    String id = unsent();

    story.terminate(id, true);
    assertThat(story.size()).containsExactly(1, 1, 0);
    assertThat(story.effective()).doesNotContain(id);
    assertThat(story.refuses(new Command.Terminate(new MachineId(id), true)).reason())
        .isEqualTo(Reason.NOT_FOUND);
    assertThat(story.view().desiredSize()).isEqualTo(1);

    story.releases();
    story.run();
    assertThat(story.cloud.boxes).hasSize(1);
  }

  @Test
  void isReplacedWithoutADecrement() {
    String id = unsent();

    story.terminate(id, false);

    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.effective()).doesNotContain(id);
  }

  @Test
  void isDoomedIfItWasSentAndItsMachineEndsWhenItAppears() {
    String id = sent();
    KeeperHarness other = story;
    other.cloud.nextLaunches.clear();

    other.terminate(id, true);
    other.terminate(id, true);
    assertThat(other.size()).as("decremented once").containsExactly(0, 0, 0);
    assertThat(other.onlyIntent().slots()).isEqualTo("d");

    String key = other.onlyIntent().key();
    other.cloud.marked("late", other.pool().incarnation(), java.util.Optional.of(key));
    other.run();
    assertThat(other.cloud.terminations).contains("late");
    assertThat(other.cloud.alive()).isEmpty();
    assertThat(other.size()).containsExactly(0, 0, 0);
  }

  @Test
  void isDoomedAndReplacedWithoutADecrement() {
    String id = sent();

    story.terminate(id, false);
    story.run(Duration.ofSeconds(10));

    assertThat(story.size()).containsExactly(1, 1, 0);
    assertThat(story.cloud.alive()).hasSize(1);
  }

  @Test
  void lowersTheSizeAndDiesInOneAtom() {
    for (int atoms = 0; atoms < 3; atoms++) {
      KeeperHarness each = KeeperHarness.begins();
      each.run();
      each.holds(Effect.Prepare.class::isInstance);
      each.resize(2).settles();
      String id = each.effective().get(0);
      each.diesAfterAtoms(atoms);
      try {
        each.terminate(id, true);
      } catch (KeeperHarness.Died expected) {
        // Some of the step is durable, some is not.
      }
      boolean lowered = each.pool().desired() == 1;
      boolean dead = each.disk.keySet().stream().noneMatch(k -> k.endsWith(id.substring(4, 31)));
      assertThat(lowered).as("after %s atoms", atoms).isEqualTo(dead);
    }
  }

  @Test
  void bindsTheOpenSlotsOfABatchFirst() {
    KeeperHarness batches = KeeperHarness.with(b -> b, p -> p.maxPerKey(3));
    batches.run();
    batches.holds(Effect.Launch.class::isInstance);
    batches.resize(3).settles();
    batches.terminate(batches.effective().get(0), true);

    batches.releases();
    batches.run();

    assertThat(batches.size()).containsExactly(2, 2, 0);
    assertThat(batches.cloud.terminations).hasSize(1);
  }

  @Test
  void refusesEverythingElse() {
    MachineId id = new MachineId(sent());

    for (Command command : List.of(
        new Command.SetServiceState(id, ServiceState.IN_SERVICE),
        new Command.Detach(id, true),
        new Command.Attach(id),
        new Command.Protect(id, true))) {
      assertThat(story.refuses(command).reason()).as("%s", command).isEqualTo(Reason.CONFLICT);
    }
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void saysWhichMachineItHasBecome() {
    story.cloud.nextLaunches.clear();
    story.run();
    story.resize(1).run();
    String id = "req-" + story.onlyIntent().key() + "-0";

    var refusal = story.refuses(new Command.Terminate(new MachineId(id), true));

    assertThat(refusal.reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(refusal.detail()).contains("i-0001");
  }
}
