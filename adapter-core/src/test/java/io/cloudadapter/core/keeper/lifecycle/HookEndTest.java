package io.cloudadapter.core.keeper.lifecycle;

import static io.cloudadapter.core.keeper.lifecycle.HookStories.DRAIN;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.DRAINS;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.HOUR;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.LOGS;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.completes;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.first;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.only;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.pool;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How a waiting hook ends: by an answer, by its timeout, or later by a heartbeat. */
class HookEndTest {
  // ------------------------------------------------------------------------------- ending

  @Test
  void completingItEndsTheMachineAtOnce() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);

    completes(story, only(story).token());
    story.run(Duration.ofSeconds(1));

    assertThat(story.cloud.alive()).hasSize(2);
    assertThat(story.hooks()).isEmpty();
  }

  @Test
  void itsTimeEndsItAndNotAMomentSooner() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);

    story.run(HOUR.minusNanos(1));
    assertThat(story.cloud.alive()).hasSize(3);
    story.run(Duration.ofMillis(100));

    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void theSameAnswerAgainIsAcknowledgedAgain() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    UUID token = only(story).token();
    completes(story, token);
    story.run();

    completes(story, token);
    story.crashAndRestart().run();
    completes(story, token);

    PoolException other = story.refuses(new Command.Answer(token, HookResult.ABANDON));
    assertThat(other.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(other).hasMessageContaining("was completed at 2026-");
  }

  @Test
  void anAnswerThatComesAfterItsTimeIsRefused() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    UUID token = only(story).token();
    story.run(HOUR.plusSeconds(1));

    for (HookResult result : HookResult.values()) {
      PoolException late = story.refuses(new Command.Answer(token, result));
      assertThat(late.reason()).isEqualTo(Reason.CONFLICT);
      assertThat(late)
          .hasMessageContaining("hook drain of machine")
          .hasMessageContaining("ran out");
    }
  }

  @Test
  void aTokenThatIsNotKnownIsNotFound() {
    KeeperHarness story = pool(DRAINS);

    PoolException unknown = story.refuses(new Command.Answer(new UUID(1, 2), HookResult.CONTINUE));

    assertThat(unknown.reason()).isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void answersUnderAKeyAreRepeated() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    UUID token = only(story).token();
    Optional<String> key = Optional.of("k");

    story.ask(new Command.Answer(token, HookResult.CONTINUE), key).join();
    story.ask(new Command.Answer(token, HookResult.CONTINUE), key).join();

    PoolException other =
        KeeperHarness.refusal(story.ask(new Command.Answer(token, HookResult.ABANDON), key));
    assertThat(other.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(other.getMessage() + other.detail())
        .doesNotContain("hook", token.toString().substring(0, 8));
  }

  @Test
  void severalFollowEachOtherInTheirOrder() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN).hook(LOGS));
    story.terminate(first(story), true);
    assertThat(only(story).hook()).isEqualTo("drain");

    completes(story, only(story).token());
    story.settles();

    assertThat(only(story).hook()).isEqualTo("logs");
    assertThat(story.cloud.alive()).hasSize(3);
    completes(story, only(story).token());
    story.run(Duration.ofSeconds(1));
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void oneThatFollowsAnotherHasItsTimeAndNoMore() {
    Duration second = Duration.ofSeconds(1);
    LifecycleHook quick = LifecycleHook.onTerminate("quick", second, HookTarget.listener());
    KeeperHarness story = pool(pool -> pool.hook(DRAIN).hook(quick));
    story.terminate(first(story), true);
    story.run(Duration.ofMinutes(10));

    Command answer = new Command.Answer(only(story).token(), HookResult.CONTINUE);
    StepResult step = story.tell(new Event.Asked(answer, CommandSender.under(Optional.empty())));

    assertThat(only(story).hook()).isEqualTo("quick");
    assertThat(step.wake() - story.now().nanos())
        .as("the keeper sleeps without an event")
        .isLessThanOrEqualTo(second.plusMillis(100).toNanos());
  }

  @Test
  void abandoningSkipsTheRest() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN).hook(LOGS));
    story.terminate(first(story), true);

    story.does(new Command.Answer(only(story).token(), HookResult.ABANDON));
    story.run(Duration.ofSeconds(1));

    assertThat(story.hooks()).isEmpty();
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void whenTimeIsUpItsOwnResultCounts() {
    KeeperHarness story =
        pool(pool -> pool.hook(DRAIN.otherwise(HookResult.ABANDON)).hook(LOGS));
    story.terminate(first(story), true);

    story.run(HOUR.plusSeconds(1));

    assertThat(story.hooks()).isEmpty();
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void aMachineThatEndsByItselfNeedsNoAnswer() {
    KeeperHarness story = pool(DRAINS);
    String machine = first(story);
    story.terminate(machine, true);
    UUID token = only(story).token();

    story.cloud.dies(machine);
    story.run();

    assertThat(story.hooks()).isEmpty();
    assertThat(story.refuses(new Command.Answer(token, HookResult.CONTINUE)))
        .hasMessageContaining("its machine went another way");
  }

  @Test
  void aMachineThatIsDetachedAfterAllNeedsNoAnswer() {
    KeeperHarness story = pool(DRAINS);
    String machine = first(story);
    story.terminate(machine, true);

    story.detach(machine, false);
    story.run();

    assertThat(story.hooks()).isEmpty();
    assertThat(story.cloud.alive()).contains(machine);
  }

  // ------------------------------------------------------------------------------- heartbeats

  @Test
  void heartbeatsPutItOffUpToItsLimit() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN.withLimit(Duration.ofMinutes(100))));
    story.terminate(first(story), true);
    UUID token = only(story).token();
    Instant began = only(story).since();
    story.run(Duration.ofMinutes(30));

    assertThat(heartbeat(story, token)).isEqualTo(began.plus(Duration.ofMinutes(90)));
    story.run(Duration.ofMinutes(50));
    assertThat(heartbeat(story, token)).isEqualTo(began.plus(Duration.ofMinutes(100)));
    story.run(Duration.ofMinutes(19));
    assertThat(story.cloud.alive()).hasSize(3);
    assertThat(only(story).deadline()).isEqualTo(only(story).limit());
    story.run(Duration.ofMinutes(2));

    assertThat(story.cloud.alive()).hasSize(2);
    assertThat(story.refuses(new Command.Heartbeat(token)).reason()).isEqualTo(Reason.CONFLICT);
  }

  @Test
  void aHeartbeatNeverMakesItEndSooner() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN.withLimit(Duration.ofHours(4))));
    story.terminate(first(story), true);
    UUID token = only(story).token();
    story.crashAndRestart();
    story.wallClockJumps(Duration.ofHours(-9));
    story.crashAndRestart(); // It cannot tell what is left, but that it is not more than the limit.

    Instant until = heartbeat(story, token);
    assertThat(until).isEqualTo(story.now().wall().plus(Duration.ofHours(4)));
    story.run(Duration.ofMinutes(239));
    assertThat(story.cloud.alive()).hasSize(3);
    story.run(Duration.ofMinutes(2));

    assertThat(story.cloud.alive()).hasSize(2);
  }

  private static Instant heartbeat(KeeperHarness story, UUID token) {
    CompletableFuture<CommandResult> answer =
        story.ask(new Command.Heartbeat(token), Optional.empty());
    assertThat(answer.join()).isInstanceOf(CommandResult.Deadline.class);
    return ((CommandResult.Deadline) answer.join()).at();
  }

  @Test
  void aHeartbeatUnderAKeyCountsOnce() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    Command beat = new Command.Heartbeat(only(story).token());

    CommandResult once = story.ask(beat, Optional.of("k")).join();
    story.run(Duration.ofMinutes(10));
    story.crashAndRestart();

    assertThat(story.ask(beat, Optional.of("k")).join()).isEqualTo(once);
  }

  // ------------------------------------------------------------------------------- reports

  private static List<String> hookAlarms(KeeperHarness story) {
    return story.view().alarms().stream()
        .filter(alarm -> alarm.code() == Alarm.Code.HOOK)
        .map(Alarm::message)
        .toList();
  }

  private static void reports(KeeperHarness story, UUID token, Optional<String> trouble) {
    assertThat(story.ask(new Command.ReportHook(token, trouble), Optional.empty()))
        .isCompleted();
    story.run(Duration.ofSeconds(1));
  }

  @Test
  void whatKeepsItsReceiverFromItsWorkIsAnAlarmUntilItGoesOn() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    story.run(Duration.ofSeconds(1));
    UUID token = only(story).token();
    assertThat(hookAlarms(story)).isEmpty();

    reports(story, token, Optional.of("the cluster is away"));
    assertThat(hookAlarms(story))
        .containsExactly(
            "hook drain of machine " + only(story).machine() + " waits: the cluster is away");
    reports(story, token, Optional.empty());
    assertThat(hookAlarms(story)).isEmpty();
  }

  @Test
  void theAlarmEndsWithTheHookAndAReportAboutAnEndedOneIsRefused() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    story.run(Duration.ofSeconds(1));
    UUID token = only(story).token();
    reports(story, token, Optional.of("x".repeat(400)));
    assertThat(hookAlarms(story))
        .singleElement()
        .satisfies(text -> assertThat(text).hasSizeLessThan(400));

    completes(story, token);
    story.run(Duration.ofSeconds(1));

    assertThat(hookAlarms(story)).isEmpty();
    assertThat(story.refuses(new Command.ReportHook(token, Optional.of("late"))).reason())
        .isEqualTo(Reason.CONFLICT);
    assertThat(story
            .refuses(new Command.ReportHook(new UUID(1, 2), Optional.empty()))
            .reason())
        .isEqualTo(Reason.NOT_FOUND);
  }
}
