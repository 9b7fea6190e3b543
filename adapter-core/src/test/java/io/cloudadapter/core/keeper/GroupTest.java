package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult.Stay;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A cloud that sizes a group gets targets; its machines carry no key. */
class GroupTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private KeeperHarness story = of(pool -> pool);

  private static KeeperHarness of(UnaryOperator<PoolConfigBuilder> setting) {
    return KeeperHarness.with(
        setting, p -> p.keySupport(LaunchKeySupport.target()).maxPerKey(20));
  }

  /** A pool whose machines pause before they enter service. */
  private void warmsUp() {
    story = of(pool ->
        pool.hook(LifecycleHook.onLaunch("warm", Duration.ofHours(1), HookTarget.listener())));
  }

  private void completesAllHooks() {
    story
        .hooks()
        .forEach(hook -> story.does(new Command.Answer(hook.token(), HookResult.CONTINUE)));
    story.run(Duration.ofSeconds(10));
  }

  /** The group makes machines. */
  private void makes(String... ids) {
    for (String id : ids) {
      story.cloud.marked(id, story.pool().incarnation(), Optional.empty());
    }
  }

  private void hasThree() {
    story.resize(3).run();
    makes("g-1", "g-2", "g-3");
    story.run();
    story.cloud.targets.clear();
  }

  @Test
  void aGroupIsToldHowManyThereShallBeInAll() {
    hasThree();

    story.resize(5).run();

    assertThat(story.cloud.targets).isNotEmpty().containsOnly(5);
    assertThat(story.size()).containsExactly(5, 5, 0);
  }

  @Test
  void itIsToldAgainUntilItHasThemAll() {
    story.resize(3).run();
    makes("g-1", "g-2");
    story.run(LONG);
    int told = story.cloud.targets.size();
    story.run(LONG);

    assertThat(story.cloud.targets).hasSizeGreaterThan(told).containsOnly(3);

    makes("g-3");
    story.run();
    story.cloud.targets.clear();
    story.run(LONG);

    assertThat(story.cloud.targets).isEmpty();
    assertThat(story.effective()).containsExactlyInAnyOrder("g-1", "g-2", "g-3");
  }

  @Test
  void machinesWithoutAKeyTakeThePlacesThatWereAskedFor() {
    hasThree();

    assertThat(story.effective()).containsExactlyInAnyOrder("g-1", "g-2", "g-3");
    assertThat(story.intents()).extracting(LaunchRecord::unresolved).containsOnly(false);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void aMachineThatIsBeingEndedIsNotAskedForAnyMore() {
    hasThree();
    story.cloud.stuckEnds = true;
    story.terminate("g-1", false);
    story.run();

    assertThat(story.record("g-1").status()).isEqualTo(MachineRecord.Status.DELETING);
    assertThat(story.cloud.targets).isNotEmpty().containsOnly(3);
  }

  @Test
  void aMachineThatTheGroupMakesInPlaceOfOneThatDiedIsTheOneThatWasMissing() {
    hasThree();
    story.cloud.dies("g-2");
    makes("g-4");
    story.run(LONG);

    assertThat(story.effective()).containsExactlyInAnyOrder("g-1", "g-3", "g-4");
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void aMachineTooManyIsEndedByItsId() {
    hasThree();
    makes("g-4");
    story.run(LONG);

    assertThat(story.cloud.terminations).hasSize(1);
    assertThat(story.effective()).hasSize(3);
  }

  @Test
  void aGroupThatWasToldIsNotGivenUpWhenItIsRefusedLater() {
    story.resize(3).run();
    story.cloud.refusesNextLaunch(FakeCloud.refusal(Kind.THROTTLED));
    story.run(LONG);
    makes("g-1", "g-2", "g-3");
    story.run();

    assertThat(story.effective()).hasSize(3);
    assertThat(story.intents()).hasSize(1);
  }

  @Test
  void afterARestartTheGroupIsToldTheSameAgain() {
    hasThree();
    story.resize(4).run();
    story.crashAndRestart().run();
    makes("g-4");
    story.run();

    assertThat(story.cloud.targets).isNotEmpty().containsOnly(4);
    assertThat(story.effective()).hasSize(4);
  }

  @Test
  void machinesWithAKeyAreStrangersToAGroup() {
    hasThree();
    story.cloud.marked("odd", story.pool().incarnation(), Optional.of("k".repeat(27)));
    story.run();

    assertThat(story.alarms()).contains(Alarm.Code.UNKNOWN_LAUNCH_KEY);
    assertThat(story.effective()).hasSize(3);
  }

  @Test
  void whereMachinesCarryKeysOneWithoutIsAStranger() {
    KeeperHarness keyed = KeeperHarness.begins();
    keyed.resize(1).run();
    keyed.cloud.marked("odd", keyed.pool().incarnation(), Optional.empty());
    keyed.run();

    assertThat(keyed.alarms()).contains(Alarm.Code.UNKNOWN_LAUNCH_KEY);
    assertThat(keyed.cloud.targets).isEmpty();
  }

  // ------------------------------------------------------------------------------- hooks

  @Test
  void aMachineThatTheGroupMakesInPlaceOfAnotherPausesBeforeItEntersService() {
    warmsUp();
    hasThree();
    completesAllHooks();
    story.cloud.dies("g-2");
    makes("g-4");
    story.run();

    assertThat(story.hooks())
        .hasSize(1)
        .first()
        .satisfies(hook -> assertThat(hook.machine().value()).isEqualTo("g-4"));
    assertThat(story.record("g-4").entering()).isTrue();

    completesAllHooks();

    assertThat(story.record("g-4").entering()).isFalse();
  }

  @Test
  void soDoesOneThatIsSeenBeforeItRuns() {
    warmsUp();
    hasThree();
    completesAllHooks();
    makes("g-4");
    story.cloud.box("g-4").state = MachineState.PENDING;
    story.list();
    assertThat(story.record("g-4").entering()).isFalse();
    story.crashAndRestart();
    story.cloud.box("g-4").state = MachineState.RUNNING;
    story.run(Duration.ofMinutes(1));

    assertThat(story.hooks())
        .hasSize(1)
        .first()
        .satisfies(hook -> assertThat(hook.machine().value()).isEqualTo("g-4"));
  }

  @Test
  void anAttachedMachineJoinsAGroupWithoutPausing() {
    warmsUp();
    hasThree();
    completesAllHooks();
    story.cloud.machine("pet");
    story.attach("pet");
    story.run();

    assertThat(story.hooks()).isEmpty();
    assertThat(story.effective()).contains("pet");
  }

  // ------------------------------------------------------------------------------- held by the
  // group

  private Stay stays(String id, LifecycleTransition transition) {
    return (Stay) story.answer(new Command.GroupHookQuery(new MachineId(id), transition));
  }

  /** The group has decided that a machine ends. */
  private void drops(String id) {
    story.does(new Command.ReclaimNotice(new MachineId(id), Optional.empty(), true));
  }

  @Test
  void aMachineThatItsGroupHoldsGoesOnOnceItsOwnHooksAreAnswered() {
    warmsUp();
    story.resize(1).run();
    assertThat(stays("g-1", LifecycleTransition.LAUNCH))
        .as("not listed yet")
        .isEqualTo(Stay.LONGER);
    makes("g-1");
    story.cloud.box("g-1").state = MachineState.PENDING;
    story.run(Duration.ofSeconds(30));
    assertThat(stays("g-1", LifecycleTransition.LAUNCH))
        .as("not running yet")
        .isEqualTo(Stay.LONGER);
    story.cloud.box("g-1").state = MachineState.RUNNING;
    story.run(Duration.ofMinutes(1));
    assertThat(stays("g-1", LifecycleTransition.LAUNCH)).as("pausing").isEqualTo(Stay.LONGER);

    completesAllHooks();

    assertThat(stays("g-1", LifecycleTransition.LAUNCH)).isEqualTo(Stay.NO_LONGER);
  }

  @Test
  void oneWhoseHookDoesNotLetItInIsHeldUntilItsEnd() {
    warmsUp();
    story.resize(1).run();
    makes("g-1");
    story.run();
    story.cloud.stuckEnds = true;

    story.hooks().forEach(hook -> story.does(new Command.Answer(hook.token(), HookResult.ABANDON)));
    story.run(Duration.ofSeconds(10));

    assertThat(story.record("g-1").status()).isEqualTo(MachineRecord.Status.DELETING);
    assertThat(stays("g-1", LifecycleTransition.LAUNCH)).isEqualTo(Stay.LONGER);
  }

  @Test
  void aMachineThatItsGroupEndsRunsItsHooksFirstAndIsCountedNoMore() {
    story = of(pool ->
        pool.hook(LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener())));
    hasThree();
    story.cloud.stuckEnds = true;
    drops("g-2");

    assertThat(stays("g-2", LifecycleTransition.TERMINATE)).isEqualTo(Stay.LONGER);
    story.run(Duration.ofSeconds(30));
    assertThat(stays("g-2", LifecycleTransition.TERMINATE)).as("pausing").isEqualTo(Stay.LONGER);
    assertThat(story.hooks()).hasSize(1);
    assertThat(story.record("g-2").reason()).isEqualTo("its group ends it");
    assertThat(story.cloud.targets)
        .as("the group makes another one by itself, and one only")
        .isNotEmpty()
        .containsOnly(3);

    completesAllHooks();

    assertThat(story.cloud.terminations).containsOnly("g-2");
    assertThat(stays("g-2", LifecycleTransition.TERMINATE)).isEqualTo(Stay.NO_LONGER);
  }

  @Test
  void soDoesOneThatWasAboutToGoAnyway() {
    story = of(pool ->
        pool.hook(LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener())));
    hasThree();
    story.terminate("g-2", false);
    story.run(Duration.ofSeconds(10));
    story.cloud.targets.clear();
    drops("g-2");

    assertThat(stays("g-2", LifecycleTransition.TERMINATE)).isEqualTo(Stay.LONGER);
    story.run(LONG);

    assertThat(story.hooks()).hasSize(1);
    assertThat(story.cloud.targets).isNotEmpty().containsOnly(3);
  }

  @Test
  void whatWasSaidOfItOutlivesACrash() {
    story = of(pool ->
        pool.hook(LifecycleHook.onTerminate("drain", Duration.ofHours(1), HookTarget.listener())));
    hasThree();
    drops("g-2");

    story.crashAndRestart().run(LONG);

    assertThat(story.record("g-2").dropped()).isTrue();
    assertThat(story.cloud.targets).isNotEmpty().containsOnly(3);
  }

  @Test
  void aMachineThatIsNotThePoolsIsForOthersToAnswerFor() {
    hasThree();
    story.cloud.marked("odd", story.pool().incarnation(), Optional.of("k".repeat(27)));
    story.run();

    assertThat(stays("odd", LifecycleTransition.LAUNCH)).isEqualTo(Stay.NOT_OURS);
  }

  // ------------------------------------------------------------------------------- falling short

  @Test
  void aGroupThatDoesNotComeToItsTargetInTimeRaisesAnAlarm() {
    story.resize(3).run(Duration.ofMinutes(14));
    assertThat(story.alarms()).doesNotContain(Alarm.Code.GROUP_UNDER_TARGET);

    story.run(Duration.ofMinutes(2));

    assertThat(story.alarm(Alarm.Code.GROUP_UNDER_TARGET))
        .contains("3 machines")
        .contains("15m");
  }

  @Test
  void theAlarmSaysHowManyAreMissingAndStaysUntilNoneIs() {
    story.resize(3).run(Duration.ofMinutes(16));
    makes("g-1", "g-2");
    story.run(LONG);
    assertThat(story.alarm(Alarm.Code.GROUP_UNDER_TARGET)).contains("1 machine ");

    makes("g-3");
    story.run(LONG);

    assertThat(story.alarms()).doesNotContain(Alarm.Code.GROUP_UNDER_TARGET);
  }

  @Test
  void aRestartDoesNotGiveAGroupMoreTime() {
    story.resize(3).run(Duration.ofMinutes(14));
    story.crashAndRestart().run(Duration.ofMinutes(2));

    assertThat(story.alarms()).contains(Alarm.Code.GROUP_UNDER_TARGET);
  }

  @Test
  void whereMachinesCarryKeysALaunchThatIsLookedForIsNoShortGroup() {
    KeeperHarness keyed = KeeperHarness.withoutKeys();
    keyed.cloud.losesNextRequest();
    keyed.resize(1).run(Duration.ofMinutes(30));

    assertThat(keyed.alarms()).doesNotContain(Alarm.Code.GROUP_UNDER_TARGET);
  }
}
