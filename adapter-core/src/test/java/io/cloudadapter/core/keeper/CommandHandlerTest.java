package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Sizes, service states, protection and idempotency keys. */
class CommandHandlerTest {
  private final KeeperHarness story = KeeperHarness.begins();
  private static final Optional<String> KEY = Optional.of("key-1");

  private static MachineId id(String id) {
    return new MachineId(id);
  }

  @Test
  void takesASizeFromZeroToMaxSizeOnly() {
    story.run();

    assertThat(story.refuses(new Command.SetDesiredSize(-1)).reason()).isEqualTo(Reason.INVALID);
    assertThat(story.refuses(new Command.SetDesiredSize(21)))
        .hasMessage("desiredSize must be 0 to 20, was 21");
    assertThat(story.size()).containsExactly(0, 0, 0);
    story.resize(20).run();
    assertThat(story.size()).containsExactly(20, 20, 0);
    story.resize(0).run();
    assertThat(story.size()).containsExactly(0, 0, 0);
    assertThat(story.cloud.alive()).isEmpty();
  }

  @Test
  void keepsItsSizeThroughRestartsAndConfigurations() {
    story.resize(5).run();

    story.crashAndRestart().run();
    assertThat(story.size()).containsExactly(5, 5, 0);

    story.restartWith(b -> b.initialSize(2).surge(3)).run();
    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.cloud.launches).hasSize(5);
  }

  @Test
  void endsNothingWhenMaxSizeIsConfiguredBelowTheSize() {
    story.resize(15).run();

    story.restartWith(b -> PoolConfig.named("web", "here", 10)).run(Duration.ofHours(1));

    assertThat(story.size()).containsExactly(15, 15, 0);
    assertThat(story.cloud.terminations).isEmpty();
    story.resize(10).run();
    assertThat(story.size()).containsExactly(10, 10, 0);
  }

  @Test
  void keepsServiceStatesAndProtectionThroughARestart() {
    story.resize(2).run();
    story.serviceState("i-0001", ServiceState.OUT_OF_SERVICE);
    story.protect("i-0002");
    story.run();

    story.crashAndRestart().run();

    assertThat(story.machine("i-0001").serviceState()).isEqualTo(ServiceState.OUT_OF_SERVICE);
    assertThat(story.machine("i-0002").isProtected()).isTrue();
    story.resize(0).run();
    assertThat(story.cloud.alive()).containsExactly("i-0001", "i-0002");
  }

  @Test
  void refusesServiceStatesOfStrangers() {
    story.run();

    assertThat(story
            .refuses(new Command.SetServiceState(id("missing"), ServiceState.IN_SERVICE))
            .reason())
        .isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void answersTheSameRequestUnderTheSameKeyTheSameWay() {
    story.resize(3).run();
    Command terminate = new Command.Terminate(id("i-0001"), true);
    assertThat(story.ask(terminate, KEY)).isCompletedWithValue(null);
    story.run();

    assertThat(story.ask(terminate, KEY)).as("after it has ended").isCompletedWithValue(null);
    story.crashAndRestart().run();
    assertThat(story.ask(terminate, KEY)).as("after a restart").isCompletedWithValue(null);

    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void doesNotApplyAnOldSizeAgain() {
    story.run();
    story.ask(new Command.SetDesiredSize(2), KEY);
    story.resize(3);

    assertThat(story.ask(new Command.SetDesiredSize(2), KEY)).isCompletedWithValue(null);

    assertThat(story.view().desiredSize()).isEqualTo(3);
  }

  @Test
  void refusesAnotherRequestUnderTheSameKey() {
    story.run();
    story.ask(new Command.SetDesiredSize(2), KEY);

    CompletableFuture<CommandResult> other = story.ask(new Command.SetDesiredSize(4), KEY);

    assertThat(KeeperHarness.refusal(other).reason()).isEqualTo(Reason.CONFLICT);
    assertThat(story.view().desiredSize()).isEqualTo(2);
  }

  @Test
  void keepsNoKeyOfARefusedRequest() {
    story.run();
    story.ask(new Command.SetDesiredSize(99), KEY);

    assertThat(story.ask(new Command.SetDesiredSize(4), KEY)).isCompletedWithValue(null);
  }

  @Test
  void writesTheKeyInTheSameAtomAsTheChange() {
    story.run();
    story.holds(effect -> true);
    StepResult step =
        story.tell(new Event.Asked(new Command.SetDesiredSize(7), CommandSender.under(KEY)));

    assertThat(step.atoms())
        .anyMatch(atom -> atom.containsKey("pools/web/pool")
            && atom.keySet().stream().anyMatch(key -> key.startsWith("pools/web/reply/")));
  }

  @Test
  void forgetsKeysAfterTwoDays() {
    story.run();
    story.ask(new Command.SetDesiredSize(2), KEY);

    story.run(Duration.ofHours(47));
    assertThat(story.disk.keySet()).anyMatch(key -> key.contains("/reply/"));
    story.run(Duration.ofHours(3));
    assertThat(story.disk.keySet()).noneMatch(key -> key.contains("/reply/"));
  }

  @Test
  void doesNotForgetAKeyEarlyWhenTheWallClockLeapsAhead() {
    story.run();
    story.ask(new Command.SetDesiredSize(2), KEY);
    story.resize(3);

    story.wallClockJumps(Duration.ofDays(10));
    story.run(Duration.ofHours(2));

    assertThat(story.ask(new Command.SetDesiredSize(2), KEY)).isCompletedWithValue(null);
    assertThat(story.view().desiredSize()).isEqualTo(3);
  }

  @Test
  void keepsWhatWasAnsweredAfterACrashAtAnyAtom() {
    for (int atoms = 0; atoms < 5; atoms++) {
      KeeperHarness each = KeeperHarness.begins();
      each.resize(3).run();
      each.diesAfterAtoms(atoms);
      CompletableFuture<CommandResult> answer = new CompletableFuture<>();
      try {
        answer = each.ask(new Command.Terminate(id("i-0002"), true), KEY);
      } catch (KeeperHarness.Died expected) {
        assertThat(answer).isNotDone();
      }
      each.crashAndRestart().run();
      each.ask(new Command.Terminate(id("i-0002"), true), KEY);
      each.run();

      assertThat(each.size()).as("died after %s atoms", atoms).containsExactly(2, 2, 0);
      assertThat(each.cloud.alive()).isEqualTo(List.of("i-0001", "i-0003"));
    }
  }

  @Test
  void endsNothingOnTheCreditOfASizeThatWasReachedOtherwise() {
    KeeperHarness tight =
        KeeperHarness.with(b -> b.listInterval(Duration.ofSeconds(5), Duration.ofSeconds(30))
            .launchesPerHour(1000)
            .terminationsPerHour(1)
            .missingListsUntilGone(3)
            .massDisappearanceShare(0.9));
    tight.run();
    tight.holds(Effect.Prepare.class::isInstance);
    tight.resize(10).settles();
    tight.resize(0).settles();
    tight.releases();
    tight.run();

    assertThat(tight.pool().shrinkAllowance()).isZero();
  }
}
